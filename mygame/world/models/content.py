"""
What the database knows of content in the making: drafts, what they became, and who may publish.

A pack is known by its folder. What is edited is a *piece* of it, by its address: a card, an entry
of a section, a whole file (`rules.pack.pieces`). A `Draft` is what somebody writes; a `Publication`
puts a `PackVersion`, which is immutable and named by its hash, on the shelf; its `Revision`s say
which pieces were new, other or gone in it. Who works with these rows: `world.content`.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models

from rules.pack import stored

_ACCOUNT = settings.AUTH_USER_MODEL


class Publication(models.Model):
    """A version of a pack was put on the shelf. The newest of a folder is what is offered."""

    class How(models.TextChoices):
        FILES = "files", "from files"  # those of `PACK_DIRS`, at a start or by `publish`
        EDIT = "edit", "from drafts"
        ROLLBACK = "rollback", "an older version again"
        INSTALL = "install", "installed"

    folder = models.CharField(max_length=64, db_index=True)
    version = models.ForeignKey(
        "world.PackVersion", on_delete=models.PROTECT, related_name="publications"
    )
    how = models.CharField(max_length=16, choices=How.choices)
    comment = models.CharField(max_length=400, blank=True)
    by = models.ForeignKey(
        _ACCOUNT, null=True, blank=True, on_delete=models.SET_NULL, related_name="publications"
    )
    by_name = models.CharField("by", max_length=120, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    others_packed = models.BinaryField(default=b"", editable=False)
    on_disk = models.JSONField(
        default=dict, blank=True, help_text="Digests of the files on disk that it has taken in."
    )

    class Meta:
        ordering = ["-pk"]
        permissions = [
            ("publish_pack", "Can publish what is approved"),
            ("rollback_pack", "Can put an older version on the shelf again"),
            ("export_pack", "Can take a pack away as an archive"),
            ("install_pack", "Can install a pack from an archive"),
        ]

    def __str__(self) -> str:
        return f"{self.folder} #{self.pk}: {self.version}"

    @property
    def others(self) -> dict[str, str]:
        """The folder's files that are not part of the version, such as scenarios: place -> text."""
        return stored.unpack_files(bytes(self.others_packed))

    @others.setter
    def others(self, files: dict[str, str]) -> None:
        self.others_packed = stored.pack_files(files)


class Revision(models.Model):
    """What a publication made of a piece. `text` is "" where it took the piece away."""

    publication = models.ForeignKey(Publication, on_delete=models.CASCADE, related_name="revisions")
    folder = models.CharField(max_length=64)
    address = models.CharField(max_length=200)
    text = models.TextField(blank=True)
    before = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="after"
    )

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["folder", "address"], name="world_revisions_of_piece")]
        constraints = [
            models.UniqueConstraint(
                fields=["publication", "address"], name="world_one_revision_per_piece"
            )
        ]

    def __str__(self) -> str:
        return f"{self.address} in {self.publication}"


class Draft(models.Model):
    """A piece as somebody would have it. It is theirs until it is published or dropped."""

    class Status(models.TextChoices):
        OPEN = "open", "being written"
        SUBMITTED = "submitted", "waits for a review"
        APPROVED = "approved", "approved"
        PUBLISHED = "published", "published"
        DROPPED = "dropped", "dropped"

    folder = models.CharField(max_length=64, db_index=True)
    address = models.CharField(max_length=200)
    text = models.TextField(blank=True, help_text="JSON5; nothing takes the piece away.")
    base = models.TextField(blank=True, editable=False, help_text="What it was made from.")
    status = models.CharField(
        max_length=16, choices=Status.choices, default=Status.OPEN, db_index=True
    )
    comment = models.CharField(max_length=400, blank=True)
    author = models.ForeignKey(
        _ACCOUNT, null=True, blank=True, on_delete=models.SET_NULL, related_name="drafts"
    )
    author_name = models.CharField("by", max_length=120)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    report = models.JSONField(
        null=True, blank=True, help_text="What the last check of this text has found."
    )
    trial = models.JSONField(
        null=True, blank=True, help_text="How it fared in matches of bots, for the review."
    )
    reviewer = models.ForeignKey(
        _ACCOUNT, null=True, blank=True, on_delete=models.SET_NULL, related_name="reviews"
    )
    reviewer_name = models.CharField("reviewed by", max_length=120, blank=True)
    review = models.CharField("what the reviewer says", max_length=400, blank=True)
    publication = models.ForeignKey(
        Publication, null=True, blank=True, on_delete=models.SET_NULL, related_name="drafts"
    )

    class Meta:
        ordering = ["-updated_at", "-pk"]
        permissions = [("review_draft", "Can approve drafts of others, or send them back")]
        constraints = [
            models.UniqueConstraint(
                fields=["author", "folder", "address"],
                condition=models.Q(status__in=["open", "submitted", "approved"]),
                name="world_one_draft_of_a_piece",
            )
        ]

    def __str__(self) -> str:
        return f"{self.address} by {self.author_name}"


class PackPolicy(models.Model):
    """Who may write and review a pack, and whether it needs a review; see `accounts.roles`."""

    folder = models.CharField(max_length=64, unique=True)
    review = models.BooleanField("needs a review", default=True)
    builders = models.ManyToManyField(
        _ACCOUNT, blank=True, related_name="packs_built", help_text="Nobody: all builders."
    )
    reviewers = models.ManyToManyField(
        _ACCOUNT, blank=True, related_name="packs_reviewed", help_text="Nobody: all reviewers."
    )

    class Meta:
        ordering = ["folder"]
        verbose_name_plural = "pack policies"

    def __str__(self) -> str:
        return self.folder
