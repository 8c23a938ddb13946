"""What people wanted cards to do and the words of a game cannot say. See `content.wording`."""

from __future__ import annotations

from django.db import models


class Wish(models.Model):
    """Something a game has no word for, how many wanted it, and the last sentence that did."""

    folder = models.CharField("game", max_length=60)
    language = models.CharField(max_length=8)
    lacking = models.CharField("no word for", max_length=200)
    text = models.CharField("last sentence", max_length=400)
    count = models.PositiveIntegerField("people", default=1)
    first_at = models.DateTimeField(auto_now_add=True)
    last_at = models.DateTimeField(auto_now=True, db_index=True)
    note = models.TextField(blank=True)

    class Meta:
        ordering = ["-count", "-pk"]
        verbose_name_plural = "wishes"
        constraints = [
            models.UniqueConstraint(fields=["folder", "language", "lacking"], name="one_wish")
        ]

    def __str__(self) -> str:
        return f"{self.lacking} ({self.count})"
