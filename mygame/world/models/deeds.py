"""What has been done in the world outside, told to whoever reads of it later."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from world.models.games import MatchRecord


class Deed(models.Model):
    """
    A line of the log of a match that its game wants told (`board.news`), in both languages: kept
    when the match is over, for the log is not.
    """

    at = models.DateTimeField(auto_now_add=True)
    match = models.ForeignKey(
        MatchRecord, null=True, blank=True, on_delete=models.SET_NULL, related_name="deeds"
    )
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="deeds",
        help_text="Whose it is.",
    )
    message = models.CharField(max_length=64, help_text="Of the log.")
    text_en = models.TextField()
    text_zh = models.TextField()

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.text_en

    def text(self, language: str) -> str:
        """It in a language."""
        return self.text_zh if language == "zh" else self.text_en
