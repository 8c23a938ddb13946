"""The page of a place: a form field by field, problems beside each, how people will read it."""

import json
import re
from html import unescape

import pytest
from hamlet import build_hamlet
from shelved import page

from world.models import Draft

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pages_wait")]
SQUARE = "entry:places.square"


@pytest.fixture
def bob(at, shelf):
    build_hamlet(shelf.file)
    return at("bob")


def begun(client, address):
    answer = client.post("/build/pebbles/", {"open": address})
    return answer.headers["Location"]


def fields_in(html):
    """The values of the form as a browser would send them."""
    form = re.search(r'<form method="post" id="fields".*?</form>', html, re.DOTALL)[0]
    found = dict(re.findall(r'<input id="[^"]*" name="([^"]*)" value="([^"]*)"', form))
    found |= dict(re.findall(r'name="([^"]*)"[^>]*>([^<]*)</textarea>', form))
    for name, options in re.findall(
        r'<select[^>]*name="([^"]*)"[^>]*>(.*?)</select>', form, re.DOTALL
    ):
        chosen = re.search(r'value="([^"]*)" selected', options)
        found[name] = chosen[1] if chosen else ""
    found |= dict.fromkeys(
        re.findall(r'type="checkbox"[^>]*name="([^"]*)"[^>]* checked', form), "1"
    )
    return {name: unescape(value) for name, value in found.items()}


def send(client, address, **changed):
    """Send the form with some of its fields otherwise; gives the page after that."""
    sent = fields_in(page(client.get(address))) | {
        n.replace("__", "."): v for n, v in changed.items()
    }
    return page(client.post(address, {"act": "fields", **sent}, follow=True))


def test_a_place_is_a_form_and_sent_back_as_it_is_it_changes_nothing(bob):
    address = begun(bob, SQUARE)
    before = json.loads(Draft.objects.get().text)
    assert fields_in(page(bob.get(address)))["exits.east"] == "lane"
    assert "It is in order." in send(bob, address)
    assert json.loads(Draft.objects.get().text) == before


def test_it_is_shown_as_people_will_read_it_in_both_languages(bob):
    address = begun(bob, SQUARE)
    html = send(bob, address, text__en="An old well.", text__zh="一口老井。")
    assert "Square\nAn old well.\nEast: Lane." in html
    assert "广场\n一口老井。\n东：小巷。" in html


def test_what_is_wrong_stands_beside_its_field(bob):
    address = begun(bob, SQUARE)
    html = send(bob, address, text__en="Long. " * 60)
    assert re.search(
        r'name="text.en"[^>]*aria-describedby="(p\d+)".*?id="\1">at most 3 lines', html, re.DOTALL
    )
    assert fields_in(html)["text.en"].startswith("Long.")


def test_a_way_of_the_form_gets_its_way_back(bob):
    address = begun(bob, SQUARE)
    html = send(bob, address, exits__east="")
    assert "no way leads here from square" in html
    assert json.loads(Draft.objects.get(address="entry:places.lane").text)["exits"] == {}
    assert "It goes together with your drafts" in html


def test_a_person_is_a_form_too(bob):
    address = begun(bob, "entry:people.grey")
    html = send(bob, address, place="lane")
    entry = json.loads(Draft.objects.get().text)
    assert entry["place"] == "lane"
    assert entry["opens"] == {"game": "pebbles", "options": {"short": True}}
    assert "It is in order." in html


@pytest.mark.parametrize(
    "text", ["{", "[1]", '{"name": 3, "text": {"en": [1]}, "exits": [], "at": {}}']
)
def test_what_is_no_entry_is_shown_as_text_alone(bob, text):
    address = begun(bob, SQUARE)
    page(bob.post(address, {"act": "save", "text": text}, follow=True))
    page(bob.post(address, {"act": "fields"}, follow=True))


def begin_place(client, **given):
    return client.post("/build/pebbles/", {"new": "place", **given}, follow=True)


def test_a_place_is_begun_beside_another_with_a_way_there_and_one_back(bob):
    html = page(bob.get("/build/pebbles/"))
    assert '<option value="lane">Lane</option>' in html
    begin_place(bob, en="Old Well", zh="古井", way="north", beside="lane")
    well, lane = Draft.objects.order_by("pk")
    assert well.address == "entry:places.old_well"
    assert json.loads(well.text) == {
        "name": {"en": "Old Well", "zh": "古井"},
        "at": [1, 1],
        "exits": {"south": "lane"},
    }
    assert json.loads(lane.text)["exits"] == {"west": "square", "north": "old_well"}


def test_a_second_place_of_a_name_has_an_id_of_its_own_and_lies_beside_a_draft(bob):
    begin_place(bob, en="Well", way="north", beside="lane")
    assert '<option value="well">Well</option>' in page(bob.get("/build/pebbles/"))
    begin_place(bob, en="Well", way="north", beside="well")
    second = Draft.objects.get(address="entry:places.well_2")
    assert json.loads(second.text)["exits"] == {"south": "well"}


def test_where_a_place_lies_may_be_nonsense_and_its_name_may_not_be_missing(bob):
    begin_place(bob, en="Well", way="sideways", beside="nowhere")
    assert json.loads(Draft.objects.get().text) == {"name": {"en": "Well"}}
    html = page(begin_place(bob, en=" ", way="north", beside="lane"))
    assert Draft.objects.count() == 1
    assert 'class="message' in html


def test_places_and_people_are_listed_whole_and_by_their_names(bob):
    html = page(bob.get("/build/pebbles/?of=places"))
    assert 'value="entry:places.square">Square<' in html
    assert "places.square.name" not in html
    assert 'value="entry:people.grey">' in page(bob.get("/build/pebbles/?of=people"))


def test_a_game_without_places_offers_none(at, shelf):
    html = page(at("bob").get("/build/pebbles/"))
    assert 'name="beside"' not in html
    assert '<option value="places">' not in html
