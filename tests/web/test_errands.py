"""What an address of the table asks for is done by its page alone, and by nobody else's."""

import json
import re

import pytest

pytestmark = pytest.mark.django_db
TABLE = "/webclient/"


def errand_of(response) -> str:
    found = re.search(r'<script id="page"[^>]*>(.*?)</script>', response.content.decode())
    assert found
    return json.loads(found.group(1))["errand"]


@pytest.mark.parametrize(
    ("address", "errand"),
    [
        ("?do=play+pebbles", "play pebbles"),
        ("?do=tutorial+pebbles%0Aconcede+yes", "tutorial pebbles concede yes"),
        ("?join=3", "join 3"),
        ("?watch=3", "watch 3"),
        ("?do=concede+yes", ""),
        ("?do=", ""),
        ("?watch=3%0Aquit", ""),
    ],
)
def test_the_page_of_an_address_does_what_it_asks_for_and_the_one_after_it_does_not(
    client, address, errand
):
    asked = client.get(TABLE + address)
    if errand:
        assert errand_of(asked) == errand
        assert "no-store" in asked.headers["Cache-Control"]
    else:
        assert (asked.status_code, asked.headers["Location"]) == (302, TABLE)
    after = client.get(TABLE)
    assert errand_of(after) == ""
    assert "no-store" not in after.headers.get("Cache-Control", "")


@pytest.mark.parametrize(
    "headers",
    [{"Sec-Fetch-Site": "cross-site"}, {"Referer": "https://elsewhere.example/"}],
)
def test_by_a_page_of_somebody_else_one_only_looks_on(client, headers):
    for address, errand in (("?do=play+pebbles", ""), ("?join=3", "watch 3")):
        asked = client.get(TABLE + address, headers=headers, follow=True)
        assert errand_of(asked) == errand


def test_the_address_of_a_table_leads_to_looking_on_there(client):
    client.get("/table/3/", follow=True)
    asked = client.get("/table/3/", follow=True)
    assert errand_of(asked) == "watch 3"
