"""What people do wrong at a table of Kingdoms: a sentence each, and nothing has changed."""

import random
from functools import cache

import pytest
from data_client import Drawing

from rules.pack import load_pack
from rules.pack.files import WORLD
from rules.playing.bots.answers import Line
from rules.telling.text import Text
from typeclasses.tables import Table
from world.play.hosting import botturns
from world.play.hosting.timing import AWAY_AGAIN_LIMIT
from world.shelf import games


@cache
def kingdoms():
    return load_pack(WORLD / "kingdoms")


def any_answer(dice):
    """A bot that does anything."""

    def think(match, seat):
        choice = match.choice_of(seat)
        count = dice.randint(choice.minimum, choice.maximum)
        return [Line(tuple(dice.sample(range(len(choice.options)), count)))]

    return think


@pytest.fixture
def match(person, clock, monkeypatch):
    """Ann, Ben and six bots; everybody is asked for nullifications."""
    games.put_on_shelf(kingdoms())
    monkeypatch.setitem(botturns.BOTS, "greedy", any_answer(random.Random(6)))
    ann, ben = person("Ann"), person("Ben")
    ann.type("open kingdoms players 8 everybodyAsked yes")
    ben.type(f"join {ann.character.location.number}")
    ben.type("ready")
    ann.type("bot 6")
    ann.type("start")
    assert ann.character.location.state == "playing", ann.told()
    return ann, ben


def until(who, others, clock, prompt, wanted=lambda choice: True):
    """Bots do anything, people what is done by default, until somebody is asked this."""
    for _ in range(3_000):
        choice = who.choice
        if choice is not None and choice.prompt == prompt and wanted(choice):
            return choice
        for each in (who, *others):
            if (choice := each.choice) is not None:
                each.character.location.answer(each.character, choice.default)
                break
        clock.advance(0.01)
    pytest.fail(f"never asked {prompt}")


def standing(who):
    """How the match stands, and what was answered in it."""
    host = who.character.location.host
    return host.match.hash(), len(host.match.journal)


def refused(who, line):
    """What somebody reads who types a line that changes nothing."""
    before = standing(who)
    told = who.type(line)
    assert standing(who) == before
    return told


def test_an_option_that_is_not_there(match, clock):
    ann, ben = match
    choice = until(ann, [ben], clock, "play")
    assert refused(ann, "99") == f"There is no 99; you can type 1 to {len(choice.options)}."


def test_the_same_card_twice_and_too_few(match, clock):
    ann, ben = match
    choice = until(ann, [ben], clock, "discard", lambda choice: choice.minimum > 1)
    assert refused(ann, "1 1") == "Choose each only once."
    assert refused(ann, "1") == f"Choose {choice.minimum}, not 1."


def test_a_card_of_somebody_else(match, clock):
    ann, ben = match
    until(ann, [ben], clock, "play")
    match = ann.character.location.match
    names = {Text(kingdoms(), "en").subject(option, match) for option in ann.choice.options}
    others = match.view(1)["players"][1]["zones"]["hand"]["cards"]
    known = {card.id: card.name["en"] for card in kingdoms().cards}
    name = next(known[card["id"]] for card in others if known[card["id"]] not in names)
    assert refused(ann, f"use {name}").startswith(f"“{name.casefold()}” does not fit.")


def test_who_is_not_asked(match, clock):
    ann, ben = match
    until(ann, [ben], clock, "play")
    assert "Waiting for Ann." in refused(ben, "1")


def test_an_answer_after_its_time(match, clock):
    ann, ben = match
    drawing = Drawing(ann)
    drawing.ask("subscribe")
    choice = until(ann, [ben], clock, "play")
    number = drawing.prompt["number"]
    ann.character.location.answer(ann.character, choice.default)
    before = standing(ann)
    drawing.answer(0, number=number)
    assert standing(ann) == before
    assert drawing.error["key"] in ("late", "notAsked")
    assert drawing.error["text"].count(".") == 1


