"""The Mudlet package: what it puts together is the match, and a click is an answer."""

import contextlib
import importlib.util
import json
import random
import zipfile
from pathlib import Path

import pytest
from mudlet import FOLDER, Mudlet

from rules.ground.difference import apply_patch, make_patch
from rules.ground.errors import ActionFailed
from rules.running.match import Match
from rules.running.view import private_view, public_view

ROOT = Path(__file__).resolve().parents[2]
PACK = {"id": "pebbles", "version": "1-2", "name": "Pebbles"}


def without_empties(data):
    """As Lua sees it, where an empty list and an empty object are the same."""
    if isinstance(data, dict):
        return {name: without_empties(part) for name, part in data.items()} or None
    if isinstance(data, list | tuple):
        return [without_empties(part) for part in data] or None
    return data


def table(number, since, part, **more):
    about = {
        "table": 1,
        "number": number,
        "since": since,
        "pack": PACK,
        "names": ["Ann", "Ben", "Cem"],
    }
    return {**about, "you": 0, "public": part, **more}


def prompt(number=3, minimum=1, maximum=1, options=("play Bash", "pass")):
    told = [{"text": text, "detail": "", "does": ""} for text in options]
    asked = {"text": "What now?", "minimum": minimum, "maximum": maximum, "back": True}
    return {"number": number, "prompts": [{**asked, "options": told}]}


@pytest.fixture
def mudlet():
    return Mudlet()


def test_it_asks_for_data_when_the_game_speaks_gmcp(mudlet):
    mudlet.event("sysProtocolEnabled", "GMCP")
    assert ("Chrono.Subscribe", {"language": "en"}) in mudlet.sent
    assert ("Core.Supports.Add", ["Room 1"]) in mudlet.sent
    mudlet.world.chrono.command("zh")
    assert ("Chrono.Subscribe", {"language": "zh"}) in mudlet.sent


def test_differences_lead_to_the_match(mudlet, pebbles):
    match, dice, known = Match.new(pebbles, seats=3, seed=5), random.Random(5), None
    number = 0
    while not match.is_over:
        told = json.loads(json.dumps(public_view(match)))
        own = json.loads(json.dumps(private_view(match, 0)))
        since = None if known is None else number - 1
        parts = (told, own) if known is None else map(make_patch, known, (told, own))
        shared, hand = parts
        mudlet.hear("Table", table(number, since, shared))
        mudlet.hear("Hand", {"table": 1, "number": number, "since": since, "private": hand})
        known = (told, own)
        assert mudlet.known("public") == without_empties(told)
        assert mudlet.known("private") == without_empties(own)
        choice = match.pending[0]
        count = dice.randint(choice.minimum, choice.maximum)
        with contextlib.suppress(ActionFailed):  # a stone is cracked
            match.answer(choice.seat, dice.sample(range(len(choice.options)), count))
        number += 1
    assert "Pebbles" in mudlet.shown()
    assert "Ann (you)" in mudlet.shown()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({"a": [1, 2, 3]}, {"a": [1, 4]}),
        ({"a": []}, {"a": [{"b": 1}]}),
        ({"a/b~c": 1, "d": {}}, {"d": {"e": [[], [1]]}}),
        ({"zones": {"x": {"cards": [{"uuid": 1}, {"uuid": 2}]}}}, {"zones": {"x": {"cards": []}}}),
    ],
)
def test_patches_are_applied_as_the_standard_says(mudlet, old, new):
    state = mudlet.lua.eval("dofile")(str(FOLDER / "state.lua"))
    patch = make_patch(old, new)
    assert apply_patch(old, patch) == new
    found = state.patched(mudlet.value(old), mudlet.value(patch))
    assert mudlet.json(found) == without_empties(new)


def test_a_click_on_an_option_is_the_answer(mudlet):
    mudlet.hear("Prompt", prompt())
    mudlet.click("pass")
    assert mudlet.sent == [("Chrono.Answer", {"number": 3, "picks": [1]})]
    mudlet.click("back")
    assert mudlet.typed == ["back"]


def test_a_hint_stands_until_the_next_prompt(mudlet):
    mudlet.hear("Prompt", prompt())
    mudlet.hear("Hint", {"text": "Bash is strong."})
    assert "Bash is strong." in mudlet.shown()
    mudlet.hear("Prompt", prompt(4))
    assert "Bash is strong." not in mudlet.shown()


def test_several_options_are_chosen_first_and_then_sent(mudlet):
    mudlet.hear("Prompt", prompt(7, 0, 3, ("Bash", "Shell", "Wolf")))
    for name in ("Wolf", "Bash", "Shell", "Shell"):
        mudlet.click(name)
    assert "[x] Wolf" in mudlet.shown()
    assert "[ ] Shell" in mudlet.shown()
    assert not mudlet.sent
    mudlet.click("[these]")
    assert mudlet.sent == [("Chrono.Answer", {"number": 7, "picks": [0, 2]})]


