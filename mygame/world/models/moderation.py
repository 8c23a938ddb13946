"""
What staff has done about people, as rows: bans and mutes. `world.community.moderation` makes them
hold.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone, translation

from server.addresses import network_of
from world.locale.messages import message


def _validation_sentence(key: str) -> str:
    """What is wrong, in the language of the page that asks."""
    chinese = (translation.get_language() or "").startswith("zh")
    return message(f"admin.wrong.{key}", "zh" if chinese else "en")


class SanctionQuerySet(models.QuerySet):
    """Bans or mutes, in force or past."""

    def in_force(self) -> SanctionQuerySet:
        """Those that hold now."""
        return self.filter(models.Q(until__isnull=True) | models.Q(until__gt=timezone.now()))

    def on_account(self, account: Any = None, name: str = "") -> SanctionQuerySet:
        """Those on an account, or on a name: a deleted account that is made again is the same."""
        wanted = models.Q(name__iexact=name) if name else models.Q(pk__in=())
        if account is not None:
            wanted |= models.Q(account_id=account.pk) | models.Q(name__iexact=account.username)
        return self.filter(wanted)


class Sanction(models.Model):
    """What staff has done about somebody; see `world.community.moderation`, which also lifts it."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="%(class)ss",
    )
    name = models.CharField(
        max_length=64, blank=True, db_index=True, help_text="Of the account, also if it is gone."
    )
    reason = models.CharField(max_length=300, blank=True, help_text="The person reads it.")
    until = models.DateTimeField(
        null=True, blank=True, db_index=True, help_text="Empty: for ever. In the past: lifted."
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    created_at = models.DateTimeField(auto_now_add=True)

    objects = SanctionQuerySet.as_manager()

    class Meta:
        abstract = True
        ordering = ["-created_at"]

    @property
    def in_force(self) -> bool:
        """Whether it holds now."""
        return self.until is None or self.until > timezone.now()

    @property
    def seconds_left(self) -> float | None:
        """How long it will hold; None for ever."""
        if self.until is None:
            return None
        return max(0.0, (self.until - timezone.now()).total_seconds())

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Keep the account's name beside it."""
        if self.account is not None:
            self.name = self.account.username
        super().save(*args, **kwargs)


class Ban(Sanction):
    """Who may not come in: an account, all from a network, or both."""

    network = models.CharField(
        "address or network",
        max_length=64,
        blank=True,
        db_index=True,
        help_text="For example 203.0.113.7 or 203.0.113.0/24.",
    )

    def __str__(self) -> str:
        return " / ".join(filter(None, (self.name, self.network))) or f"ban {self.pk}"

    def clean(self) -> None:
        """:raises ValidationError: if it bans nobody, or the network is none."""
        if self.network:
            network = network_of(self.network)
            if network is None:
                raise ValidationError({"network": _validation_sentence("network")})
            self.network = str(network)
        if not (self.account or self.name or self.network):
            raise ValidationError(_validation_sentence("nobody"))


class Mute(Sanction):
    """Who may play and not talk."""

    def __str__(self) -> str:
        return self.name or f"mute {self.pk}"

    def clean(self) -> None:
        """:raises ValidationError: if it mutes nobody."""
        if not (self.account or self.name):
            raise ValidationError(_validation_sentence("nobody_mute"))
