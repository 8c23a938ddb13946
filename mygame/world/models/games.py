"""
What the database knows of games: which content there was, which matches, which answers.

A match is a version of a pack, a seed, its options and its journal; everything else here
(snapshots, standings, players' records) could be computed from those four. `world.play.hosting`
writes these rows while a match runs, `world.accounts.records` sums them up, `world.admin` shows
them.
"""

from __future__ import annotations

import zlib

import orjson
from django.conf import settings
from django.db import models

from rules.pack import stored
from world.models.content import Publication


class PackVersion(models.Model):
    """
    One state of a pack's content, kept as long as a match was played with it.

    A match keeps the content it began with, so the sources are stored with it: a mapping of
    path below the packs' folder to text, with the files of the packs it inherits from.
    """

    pack_id = models.CharField("pack", max_length=64, db_index=True)
    version = models.CharField(max_length=32, blank=True)
    content_hash = models.CharField(max_length=64)
    name_en = models.CharField("name", max_length=120, blank=True)
    name_zh = models.CharField("名称", max_length=120, blank=True)
    sources_packed = models.BinaryField(default=b"", editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pack_id", "-created_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["pack_id", "content_hash"], name="world_one_row_per_content"
            )
        ]

    def __str__(self) -> str:
        return f"{self.name_zh or self.name_en or self.pack_id} {self.version}".strip()

    def why_keep(self) -> str | None:
        """Why it must not be deleted: a key of `admin.keep`."""
        for published in self.publications.all():
            newer = Publication.objects.filter(folder=published.folder, pk__gt=published.pk)
            return "wasOnShelf" if newer.exists() else "onShelf"
        return "played" if self.matches.exists() else None

    @property
    def sources(self) -> dict[str, str]:
        """Path below the packs' folder -> text of the file."""
        return stored.unpack_files(bytes(self.sources_packed))

    @sources.setter
    def sources(self, files: dict[str, str]) -> None:
        self.sources_packed = stored.pack_files(files)


