"""The hall says what is new until one has read it."""

import datetime

import pytest

from world.models import News, news
from world.render import announce


def publish(number, days_ago=0):
    return News.objects.create(
        slug=f"piece-{number}",
        at=datetime.date.today() - datetime.timedelta(days=days_ago),
        title_zh=f"标题{number}",
        title_en=f"Title {number}",
        text_zh=f"正文{number}",
        text_en=f"Body {number}",
    )


def arrive(somebody):
    somebody.heard.clear()
    announce.show_arrival(somebody.character)
    return somebody.told()


def test_the_newest_is_told_at_arrival_until_it_is_read(ann):
    News.objects.all().delete()
    publish(1, days_ago=1)
    publish(2)
    assert "New: Title 2." in arrive(ann)
    assert "Body 2" in ann.type("news")
    assert "New:" not in arrive(ann)
    publish(3)
    assert "New: Title 3." in arrive(ann)


def test_older_news_are_listed_and_read_by_number(person):
    an = person("小安", language="zh")
    News.objects.all().delete()
    publish(1, days_ago=1)
    publish(2)
    told = an.type("新闻")
    assert "标题1" in told
    assert "正文1" not in told
    assert "正文1" in an.type("新闻 2")
    assert "没有第9条" in an.type("新闻 9")


def test_what_is_to_come_is_not_told(ann):
    News.objects.all().delete()
    publish(1, days_ago=-2)
    assert "New:" not in arrive(ann)
    assert "There is no news" in ann.type("news")


def test_what_comes_with_the_code_is_brought_in_once_and_then_left_to_staff(db):
    news.import_news()
    count = News.objects.count()
    assert count
    piece = News.objects.first()
    piece.title_en = "Mended"
    piece.save()
    news.import_news()
    assert News.objects.count() == count
    assert News.objects.get(pk=piece.pk).title_en == "Mended"


@pytest.mark.parametrize("entry", ["title", "text"])
def test_what_comes_with_the_code_is_in_both_languages(db, entry):
    news.import_news()
    for piece in News.objects.all():
        assert getattr(piece, f"{entry}_zh")
        assert getattr(piece, f"{entry}_en")
