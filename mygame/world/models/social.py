"""
What the database knows of people among each other: friends, ignored ones, letters, reports.

All of it hangs on accounts. What an account had goes with it; only reports stay, with the names as
they were, because they are for the staff. Who works with these rows: `world.community.social`
(ignored), `world.accounts.friends`, `world.community.tells` and `world.community.reports`.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models

_ACCOUNT = settings.AUTH_USER_MODEL


class Friend(models.Model):
    """Somebody is on an account's list of friends; not necessarily the other way round."""

    account = models.ForeignKey(_ACCOUNT, on_delete=models.CASCADE, related_name="friends")
    friend = models.ForeignKey(_ACCOUNT, on_delete=models.CASCADE, related_name="friend_of")
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["account", "friend"], name="world_friends_once")
        ]

    def __str__(self) -> str:
        return f"{self.account} → {self.friend}"


class Ignore(models.Model):
    """An account does not want to hear of another one."""

    account = models.ForeignKey(_ACCOUNT, on_delete=models.CASCADE, related_name="ignoring")
    ignored = models.ForeignKey(_ACCOUNT, on_delete=models.CASCADE, related_name="ignored_by")
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["account", "ignored"], name="world_ignores_once")
        ]

    def __str__(self) -> str:
        return f"{self.account} ≠ {self.ignored}"


class Letter(models.Model):
    """What was told to somebody who was away; read at the next log-in, and kept for a while."""

    recipient = models.ForeignKey(_ACCOUNT, on_delete=models.CASCADE, related_name="letters")
    sender = models.ForeignKey(_ACCOUNT, on_delete=models.CASCADE, related_name="letters_sent")
    text = models.TextField()
    at = models.DateTimeField(auto_now_add=True)
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.sender} → {self.recipient}"


class Report(models.Model):
    """Somebody complains of somebody: the words, and what was heard before. For the staff."""

    reporter = models.ForeignKey(
        _ACCOUNT, null=True, on_delete=models.SET_NULL, related_name="reports_made"
    )
    reporter_name = models.CharField("from", max_length=120)
    accused = models.ForeignKey(
        _ACCOUNT, null=True, on_delete=models.SET_NULL, related_name="reports_about"
    )
    accused_name = models.CharField("about", max_length=120, db_index=True)
    place = models.CharField(max_length=120, blank=True)
    text = models.TextField("what is wrong")
    heard = models.TextField(
        "heard before", blank=True, help_text="The last lines of talk the reporter has read."
    )
    at = models.DateTimeField(auto_now_add=True, db_index=True)
    note = models.TextField(blank=True, help_text="What was done about it; only staff reads it.")
    handled_at = models.DateTimeField(null=True, blank=True, db_index=True)
    handled_by = models.ForeignKey(
        _ACCOUNT, null=True, blank=True, on_delete=models.SET_NULL, related_name="reports_handled"
    )

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.reporter_name} about {self.accused_name}"
