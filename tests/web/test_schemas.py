"""The JSON Schemas of games at stable addresses, for editors."""

import jsonschema_rs
import pytest

from rules.workshop.schema import KINDS

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_file_has_a_schema_at_an_address_of_its_own(client, pebbles, kind):
    answer = client.get(f"/schema/{pebbles.id}/{kind}.json")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/schema+json"
    jsonschema_rs.meta.validate(answer.json())


def test_who_has_a_schema_asks_only_whether_it_is_still_so(client, pebbles):
    address = f"/schema/{pebbles.id}/card.json"
    tag = client.get(address).headers["ETag"]
    assert client.get(address, headers={"if-none-match": tag}).status_code == 304
    assert client.get(address, headers={"if-none-match": '"old"'}).status_code == 200


def test_what_is_no_game_or_no_kind_of_file_has_none(client, pebbles):
    assert client.get(f"/schema/{pebbles.id}/soup.json").status_code == 404
    assert client.get("/schema/nothing/card.json").status_code == 404


def test_a_schema_is_told_in_the_language_that_is_asked_for(client, pebbles):
    address = f"/schema/{pebbles.id}/card.json"
    assert "what it does: when (at)" in client.get(address).content.decode()
    assert "它的效果：何时" in client.get(f"{address}?lang=zh").content.decode()
    assert client.get(f"{address}?lang=la").content == client.get(address).content
