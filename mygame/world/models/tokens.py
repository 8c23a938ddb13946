"""Tokens: with what a program of somebody's proves over the API that it is theirs. See `tokens`."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Token(models.Model):
    """A token of an account. Only its digest is kept: it was shown once, when it was made."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens"
    )
    name = models.CharField(max_length=40, help_text="What it is for.")
    digest = models.CharField(max_length=64, unique=True, editable=False)
    begins = models.CharField("begins with", max_length=12, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateField("last used", null=True, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.account} · {self.name} ({self.begins}…)"