def test_what_does_not_lead_on_is_asked_for_again(mudlet):
    mudlet.hear("Table", table(5, 4, []))
    assert mudlet.sent == [("Chrono.Again", {})]


def test_names_of_cards_come_from_the_book(mudlet, pebbles):
    match = Match.new(pebbles, seats=3, seed=5)
    mudlet.hear("Table", table(0, None, json.loads(json.dumps(public_view(match)))))
    assert mudlet.asked == ["http://play.example.org:4001/book/pebbles/1-2/en.json"]
    book = {"cards": {each.id: {"name": "Marble"} for each in pebbles.cards}, "words": {}}
    mudlet.event("sysGetHttpDone", mudlet.asked[0], json.dumps(book))
    own = json.loads(json.dumps(private_view(match, 0)))
    mudlet.hear("Hand", {"table": 1, "number": 0, "since": None, "private": own})
    assert "Marble, Marble" in mudlet.shown()


def test_no_text_is_taken_for_a_colour(mudlet, pebbles):
    match = Match.new(pebbles, seats=3, seed=5)
    mudlet.hear("Table", table(0, None, json.loads(json.dumps(public_view(match)))))
    mudlet.hear("Log", {"start": 0, "lines": [{"number": 0, "text": "Ann <red>!"}]})
    assert "Ann ‹red>!" in mudlet.shown()


def test_the_hall_is_links_to_click(mudlet):
    games = [{"id": "race", "name": "Race"}]
    tables = [{"number": 4, "name": "Duel", "state": "playing"}]
    mudlet.hear("Lobby", {"where": "hall", "games": games, "tables": tables, "table": None})
    mudlet.click("[open]")
    mudlet.click("[watch]")
    assert mudlet.typed == ["open race", "watch 4"]


PLACE = {
    "name": "Market",
    "ways": [{"name": "East: Gate.", "line": "east"}],
    "games": [
        {"name": "Ben plays Duel", "stakes": [{"name": "5 coins", "line": "challenge Ben for 5"}]}
    ],
    "errands": [{"name": "Become a knave", "line": "knave"}],
    "camp": True,
}


def test_a_place_is_links_to_click(mudlet):
    scenes = [{"name": "the keeper", "game": "", "line": "visit the keeper"}]
    hall = {"where": "hall", "games": [], "tables": [], "table": None, "door": None}
    mudlet.hear("Lobby", {**hall, "place": PLACE, "scenes": scenes})
    for text in ("East", "the keeper", "5 coins", "Become", "camp", "hall"):
        mudlet.click(text)
    assert mudlet.typed == [
        "east", "visit the keeper", "challenge Ben for 5", "knave", "go on", "hall"
    ]  # fmt: skip
    assert "Market" in mudlet.shown()


def test_the_door_of_the_hall_is_a_link(mudlet):
    door = {"name": "Market", "text": "A market.", "line": "door"}
    hall = {"where": "hall", "games": [], "tables": [], "table": None, "scenes": []}
    mudlet.hear("Lobby", {**hall, "place": None, "door": door})
    mudlet.click("A market.")
    assert mudlet.typed == ["door"]


def room(number, at, **exits):
    about = {"num": number, "id": "x", "name": f"Room {number}", "area": "Town"}
    return {**about, "exits": exits, "coords": at}


def test_the_town_is_drawn_while_one_walks(mudlet):
    mudlet.walk(room(5, "0,0", e=6, n=7))
    mudlet.walk(room(6, "2,0", w=5))
    rooms = mudlet.json(mudlet.world.rooms)
    assert rooms["5"]["exits"] == {"east": 6, "north": 7}
    assert rooms["6"] == {"area": 1, "name": "Room 6", "at": [2, 0, 0], "exits": {"west": 5}}
    assert rooms["7"]["at"] == [0, 1, 0]
    assert mudlet.world.here == 6
    mudlet.walk(room(5, "0,0", e=6))
    assert mudlet.json(mudlet.world.rooms[5].exits) == {"east": 6}


def test_the_hall_is_not_on_the_map(mudlet):
    mudlet.walk({"num": 2, "id": None, "name": "Hall", "area": None, "exits": {}, "coords": None})
    assert mudlet.json(mudlet.world.rooms) is None


def test_the_package_holds_what_mudlet_needs(tmp_path):
    spec = importlib.util.spec_from_file_location("mudlet_packer", ROOT / "scripts" / "mudlet.py")
    packer = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(packer)
    packer.pack(tmp_path / "one.mpackage")
    with zipfile.ZipFile(tmp_path / "one.mpackage") as package:
        names = package.namelist()
        assert b'mpackage = "ChronoWizard"' in package.read("config.lua")
    assert {"config.lua", "ChronoWizard.xml", "chrono/main.lua"} <= set(names)
