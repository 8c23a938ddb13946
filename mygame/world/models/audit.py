"""What staff did, in the game, the admin, on pages and over the API. See `world.accounts.audit`."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class StaffAct(models.Model):
    """Somebody with more rights than a player has used them."""

    class Way(models.TextChoices):
        GAME = "game", "in the game"
        ADMIN = "admin", "in the admin"
        WEB = "web", "on a page"
        API = "api", "over the API"

    at = models.DateTimeField(auto_now_add=True, db_index=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="staff_acts",
    )
    by_name = models.CharField("by", max_length=120)
    way = models.CharField(max_length=8, choices=Way.choices)
    act = models.CharField(max_length=64, db_index=True, help_text="publish, ban, endMatch ...")
    on = models.CharField(max_length=200, blank=True)
    details = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = "deed of staff"
        verbose_name_plural = "deeds of staff"

    def __str__(self) -> str:
        return f"{self.by_name}: {self.act} {self.on}".strip()
