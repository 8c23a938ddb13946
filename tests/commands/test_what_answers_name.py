"""What is answered fits where one is: nothing is silent, and what it names can be typed there."""

import re
from functools import cache
from pathlib import Path

import pytest

import rules
from commands.help import topic_named
from rules.pack import load_pack
from world.locale.messages import LANGUAGES, find_message
from world.shelf import games

# Typed everywhere; nothing of it changes where one is.
LINES = (
    *("xyzzy", "join", "join 99", "watch", "watch 99", "sit", "sit 9", "seats", "bot remove 9"),
    *("bot nonsense", "options", "options nonsense 1", "ready no", "rematch", "start", "invite"),
    *("invite me", "invite Ben", "kick", "kick 9", "board", "hand", "log", "undo", "yes", "no"),
    *("auto", "auto off", "hint", "why", "concede", "replay", "history", "history 999", "register"),
    *("more", "tables", "open", "tutorial"),
)
ELSEWHERE = (
    *("hall.unknown", "table.unknown", "table.not_here", "table.elsewhere", "table.running"),
    *("table.not_seated", "table.no_match", "error.noMatch", "error.notSeated"),
    *("error.undoNotAsked", "error.seatedHere", "error.seatedHerePlaying"),
)
NAMED = re.compile(r"\|w(.+?)\|n")


def in_the_hall(ann, ben):
    """Nothing else."""


def away_from_a_match(ann, ben):
    ann.type("play")
    ann.type("leave")


def hosting(ann, ben):
    ann.type("open")
    ben.type(f"join {ann.character.location.number}")


def seated(ann, ben):
    ben.type("open")
    ann.type(f"join {ben.character.location.number}")


def watching(ann, ben):
    ben.type("open")
    ann.type(f"watch {ben.character.location.number}")


def watching_a_match(ann, ben):
    ben.type("play")
    ann.type(f"watch {ben.character.location.number}")


def in_a_match(ann, ben):
    ann.type("play")


def having_given_up(ann, ben):
    hosting(ann, ben)
    ann.type("bot 2")
    ben.type("ready")
    ann.type("start")
    ann.type("concede yes")


def after_a_match(ann, ben):
    games.put_on_shelf(duel())
    ann.type("open duel")
    ben.type(f"join {ann.character.location.number}")
    ben.type("ready")
    ann.type("start")
    ben.type("concede yes")
    assert ann.character.location.state == "finished"


@cache
def duel():
    """A game that is over when one of two gives up."""
    return load_pack(Path(rules.__file__).parents[1] / "world" / "packs" / "duel")


PLACES = (
    *(in_the_hall, away_from_a_match, hosting, seated, watching, watching_a_match, in_a_match),
    *(having_given_up, after_a_match),
)


def go(place, ann, ben):
    """Both as if they had just come, then somewhere."""
    for somebody in (ann, ben):
        somebody.character.ndb.unsure = None
        if somebody.character.table is not None:
            somebody.character.table._close()
        somebody.character.go_to_hall()
    place(ann, ben)


def where(somebody):
    """The room, and whether one has a seat."""
    return type(somebody.character.location), somebody.character.table is None


def sentences(language):
    """The beginnings of what is answered where something cannot be done."""
    told = [find_message(key, language) for key in ELSEWHERE]
    return [re.split(r"[|{]", one, maxsplit=1)[0] for one in told]


def named_in(heard):
    """What an answer names to be typed; not what only shows the form."""
    for named in NAMED.findall("\n".join(heard)):
        words = named.split()
        if not any(word.isupper() for word in words) and topic_named(words[0]):
            yield named


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("place", PLACES)
def test_every_answer_says_something_and_names_what_can_be_done_there(
    person, clock, place, language
):
    ann, ben = person("Ann", language=language), person("Ben")
    go(place, ann, ben)
    there = where(ann)
    named: dict[str, str] = {}
    for line in LINES:
        told = ann.type(line)
        assert told.strip() or line == "hint", f"{line!r} is answered by nothing"
        for each in named_in(ann.heard):
            named.setdefault(each, line)
        if where(ann) != there:
            go(place, ann, ben)
    cannot = sentences(language)
    for each, line in named.items():
        go(place, ann, ben)
        ann.type(line)
        told = ann.type(each)
        assert not [one for one in cannot if one in told], f"{line!r} names {each!r}: {told}"


@pytest.mark.parametrize(("typed", "sure"), [("concede", "yes"), ("认输", "是")])
def test_who_is_asked_whether_to_give_up_says_yes(ann, ben, clock, typed, sure):
    in_a_match(ann, ben)
    table = ann.character.location
    ann.type(typed)
    assert not table.has_conceded(0)
    ann.type(sure)
    assert table.has_conceded(0)


def test_a_question_is_forgotten_with_the_next_thing_that_is_typed(ann, ben, clock):
    in_a_match(ann, ben)
    ann.type("concede")
    ann.type("look")
    ann.type("yes")
    assert not ann.character.location.has_conceded(0)


def test_one_gives_up_from_the_hall_and_is_told(ann, ben, clock):
    away_from_a_match(ann, ben)
    table = ann.character.table
    ann.type("concede")
    assert "You have given up the game at table" in ann.type("yes")
    assert table.has_conceded(0)
    assert ann.character.table is None


def test_a_table_that_everybody_has_left_is_not_listed(ann, ben, clock):
    hosting(ann, ben)
    ben.type("leave")
    ann.type("bot 1")
    assert "No table is open" in ann.type("leave")
    assert "No table is open" in ben.type("tables")


def test_tables_at_which_only_bots_are_left_are_not_listed(ann, ben, clock):
    after_a_match(ann, ben)
    table = ann.character.location
    ann.type("leave")
    assert f"{table.number}" in ben.type("tables")
    assert "No table is open" in ben.type("leave")
    assert "No table is open" in ben.type("tables")
    table.look_after(0.0)
    table.look_after(1.0)
    assert table.state == "closed"


def test_nobody_is_invited_who_is_there(ann, ben, clock):
    hosting(ann, ben)
    ben.heard.clear()
    assert "You are at this table already." in ann.type("invite me")
    assert "Ben is at this table already." in ann.type("invite Ben")
    assert ben.told() == ""


def test_options_are_called_as_they_are_listed(ann, ben):
    hosting(ann, ben)
    table = ann.character.location
    ann.type("options seconds per answer 60 best 3 time bank=90")
    assert [table.options[name] for name in ("timeLimit", "series", "timeBank")] == [60, 3, 90]
    ann.type("open")
    ann.type("leave")
    ann.type("open chrono seconds per answer 50 players 3")
    assert ann.character.location.options["timeLimit"] == 50
    assert ann.character.location.options["players"] == 3


def test_who_begins_another_game_is_told_that_a_seat_is_given_up(ann, ben, clock):
    hosting(ann, ben)
    number = ann.character.location.number
    assert "No game here has a lesson" in ann.type("tutorial")
    assert ann.character.location.number == number
