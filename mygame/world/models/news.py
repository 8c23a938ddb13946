"""
News: what has changed, told to players in the hall until they have read it.

`News` rows are written in the admin, in both languages. What comes with the code stands in
`news.json5` and is put there once. Begin with `headline`.
"""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

import pyjson5
from django.db import models
from django.utils import timezone

FILE = Path(__file__).parents[1] / "news.json5"
READ = "news_read"  # attribute of an account: the newest that it has read


class News(models.Model):
    """One piece of news; markup for colours works in its text."""

    slug = models.SlugField(unique=True)
    at = models.DateField("from", default=timezone.localdate, help_text="Shown from this day on.")
    title_zh = models.CharField(max_length=40)
    title_en = models.CharField(max_length=60)
    text_zh = models.TextField()
    text_en = models.TextField()

    class Meta:
        app_label = "world"
        ordering = ["-at", "-pk"]
        verbose_name_plural = "news"

    def __str__(self) -> str:
        return f"{self.at} {self.title_en}"

    def title(self, language: str) -> str:
        """The title in a language."""
        return self.title_zh if language == "zh" else self.title_en

    def text(self, language: str) -> str:
        """The text in a language."""
        return self.text_zh if language == "zh" else self.text_en


def published_news() -> models.QuerySet[News]:
    """What players may read, the newest first."""
    return News.objects.filter(at__lte=timezone.localdate())


def headline(account: Any) -> News | None:
    """The newest piece of news, if this account has not read it."""
    newest = published_news().first()
    return newest if newest is not None and newest.pk != account.attributes.get(READ) else None


def mark_read(account: Any, news: News) -> None:
    """This account has read it: it is no headline any more."""
    newest = published_news().first()
    if newest == news:
        account.attributes.add(READ, news.pk)


def import_news() -> None:
    """Make rows of the news that came with the code, and are not there yet."""
    known = set(News.objects.values_list("slug", flat=True))
    for entry in pyjson5.decode(FILE.read_text(encoding="utf-8")):
        if entry["slug"] not in known:
            News.objects.create(
                slug=entry["slug"],
                at=datetime.date.fromisoformat(entry["at"]),
                title_zh=entry["title"]["zh"],
                title_en=entry["title"]["en"],
                text_zh=entry["text"]["zh"],
                text_en=entry["text"]["en"],
            )
