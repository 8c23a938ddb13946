"""The places of a pack and the people there: what makes no world to walk in is told."""

import copy

import pytest
from tiny import START, build, spell

from rules.ground.errors import PackError


def text(english, chinese="字"):
    return {"zh": chinese, "en": english}


def place(english, chinese, at, **more):
    return {"name": text(english, chinese), "text": text("It is."), "at": at, **more}


PLACES = {
    "square": place(
        "Square", "广场", [0, 0], fromHall=True, exits={"north": "mill", "in": "cellar"}
    ),
    "mill": place("Mill", "磨坊", [0, 1], exits={"south": "square"}),
    "cellar": place(
        "Cellar", "地窖", [5, 5], exits={"out": "square"}, passages={"down": {"game": "deep"}}
    ),
}
PEOPLE = {
    "miller": {
        "card": "t.spell.ember",
        "place": "mill",
        "opens": {"game": "tiny"},
        "errands": ["play"],
        "games": [{"game": "chess"}],
    }
}

ASK = {
    "type": "choose",
    "ask": "{match.startPlayer}",
    "prompt": "shop",
    "options": [{"id": "play", "do": []}, {"id": "rest", "do": []}],
}
FLOW = {
    "bring": {"coins": {"type": "number", "conserved": True}},
    "cards": [spell("ember")],
    "main": [
        {"type": "let", "id": "first", "value": {"chooser": "players"}},
        START,
        ASK,
        {"type": "endMatch", "standings": {"chooser": "players"}, "by": "{it.score}"},
    ],
    "words": {
        language: {"prompt": {"shop": "?"}, "option": {"play": "x", "rest": "y"}}
        for language in ("zh", "en")
    },
}


def problems_of(folder, *changes, **sections):
    """What is wrong when these changes are made: paths with dots, and values."""
    made = copy.deepcopy({"places": PLACES, **FLOW, **sections})
    for path, value in changes:
        *above, last = path.split(".")
        inside = made
        for key in above:
            inside = inside.setdefault(key, {})
        if value is None:
            del inside[last]
        else:
            inside[last] = value
    try:
        build(folder, **made)
    except PackError as error:
        return str(error)
    return ""


def test_places_that_can_be_walked_are_in_order(tmp_path):
    assert problems_of(tmp_path) == ""


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (
            "places.mill.name",
            "Mill",
            "places.mill.name: this needs a text in both languages: zh and en",
        ),
        ("places.mill.name", {"en": "Mill"}, "this needs a text in both languages: zh"),
        (
            "places.mill.night",
            text(" "),
            "places.mill.night: this needs a text in both languages: en",
        ),
        (
            "places.mill.text",
            text("x " * 118),
            "at most 3 lines of 78 columns are shown, and these are 4",
        ),
        ("places.mill.text", text("x", "水" * 118), "places.mill.text.zh: at most 3 lines"),
        ("places.mill.at", [1], "two numbers belong here"),
        (
            "places.mill.at",
            [1, 0],
            "square.exits.north: mill is at [1, 0], and north of square is [0, 1]",
        ),
        ("places.cellar.at", [0, 1], "mill is at this spot already"),
        ("places.square.exits.norht", "mill", "there is no direction 'norht'; did you mean north"),
        ("places.square.exits.east", "mil", "there is no place 'mil'; did you mean mill?"),
        ("places.square.exits.east", "square", "this way leads to where it begins"),
        ("places.mill.exits", {}, "no way leads back: places.mill.exits.south belongs to it"),
        ("places.square.fromHall", False, "one of the places needs fromHall"),
        (
            "places.mill.fromHall",
            True,
            "places.mill.fromHall: the door of the hall leads to square already",
        ),
        (
            "places.island",
            place("Island", "岛", [9, 9]),
            "places.island: no way leads here from square",
        ),
        ("places.Big", place("Big", "大", [9, 9]), "an id has small letters, digits and _"),
        ("places.mill.aliases", ["Square"], "places.square is called Square, too"),
        ("places.mill.aliases", ["cellar"], "is called cellar, too"),
        ("places.mill.aliases", ["N"], "N is the name of a direction"),
        ("places.mill.aliases", ["往北"], "往北 is the name of a direction"),
        (
            "places.mill.passages",
            {"hole": {"game": "x"}},
            "places.mill.passages.hole.name: this needs",
        ),
        (
            "places.mill.opens",
            {"game": "tiny", "options": {"x": 1}},
            "places.mill.opens.options.x: there is no option 'x'",
        ),
    ],
)
def test_what_is_wrong_with_a_place_is_told_where_it_stands(tmp_path, path, value, told):
    assert told in problems_of(tmp_path, (path, value))


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        ("card", "t.spell.9", "people.miller.card: there is no card 't.spell.9'"),
        (
            "card",
            None,
            "people.miller: who stands at a place needs a card",
        ),
        ("place", "mil", "people.miller.place: there is no place 'mil'; did you mean mill?"),
        ("opens.options", {"x": 1}, "people.miller.opens.options.x: there is no option 'x'"),
        ("opens", None, "errands need a scene in which they are options: opens"),
        ("errands", ["plya"], "people.miller.errands[0]: there is no option 'plya'"),
        ("games", [{"game": "chess", "name": "x"}], "games[0].name: this needs a text in both"),
        ("aliases", ["mill"], "places.mill is called mill, too"),
        ("aliases", ["下"], "下 is the name of a direction"),
    ],
)
def test_what_is_wrong_with_a_person_is_told_where_it_stands(tmp_path, path, value, told):
    assert told in problems_of(tmp_path, (f"people.miller.{path}", value), people=PEOPLE)


def test_people_whose_place_card_and_errands_are_there_are_in_order(tmp_path):
    assert problems_of(tmp_path, people=PEOPLE) == ""


def test_what_another_game_knows_is_not_looked_for_here(tmp_path):
    opens = {"game": "another", "options": {"x": 1}}
    changes = [("people.miller.opens", opens), ("people.miller.errands", ["y"])]
    assert problems_of(tmp_path, *changes, people=PEOPLE) == ""


ERRANDS = {
    "nap": {"opens": {"game": "tiny"}, "words": {"en": ["nap"]}, "options": ["rest"]},
}


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        ("errands.nap.opens.options", {"x": 1}, "errands.nap.opens.options.x: there is no"),
        ("errands.nap.options", ["rset"], "errands.nap.options[0]: there is no option 'rset'"),
        ("errands.nap.until", "luck", "errands.nap.until: nobody brings 'luck'"),
        ("errands.nap", {"opens": {"game": "x"}}, "errands.nap: what is typed for it belongs here"),
        ("errands.nap.words", 3, "an object belongs here"),
        ("errands.nap.unitl", "luck", "nothing reads 'unitl' here; did you mean until?"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_an_errand_is_told_where_it_stands(tmp_path, path, value, told):
    assert told in problems_of(tmp_path, (path, value), errands=ERRANDS)
    assert problems_of(tmp_path, errands=ERRANDS) == ""
