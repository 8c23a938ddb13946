"""Scenes for clients that draw: the messages of a match, as at a table."""

import json
from pathlib import Path

import pytest
from data_client import Drawing
from jsonschema import Draft202012Validator
from scenes_at_market import make_market

from world.render import hallnews

SCHEMA = Path(__file__).parents[2] / "mygame" / "web" / "static" / "protocol" / "3.schema.json"


@pytest.fixture
def drawn(hall, person):
    """Ann in the market, with a client that draws everything."""
    ann = person("Ann")
    ann.character.move_to(make_market(), quiet=True)
    client = Drawing(ann)
    client.ask("subscribe", text=False)
    return client


def told_of_the_hall(client):
    hallnews.send_all(client.person.session)
    return client.lobby


def test_the_hall_says_what_can_be_opened_and_by_which_line(drawn):
    first = told_of_the_hall(drawn)["scenes"][0]
    assert first == {"name": "keeper", "game": "Stall", "line": "visit keeper"}
    drawn.person.type(first["line"])
    assert told_of_the_hall(drawn)["where"] == "scene"


def test_a_scene_is_drawn_and_answered_as_a_match_is(drawn):
    told = drawn.person.type("visit keeper")
    assert "1)" not in told
    assert (drawn.table["table"], drawn.table["you"]) == (0, 0)
    own = drawn.person.character.scene
    assert drawn.view() == {**own.match.view(0), "choices": []}
    prompt = drawn.prompt["prompts"][0]
    assert prompt["text"] == "What will it be?"
    assert not prompt["back"]
    drawn.answer(0)
    assert drawn.error is None
    assert drawn.view()["players"][0]["fields"]["coins"] == 498
    assert drawn.prompt["prompts"][0]["back"]
    drawn.answer(0, number=0)
    assert drawn.error["key"] == "late"
    drawn.person.type("back")
    assert drawn.view()["players"][0]["fields"]["coins"] == 500


@pytest.mark.parametrize(
    ("line", "text"), [("leave", "You leave it at that: keeper."), ("5", "That is over: keeper.")]
)
def test_its_end_is_told_and_the_hall_again(drawn, line, text):
    drawn.person.type("visit keeper")
    drawn.person.type(line)
    assert drawn.over["text"] == text
    assert drawn.over["table"] == 0
    assert told_of_the_hall(drawn)["where"] == "hall"


def test_everything_comes_once_more_for_who_asks(drawn):
    drawn.person.type("visit keeper")
    drawn.forget()
    drawn.ask("again")
    assert drawn.prompt["prompts"][0]["text"] == "What will it be?"
    assert drawn.lobby["where"] == "scene"


def test_the_messages_are_as_the_schema_says(drawn):
    told_of_the_hall(drawn)
    for line in ("visit keeper", "1", "back", "goodbye"):
        drawn.person.type(line)
    told_of_the_hall(drawn)
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    for name, message in drawn.seen:
        of = "Chrono." + name.removeprefix("chrono_").capitalize()
        Draft202012Validator({**schema, "$ref": f"#/$defs/{of}"}).validate(
            json.loads(json.dumps(message))
        )