def test_picks_that_no_client_should_send(match, clock):
    ann, ben = match
    drawing = Drawing(ann)
    drawing.ask("subscribe")
    choice = until(ann, [ben], clock, "discard", lambda choice: choice.minimum > 1)
    before = standing(ann)
    for picks in ((0, 0), (len(choice.options),), (-1,), ()):
        drawing.answer(*picks)
        assert drawing.error["key"] == "illegalAnswer", picks
        assert standing(ann) == before


def test_who_is_dead_is_asked_nothing(match, clock, monkeypatch):
    ann, ben = match
    monkeypatch.setitem(botturns.BOTS, "greedy", any_answer(random.Random(4)))
    table = ann.character.location
    fields = table.match.program.layout.fields
    lord = table.match.state[fields["match", "lord"].base]
    first = ben if lord == table.seat_of(ann.character) + 1 else ann  # the match outlives
    seat = table.seat_of(first.character)
    hp, most = fields["player", "hp"].base, fields["player", "maxHp"].base
    for _ in range(3_000):
        state = table.match.state
        if all(0 < state[hp + player] < 9 for player in range(1, table.match.seats + 1)):
            for player in range(1, table.match.seats + 1):  # the others have more than enough
                state[hp + player] = state[most + player] = 1 if player == seat + 1 else 60
        if not table.match.view(None)["players"][seat]["fields"]["alive"] or table.match.is_over:
            break
        for each in (ann, ben):
            if each.choice is not None:
                each.character.location.answer(each.character, each.choice.default)
        clock.advance(0.01)
    assert not table.match.is_over
    assert "You are out" in first.told()
    assert "Waiting for" in refused(first, "1")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("open kingdoms players 11", "players"),
        ("open kingdoms players 4 twoRenegades yes", "Two renegades"),
        ("open kingdoms players 6 loyalFour yes", "Four players"),
    ],
)
def test_a_table_that_the_rules_do_not_have(person, clock, hall, line, told):
    games.put_on_shelf(kingdoms())
    ann = person("Ann")
    said = ann.type(line)
    assert told in said
    assert said.count("\n") <= 1
    assert ann.character.table is None
    assert list(Table.live_tables()) == []


# The choice of generals, with the others in secret; asked with seven others; somebody is dying.
PROMPTS = ("general", "nullify", "peach")


@pytest.mark.parametrize("prompt", PROMPTS)
def test_for_who_gives_up_defaults_are_taken_at_once(match, clock, prompt):
    ann, ben = match
    table = ann.character.location
    seat = table.seat_of(ann.character)
    until(ann, [ben], clock, prompt)
    before = table.match.choices
    ann.type("concede yes")
    assert table.host.choice_of(seat) is None
    assert table.match.choices != before
    ann.type("leave")
    assert ann.character.table is None


@pytest.mark.parametrize("prompt", PROMPTS)
def test_who_leaves_is_waited_for_a_short_time(match, clock, prompt):
    ann, ben = match
    table = ann.character.location
    seat = table.seat_of(ann.character)
    until(ann, [ben], clock, prompt)
    given = len(table.match.journal)
    told = ann.type("leave")
    assert f"{AWAY_AGAIN_LIMIT} seconds" in told
    for _ in range(AWAY_AGAIN_LIMIT):
        table.host.tick()
        clock.advance(1)
    table.host.tick()
    assert seat in [entry[0] for entry in table.match.journal[given:]]


def test_who_comes_back_is_asked_as_at_first(match, clock):
    ann, ben = match
    until(ann, [ben], clock, "play")
    number = ann.character.location.number
    ann.type("board")
    ann.type("leave")
    told = ann.type(f"join {number}").splitlines()
    options = [line for line in told if line.startswith("  ") and ") " in line[:6]]
    assert len(options) == len(ann.choice.options)
    assert len(told) <= 26
