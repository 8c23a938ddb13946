"""Every card of the house is a form, and the form's data is the card again."""

import pyjson5
import pytest

from rules.pack import load_pack, pieces
from rules.workshop import form

PACKS = ("chrono", "duel", "race")


@pytest.fixture(scope="module", params=PACKS)
def pack(request):
    from pathlib import Path

    return load_pack(Path(form.__file__).parents[2] / "world" / "packs" / request.param)


def cards(pack):
    for address in pieces.pieces_of(pack.sources, pack.folder):
        if address.startswith("card:"):
            yield pyjson5.decode(pieces.find_piece(pack.sources, pack.folder, address).text)


def nodes(schema):
    yield schema
    for part in schema.values() if isinstance(schema, dict) else schema:
        if isinstance(part, dict | list):
            yield from nodes(part)


def test_a_card_comes_back_as_it_went_in(pack):
    for card in cards(pack):
        schema, data = form.form_of(pack, card)
        assert form.card_of(data, schema) == card


def test_the_schema_is_as_plain_as_a_form_needs_it(pack):
    schema, data = form.form_of(pack, next(cards(pack)))
    for node in nodes(schema):
        if isinstance(node, dict):
            assert not {"if", "then", "allOf", "anyOf"} & set(node)
            target = node.get("$ref")
            assert target is None or target.removeprefix("#/$defs/") in schema["$defs"]
            # A widget takes a way by its keys: it must not lead to ways again.
            assert all("oneOf" not in way for way in node.get("oneOf", ()))
    assert set(data) == set(schema["properties"])


def test_a_field_that_can_be_many_things_takes_json_or_a_bare_text(pack):
    card = {"id": next(cards(pack))["id"], "name": {"zh": "甲", "en": "A"}, "count": "7"}
    schema, data = form.form_of(pack, card)
    assert form.card_of(data, schema) == card
    assert form.card_of({**data, "count": "12"}, schema)["count"] == 12
    assert form.card_of({**data, "count": "{seats}"}, schema)["count"] == "{seats}"
    assert form.card_of({**data, "count": "[1, 'a']"}, schema)["count"] == [1, "a"]
    assert "count" not in form.card_of({**data, "count": ""}, schema)


@pytest.mark.parametrize(
    "change",
    [{"nonsense": 1}, {"name": 7}, {"behaviors": [{"at": 3}]}, {"behaviors": [7]}],
)
def test_what_the_form_has_no_place_for_is_said_with_its_place(pack, change):
    card = {"id": next(cards(pack))["id"], "name": {"zh": "甲", "en": "A"}, **change}
    with pytest.raises(form.Unfit, match=next(iter(change))):
        form.form_of(pack, card)


def test_a_card_of_no_kind_is_no_form(pack):
    with pytest.raises(form.Unfit):
        form.form_of(pack, {"id": "nothing.at.all", "kind": "dragon"})