class MatchRecord(models.Model):
    """One match, from its first deal on. Its seats and its journal are rows of their own."""

    class Status(models.TextChoices):
        RUNNING = "running", "running"
        FINISHED = "finished", "finished"
        ABANDONED = "abandoned", "abandoned"  # closed before the end: by people, or by a failure
        BROKEN = "broken", "broken"  # cannot be restored; `note` says why

    table = models.ForeignKey(
        "objects.ObjectDB",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="match_records",
    )
    table_name = models.CharField(max_length=120, blank=True)
    scene = models.CharField(
        max_length=120, blank=True, help_text="At whom or where, without a table; else empty."
    )
    place = models.ForeignKey(
        "objects.ObjectDB",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="scene_records",
    )
    pack_version = models.ForeignKey(PackVersion, on_delete=models.PROTECT, related_name="matches")
    seed = models.BigIntegerField()
    options = models.JSONField(default=dict, blank=True)
    time_limit = models.PositiveIntegerField("seconds per answer", default=0)
    time_bank = models.PositiveIntegerField("seconds beyond those, per seat", default=0)
    time_response = models.PositiveIntegerField("seconds per response", default=0)
    private = models.BooleanField("at a private table", default=False)
    advised = models.BooleanField("people could ask bots, which counts for nobody", default=False)
    lesson = models.BooleanField("a lesson, which counts for nobody", default=False)
    delay = models.PositiveSmallIntegerField("seconds who watched was behind", default=0)
    counted = models.BooleanField(
        "counted for its players", default=True, editable=False, db_index=True
    )
    status = models.CharField(
        max_length=16, choices=Status.choices, default=Status.RUNNING, db_index=True
    )
    standings = models.JSONField(
        null=True, blank=True, help_text="Seats from first to last; ties stand together."
    )
    paused = models.BooleanField(default=False)
    camped_at = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="Since when its people have broken it off."
    )
    note = models.TextField(blank=True)
    summary = models.JSONField(
        null=True, blank=True, help_text="Who did what; computed when the match is over."
    )
    started_at = models.DateTimeField(auto_now_add=True, db_index=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        verbose_name = "match"
        verbose_name_plural = "matches"
        permissions = [("run_match", "Can end, pause and resume matches, and hand over seats")]

    def __str__(self) -> str:
        return f"match {self.pk} ({self.pack_version})"

    @property
    def counts_for_nobody(self) -> bool:
        """Whether it is in nobody's sums: a lesson, a scene, or with hints among people."""
        return self.lesson or self.advised or bool(self.scene)

    @property
    def where(self) -> str:
        """Where it is played: the name of a table, or of whom or what a scene is at."""
        return self.scene or self.table_name or str(self.pk)


class MatchSeat(models.Model):
    """
    Who sat where: an account, or a bot, under the name shown at the table.

    The row is of whoever sat there at the beginning, and so is the result. Who took the seat over
    later stands in `substitutes`, each with the journal entry from which on they played.
    """

    class Result(models.TextChoices):
        WON = "won", "won"
        DREW = "drew", "drew"
        LOST = "lost", "lost"

    match = models.ForeignKey(MatchRecord, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="match_seats",
    )
    bot = models.CharField("kind of bot", max_length=32, blank=True)
    name = models.CharField(max_length=120)
    conceded = models.BooleanField(default=False)
    place = models.PositiveSmallIntegerField(null=True, blank=True, help_text="1 is first.")
    result = models.CharField(
        max_length=4,
        choices=Result.choices,
        blank=True,
        help_text="Empty in matches of older versions: there who came first has won.",
    )
    returns = models.JSONField(
        "taken home", null=True, blank=True, help_text="What the pack says in `return`, by name."
    )
    settled_at = models.DateTimeField("taken home at", null=True, blank=True, editable=False)
    sheet = models.ForeignKey(
        "world.Sheet",
        null=True,
        blank=True,
        editable=False,
        on_delete=models.SET_NULL,
        related_name="seats",
        help_text="What they own, which the match has borrowed; see `world.sheets`.",
    )
    bank_left = models.FloatField("seconds left in the time bank", null=True, blank=True)
    autopilot = models.CharField("bot that answers meanwhile", max_length=32, blank=True)
    orders = models.JSONField("answers given for them", default=list, blank=True, editable=False)
    substitutes = models.JSONField(
        default=list, blank=True, help_text="Of each: from, name, account (id), bot (kind)."
    )

    class Meta:
        ordering = ["match", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["match", "seat"], name="world_one_row_per_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.seat}: {self.name}"

    @property
    def has_won(self) -> bool:
        """Whether who sat there has won."""
        return self.result == self.Result.WON if self.result else self.place == 1


class JournalEntry(models.Model):
    """One answer. Committed before anyone is told of it."""

    match = models.ForeignKey(MatchRecord, on_delete=models.CASCADE, related_name="journal")
    index = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    picks = models.JSONField(help_text="The chosen options, counted from 0.")
    left_out = models.JSONField(
        "left out",
        null=True,
        blank=True,
        help_text="What failed of cards: unit, kind, number in it.",
    )
    own = models.BooleanField(
        "given by who sits there", default=True, help_text="Not by a bot, nor by default."
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["match", "index"]
        verbose_name_plural = "journal entries"
        constraints = [
            models.UniqueConstraint(fields=["match", "index"], name="world_one_answer_per_index")
        ]

    def __str__(self) -> str:
        return f"{self.index}: seat {self.seat} {self.picks}"


class Snapshot(models.Model):
    """A saved match, so that recovery need not replay the whole journal. The newest are kept."""

    match = models.ForeignKey(MatchRecord, on_delete=models.CASCADE, related_name="snapshots")
    index = models.PositiveIntegerField(help_text="How many journal entries it includes.")
    state_hash = models.CharField(max_length=64)
    data = models.BinaryField(editable=False)
    log_packed = models.BinaryField(default=b"", editable=False)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["match", "-index"]
        constraints = [
            models.UniqueConstraint(fields=["match", "index"], name="world_one_snapshot_per_index")
        ]

    def __str__(self) -> str:
        return f"match {self.match_id} at {self.index}"

    @property
    def log(self) -> list:
        """The lines of the match's log up to here, as lists; the saved form has none."""
        if not self.log_packed:
            return []
        return orjson.loads(zlib.decompress(bytes(self.log_packed)))

    @log.setter
    def log(self, entries: list) -> None:
        self.log_packed = zlib.compress(orjson.dumps(entries), level=1)


class PlayerRecord(models.Model):
    """How an account has fared at one game."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="game_records"
    )
    game = models.CharField(max_length=64)
    played = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0, help_text="By their own play.")
    met = models.PositiveIntegerField("played with other people", default=0)
    beat = models.PositiveIntegerField("won among people", default=0)
    conceded = models.PositiveIntegerField(default=0)
    streak = models.PositiveIntegerField("won among people in a row now", default=0)
    best_streak = models.PositiveIntegerField("won among people in a row at most", default=0)
    best_score = models.IntegerField(null=True, blank=True, help_text="As the game counts.")
    last_played_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["game", "-won"]
        constraints = [
            models.UniqueConstraint(fields=["account", "game"], name="world_one_record_per_game")
        ]

    def __str__(self) -> str:
        return f"{self.account} · {self.game}: {self.won}/{self.played}"


class SavedDeck(models.Model):
    """A deck that a player has built, legal or not yet; see `world.shelf.decks`."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="decks"
    )
    game = models.CharField(max_length=64, db_index=True)
    name = models.CharField(max_length=64)
    key = models.CharField("name in lower case", max_length=64, editable=False)
    cards = models.JSONField(default=dict, help_text="Ids of cards by part of the deck.")
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["key"]
        constraints = [
            models.UniqueConstraint(
                fields=["account", "game", "key"], name="world_one_deck_per_name"
            )
        ]

    def __str__(self) -> str:
        return self.name
