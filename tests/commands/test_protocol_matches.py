"""Random matches of every game for clients that draw them: messages, differences and secrets."""

import json
import random
from pathlib import Path

import pytest
from data_client import Drawing
from jsonschema import Draft202012Validator

from world.render import hallnews
from world.shelf import games

SCHEMA = Path(__file__).parents[2] / "mygame" / "web" / "static" / "protocol" / "3.schema.json"
STEPS = 60


@pytest.fixture(scope="module")
def validators():
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    names = [name for name in schema["$defs"] if name.startswith("Chrono.")]
    return {
        "chrono_" + name.partition(".")[2].lower(): Draft202012Validator(
            {**schema, "$ref": f"#/$defs/{name}"}
        )
        for name in names
    }


@pytest.fixture
def shelf(hall):
    games.forget()
    return games.games_by_id()


class Witness:
    """What each seat may see of a match, in all that it was lately."""

    def __init__(self, host):
        self.host, self.allowed = host, {}
        host.readers.add_reader(self)
        self.read(None)

    def read(self, event):
        layout = self.host.match.program.layout
        for seat in (None, *range(self.host.match.seats)):
            allowed = self.allowed.setdefault(seat, set())
            for zone, cards in enumerate(self.host.match.zones):
                see, owner = layout.zone_see[zone], layout.zone_owner[zone]
                if see == "all" or (see == "owner" and owner - 1 == seat):
                    allowed.update(cards)


def cards_in(node):
    if isinstance(node, dict):
        if "uuid" in node and "id" in node:
            yield node["uuid"]
        for inner in node.values():
            yield from cards_in(inner)
    elif isinstance(node, list | tuple):
        for inner in node:
            yield from cards_in(inner)


def assert_cards_are_named(line):
    """A line of the account has a card's number only beside what says which card it is."""
    for argument in line["args"]:
        value, entity = argument["value"], argument.get("entity", 0)
        pairs = zip(value, entity, strict=True) if isinstance(entity, list) else [(value, entity)]
        assert all(isinstance(value, str) for value, entity in pairs if entity), argument
    assert line["args"] or "cause" not in line or line["cause"]["entity"]


def begin(game, ann, an, pack):
    """A match of the game with two people where it has room for them."""
    ann.type(f"open {game}")
    table = ann.character.location
    if len(table.occupants()) > 1 and min(pack.program.seats) > 1:
        an.type(f"join {table.number}")
    ann.type(f"bot {len(table.occupants())}")
    an.type("ready")
    ann.type("start")
    assert table.state == "playing", ann.told()
    return table


@pytest.mark.parametrize(
    "game",
    [
        "chrono",
        "chrono_practice",
        "duel",
        "duel_lesson",
        "race",
        "kingdoms",
        "kingdoms_lesson",
        "knave",
    ],
)
def test_messages_keep_to_the_schema_and_keep_secrets(shelf, person, clock, validators, game):
    ann, an, ben = person("Ann"), person("小安", language="zh"), person("Ben")
    clients = [Drawing(each) for each in (ann, an, ben)]
    for client in clients:
        client.ask("subscribe", text=False)
    table, dice = begin(game, ann, an, shelf[game]), random.Random(game)
    ben.type(f"watch {table.number}")
    witness = Witness(table.host)
    hallnews._bell.tell_everybody()
    for _ in range(STEPS):
        for client in clients:
            if table.match.is_over or not (client.prompt and client.prompt["prompts"]):
                continue
            (prompt,) = client.prompt["prompts"]
            count = dice.randint(prompt["minimum"], prompt["maximum"])
            client.answer(*dice.sample(range(len(prompt["options"])), count))
            assert client.error is None
        clock.advance(0.01)
        for client in clients:
            seat = table.seat_of(client.person.character)
            if client.table is not None:
                assert client.view() == {**table.match.view(seat), "choices": []}
                choice = table.match.choice_of(seat) if seat is not None else None
                assert bool(client.prompt["prompts"]) == (choice is not None)
            for name, message in client.seen:
                told = json.loads(json.dumps(message))
                validators[name].validate(told)
                hidden = set(cards_in(told)) - witness.allowed[seat]
                assert not hidden, (name, hidden)
                for line in told["lines"] if name == "chrono_log" else ():
                    assert_cards_are_named(line)
                if seat is None:
                    assert not message.get("private")
                    assert not message.get("prompts")
            client.seen.clear()
        witness.allowed.clear()
        witness.read(None)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("chrono_answer", {"number": 3, "picks": ["0"]}),
        ("chrono_prompt", {"version": 3, "table": 1, "number": 3}),
        ("chrono_hand", {"version": 2, "table": 1, "number": 3, "since": None, "told": {}}),
        ("chrono_subscribe", {"language": "fr"}),
    ],
)
def test_the_schema_refuses_what_is_no_message(validators, name, message):
    assert not validators[name].is_valid(message)
