"""What went wrong in matches: an action that could not be carried out. See `play.failures`."""

from __future__ import annotations

from django.db import models


class FailedAction(models.Model):
    """
    A seat did something that a card, the flow of a game or the engine itself could not do.

    The match stood as before, and went on. With the `index` first entries of its journal it stands
    just before it again. Of `BOT` nothing has failed in the match: a script did not answer, and
    another bot did.
    """

    class Kind(models.TextChoices):
        CARD = "card", "a card failed"
        FLOW = "flow", "the flow of the game failed"
        ENGINE = "engine", "the engine failed"
        BOT = "bot", "a script did not answer for a bot"

    match = models.ForeignKey(
        "world.MatchRecord", on_delete=models.CASCADE, related_name="failures"
    )
    index = models.PositiveIntegerField(help_text="Journal entries before it.")
    seat = models.PositiveSmallIntegerField()
    picks = models.JSONField(null=True, blank=True, help_text="Nothing: no answer, but giving up.")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    card = models.CharField(max_length=120, blank=True)
    reason = models.TextField(blank=True)
    trace = models.TextField(blank=True)
    ended = models.BooleanField("ended the match", default=False)
    at = models.DateTimeField(auto_now_add=True, db_index=True)
    note = models.TextField(blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = "failed action"

    def __str__(self) -> str:
        return f"{self.card or self.kind}: {self.reason}"[:120]
