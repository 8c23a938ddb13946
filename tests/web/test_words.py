"""The reference of words: on the site, in the game's help, and in the sources."""

import sys
from pathlib import Path

import pytest

from rules.language.schema import WORDS
from rules.workshop import reference
from world.locale.reader import Reader
from world.render import words

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).parents[2]


def test_the_page_of_words_is_that_of_the_words_there_are(monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "scripts")
    sys.modules.pop("words", None)
    import words as script

    assert script.PAGE.read_text("utf-8") == script.text(), "make words writes it anew"
    for table in WORDS.values():
        for name in table:
            assert f"### {name}\n" in script.text()


def test_a_word_tells_what_it_takes_and_what_a_card_with_it_says(shelf):
    lines = "\n".join(words.lines("Damage", Reader("en", plain=True)))
    assert "Deal damage to each target" in lines
    assert "|wamount|n: a number" in lines
    assert '"type": "damage"' in lines
    assert "says: " in lines


def test_a_word_and_what_it_takes_are_told_in_the_language_of_the_reader(shelf):
    told = "\n".join(words.lines("damage", Reader("zh", plain=True)))
    assert "对每个目标造成伤害" in told
    assert "|wamount|n: 一个数" in told
    assert "Deal damage" not in told
    assert "洗一个区域的牌" in "\n".join(words.lines("shuffle", Reader("zh", plain=True)))


def test_a_word_of_the_engine_stands_once_however_many_games_know_it(shelf):
    assert [entry.own for _, entry in reference.entries_named(shelf.values(), "shuffle")] == [False]
    assert len(reference.entries_named(shelf.values(), "damage")) > 1


def test_a_name_that_is_no_word_is_told_so_without_markup(shelf):
    (line,) = words.lines("|rno" + "x" * 500, Reader("en"))
    assert "||rno" in line
    assert len(line) < 300


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_site_lists_the_words_of_each_game_and_tells_of_each(client, shelf, language):
    assert "chrono" in client.get(f"/help/words/?lang={language}").content.decode()
    deals = {"zh": "对每个目标造成伤害", "en": "Deal damage to each target"}[language]
    page = client.get("/help/words/chrono/").content.decode()
    assert deals in page
    assert "/help/word/damage/" in page
    assert "/help/word/undercurrent/" in page
    assert deals in client.get("/help/word/damage/").content.decode()
    for address in ("/help/word/nothing/", "/help/words/nothing/"):
        assert client.get(address).status_code == 404
