"""Browsers that want to be told that it is somebody's turn. See `world.accounts.summons`."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class PushSubscription(models.Model):
    """A browser of an account, as its maker's push service knows it."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_subscriptions"
    )
    endpoint = models.CharField(max_length=600, unique=True, editable=False)
    p256dh = models.CharField(max_length=100, editable=False)
    auth = models.CharField(max_length=40, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    told_at = models.DateTimeField("last told", null=True, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.account} · {self.service}"

    @property
    def service(self) -> str:
        """The machine that hands messages on."""
        return self.endpoint.split("/")[2] if self.endpoint.count("/") > 2 else self.endpoint
