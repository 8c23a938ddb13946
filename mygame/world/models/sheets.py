"""
What people own of games, between matches: sheets, things, places, and the entries of the book.

An owner is a sheet or a place of a realm (games with one `realm` in their manifest; by itself each
game is one). Numbers stand with their owner, in `fields`; what can be told from others of its kind
is a `Thing`. Whatever comes or goes has an `Entry`, which is never changed: the entries of an owner
add up to what it has. A match borrows sheets (`Sheet.lease`). Who works with these rows:
`world.sheets`. A `Stake` is what a match of another game is played for, while that goes on.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from world.models.games import MatchRecord, MatchSeat

_ACCOUNT = settings.AUTH_USER_MODEL


class Sheet(models.Model):
    """What an account, or a character of it, owns in a realm."""

    realm = models.CharField(max_length=64)
    account = models.ForeignKey(_ACCOUNT, on_delete=models.CASCADE, related_name="sheets")
    character = models.ForeignKey(
        "objects.ObjectDB", null=True, blank=True, on_delete=models.SET_NULL, related_name="sheets"
    )
    alive = models.BooleanField(default=True)
    fields = models.JSONField(default=dict, blank=True, help_text="Numbers and names, by name.")
    version = models.PositiveIntegerField(
        default=1, help_text="Of what the game declares; see `migrate` of its manifest."
    )
    games = models.JSONField(default=list, blank=True, help_text="What was played with it.")
    entries_known = models.JSONField(default=list, blank=True, editable=False)
    lease = models.OneToOneField(
        MatchSeat,
        null=True,
        blank=True,
        editable=False,
        on_delete=models.SET_NULL,
        related_name="lent",
        help_text="The seat that has it.",
    )
    revision = models.PositiveIntegerField(default=0, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["account", "realm"],
                condition=Q(character=None, alive=True),
                name="world_one_sheet_of_an_account",
            ),
            models.UniqueConstraint(
                fields=["character", "realm"],
                condition=Q(alive=True) & ~Q(character=None),
                name="world_one_sheet_of_a_character",
            ),
        ]
        permissions = [("tend_sheet", "Can give to sheets, take from them, and move them out")]

    def __str__(self) -> str:
        return f"sheet {self.pk} ({self.realm})"


class Place(models.Model):
    """Where things lie and numbers are kept that are nobody's: a shop, a market, the ground."""

    realm = models.CharField(max_length=64)
    name = models.CharField(max_length=64)
    fields = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["realm", "name"]
        constraints = [
            models.UniqueConstraint(fields=["realm", "name"], name="world_one_place_of_a_name")
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.realm})"


class Thing(models.Model):
    """One thing, wherever it is: it belongs to a sheet, lies at a place, or is lost."""

    realm = models.CharField(max_length=64)
    kind = models.CharField(max_length=200, help_text="The id of its card.")
    fields = models.JSONField(default=dict, blank=True)
    zone = models.CharField(max_length=64, blank=True, help_text="As what, or where, one has it.")
    sheet = models.ForeignKey(
        Sheet, null=True, blank=True, on_delete=models.CASCADE, related_name="things"
    )
    place = models.ForeignKey(
        Place, null=True, blank=True, on_delete=models.PROTECT, related_name="things"
    )
    lost = models.BooleanField(default=False)
    match = models.ForeignKey(
        MatchRecord,
        null=True,
        blank=True,
        editable=False,
        on_delete=models.SET_NULL,
        related_name="things_left",
        help_text="Where it still is, though its sheet has come home.",
    )
    retired = models.BooleanField(default=False, help_text="The game has no such card any more.")

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["realm", "kind"], name="world_things_of_a_kind")]
        constraints = [
            models.CheckConstraint(
                condition=(
                    Q(sheet__isnull=False, place__isnull=True, lost=False)
                    | Q(sheet__isnull=True, place__isnull=False, lost=False)
                    | Q(sheet__isnull=True, place__isnull=True, lost=True)
                ),
                name="world_a_thing_is_in_one_place",
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} #{self.pk}"


class Entry(models.Model):
    """Something went from somewhere to somewhere. Written once."""

    class Side(models.TextChoices):
        SHEET = "sheet", "a sheet"
        PLACE = "place", "a place"
        MATCH = "match", "a match that goes on"
        MINT = "mint", "made"
        BURN = "burn", "used up"

    at = models.DateTimeField(auto_now_add=True)
    realm = models.CharField(max_length=64)
    what = models.CharField(max_length=200, help_text="A number by name, or a card by its id.")
    thing = models.ForeignKey(
        Thing, null=True, blank=True, on_delete=models.SET_NULL, related_name="entries"
    )
    amount = models.BigIntegerField()
    source = models.CharField("from", max_length=5, choices=Side.choices)
    from_sheet = models.ForeignKey(
        Sheet, null=True, blank=True, on_delete=models.SET_NULL, related_name="entries_out"
    )
    from_place = models.ForeignKey(
        Place, null=True, blank=True, on_delete=models.SET_NULL, related_name="entries_out"
    )
    target = models.CharField("to", max_length=5, choices=Side.choices)
    to_sheet = models.ForeignKey(
        Sheet, null=True, blank=True, on_delete=models.SET_NULL, related_name="entries_in"
    )
    to_place = models.ForeignKey(
        Place, null=True, blank=True, on_delete=models.SET_NULL, related_name="entries_in"
    )
    reason = models.CharField(max_length=200)
    match = models.ForeignKey(
        MatchRecord, null=True, blank=True, on_delete=models.SET_NULL, related_name="entries"
    )
    answer = models.PositiveIntegerField(
        null=True, blank=True, help_text="Entries of the match's journal before it."
    )
    by = models.ForeignKey(
        _ACCOUNT, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["-pk"]
        verbose_name_plural = "entries"
        indexes = [models.Index(fields=["realm", "what"], name="world_entries_of_what")]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="world_an_entry_moves_something")
        ]

    def __str__(self) -> str:
        return f"{self.amount} {self.what}: {self.source} -> {self.target}"

    def save(self, *args, **kwargs) -> None:
        """Once."""
        if self.pk is not None:
            raise TypeError("an entry of the book is never changed")
        super().save(*args, **kwargs)


class Stake(models.Model):
    """
    What somebody plays a match for against a person of the world: so much of a number of their
    sheet, and as much from that person's purse. The match holds both until it ends.
    """

    match = models.OneToOneField(MatchRecord, on_delete=models.CASCADE, related_name="stake")
    seat = models.PositiveSmallIntegerField(default=0, help_text="Of who has the sheet.")
    sheet = models.ForeignKey(
        Sheet, null=True, blank=True, on_delete=models.SET_NULL, related_name="stakes"
    )
    purse = models.ForeignKey(Place, on_delete=models.PROTECT, related_name="stakes")
    what = models.CharField(max_length=64, help_text="A number by name.")
    amount = models.PositiveIntegerField(help_text="Of each of the two.")
    wins = models.JSONField(
        default=dict, blank=True, help_text="What winning does to the sheet: `prize`, `marks`."
    )
    paid_at = models.DateTimeField(null=True, blank=True)
    result = models.CharField(
        max_length=4, blank=True, help_text="won, lost; back: each has their own again."
    )
    given = models.CharField(max_length=200, blank=True, help_text="The prize, if it was given.")

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.amount} {self.what} ({self.match})"
