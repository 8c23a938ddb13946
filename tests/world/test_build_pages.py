"""The pages of builders, as forms: a card written, submitted, reviewed by another, published."""

import re
from html import escape

import pytest
from shelved import GREY, page

from rules.pack.files import SECTIONS
from world import content
from world.models import Draft, PackPolicy, StaffAct
from world.shelf import games

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pages_wait")]


def text_of(html):
    import html as escapes

    return escapes.unescape(re.search(r"<textarea[^>]*>(.*?)</textarea>", html, re.DOTALL)[1])


def begun(client, **form):
    """A draft by the form of the game's page; gives its address."""
    answer = client.post("/build/pebbles/", form)
    assert answer.status_code == 302, answer.content
    return answer.headers["Location"]


def test_a_card_is_written_reviewed_and_published_by_two_people(at, people, done):
    bob, rita = at("bob"), at("rita")
    address = begun(bob, open=GREY)
    assert begun(bob, open=GREY) == address
    text = text_of(page(bob.get(address))).replace('"weight": 1', '"weight": 4')
    html = page(bob.post(address, {"act": "check", "text": text}, follow=True))
    assert "It is in order." in html
    html = page(bob.post(address, {"act": "submit", "text": text, "comment": "more"}, follow=True))
    assert "Waits for a review" in html
    row = Draft.objects.get()
    done(content.await_trial(people.bob, row))
    assert address in page(rita.get("/build/pebbles/"))
    html = page(rita.get(address))
    assert re.search(r"^\+.*&quot;weight&quot;: 4", html, re.MULTILINE)
    assert "readonly" in html
    page(rita.post(address, {"act": "approve", "comment": "good"}, follow=True))
    assert "good" in page(bob.get(address))
    html = page(rita.post(address, {"act": "publish"}, follow=True))
    assert "Published: new matches play it." in html
    assert games.find_game("pebbles").card("t.stone.grey").facts["weight"] == 4
    first = content.publications_of("pebbles").last().pk
    page(rita.post("/build/pebbles/", {"rollback": first}, follow=True))
    assert games.find_game("pebbles").card("t.stone.grey").facts["weight"] == 1
    acts = StaffAct.objects.filter(way="web").values_list("act", flat=True)
    assert set(acts) >= {"submit", "approve", "publish", "rollback"}


def test_what_is_written_is_saved_before_it_is_tried(at):
    address = begun(at("bob"), open=GREY)
    text = text_of(page(at("bob").get(address))).replace('"weight": 1', '"weight": 4')
    answer = at("bob").post(address, {"act": "try", "text": text})
    assert answer.headers["Location"] == f"{address}try/"
    assert '"weight": 4' in Draft.objects.get().text
    assert f'"line": "card try {Draft.objects.get().pk}"' in page(at("bob").get(f"{address}try/"))


def test_who_reviews_tries_what_waits_and_writes_nothing_in_it(at, people):
    address = begun(at("bob"), open=GREY)
    assert at("rita").get(f"{address}try/").status_code == 404
    Draft.objects.update(status="submitted")
    answer = at("rita").post(address, {"act": "try", "text": "{}"})
    assert answer.headers["Location"] == f"{address}try/"
    assert Draft.objects.get().text != "{}"
    page(at("rita").get(f"{address}try/"))


def test_how_far_a_trial_is_stands_on_the_page_and_then_what_came_of_it(at, people, done):
    address = begun(at("bob"), open=GREY)
    assert 'value="trial"' in page(at("bob").get(address))
    html = page(at("bob").post(address, {"act": "trial"}, follow=True))
    assert '<progress id="tried" max="20" value="0">' in html
    assert "0 of 20<" in html
    assert f'data-trial="/api/1/drafts/{Draft.objects.get().pk}/trial/"' in html
    done(content.await_trial(people.bob, Draft.objects.get()))
    html = page(at("bob").get(address))
    assert "<progress" not in html
    assert "<dd>20</dd>" in html
    assert 'value="trial"' not in html


def test_a_new_card_begins_with_its_names(at):
    html = page(at("bob").get(begun(at("bob"), kind="stone", en="New stone", zh="新石")))
    assert '"id": "t.stone.new_stone"' in text_of(html)
    assert '"zh": "新石"' in text_of(html)


def test_mistakes_are_told_with_their_place_and_sent_back_with_a_reason(at, people, done):
    bob, rita = at("bob"), at("rita")
    address = begun(bob, open=GREY)
    html = page(bob.post(address, {"act": "submit", "text": "{broken"}, follow=True))
    assert "1:" in html
    assert "Being written" in html
    good = content.find_piece("pebbles", GREY).text
    page(bob.post(address, {"act": "submit", "text": good}, follow=True))
    html = page(rita.post(address, {"act": "return"}, follow=True))
    assert "message danger" in html
    page(rita.post(address, {"act": "return", "comment": "heavier"}, follow=True))
    assert "Rita: heavier" in page(bob.get(address))
    page(bob.post(address, {"act": "drop"}, follow=True))
    assert Draft.objects.get().status == "dropped"


@pytest.mark.parametrize(
    "address", ["/build/pebbles/", "/build/pebbles/1/", "/build/pebbles/1/try/"]
)
def test_who_writes_no_cards_is_let_in_nowhere(at, client, address):
    begun(at("bob"), open=GREY)
    assert client.get(address).status_code == 302
    assert at("ann").get(address).status_code == 403
    if not address.endswith("/try/"):
        assert at("ann").post(address, {"act": "drop", "open": GREY}).status_code == 403
    assert Draft.objects.get().status == "open"
    assert "Ask the staff" in page(at("ann").get("/build/"))
    assert "/build/pebbles/" in page(at("bob").get("/build/"))


@pytest.mark.parametrize(
    "act", ["save", "check", "try", "submit", "approve", "return", "publish", "drop"]
)
def test_a_draft_is_its_authors_own(at, act):
    address = begun(at("bob"), open=GREY)
    form = {"act": act, "text": "{}", "comment": "x"}
    assert at("ben").get(address).status_code == 404
    assert at("ben").post(address, form).status_code == 404
    assert Draft.objects.get().status == "open"


@pytest.mark.parametrize("act", ["approve", "return", "publish"])
def test_a_builder_neither_reviews_nor_publishes(at, people, act):
    address = begun(at("bob"), open=GREY)
    html = page(at("bob").post(address, {"act": act, "comment": "x"}, follow=True))
    assert "message danger" in html
    assert Draft.objects.get().status == "open"
    html = page(at("bob").post("/build/pebbles/", {"rollback": "1"}, follow=True))
    assert "message danger" in html


@pytest.mark.parametrize("form", [{}, {"open": "soup:x"}, {"open": "file:../x"}, {"rollback": "²"}])
def test_nonsense_is_told_and_nothing_is_begun(at, form):
    html = page(at("rita").post("/build/pebbles/", form, follow=True))
    assert "message danger" in html
    assert not Draft.objects.exists()


def test_odd_bytes_in_a_form_harm_nobody(at):
    address = begun(at("bob"), open=GREY)
    form = {"act": "\x00", "text": "\x00\x1b[2J" + "x" * 50_000, "comment": "\x00"}
    assert at("bob").post(address, form).status_code == 302
    page(at("bob").post(address, {"act": "save", "text": "x" * 50_000}, follow=True))
    assert len(Draft.objects.get().text) < 45_000


PIECE = "/build/pebbles/piece/"
BLANKS = {
    "card:t.stone.new": '"id": "t.stone.new"',
    "entry:words.en.kind.gem": "{}",
    "file:scenarios/new.json5": "{}",
    "file:notes/new.md": "",
}


def test_a_piece_is_found_by_its_address_and_a_button_begins_a_draft_of_it(at):
    bob = at("bob")
    html = page(bob.get(PIECE, {"address": GREY}))
    assert escape(content.find_piece("pebbles", GREY).text) in html
    assert f'name="open" value="{GREY}"' in html
    assert not Draft.objects.exists()
    address = begun(bob, open=GREY)
    assert bob.get(PIECE, {"address": GREY}).headers["Location"] == address


@pytest.mark.parametrize("place", BLANKS)
def test_where_nothing_stands_a_draft_begins_something_new(at, place):
    bob = at("bob")
    assert "Nothing stands here yet" in page(bob.get(PIECE, {"address": place}))
    html = page(bob.get(begun(bob, open=place)))
    assert BLANKS[place] in text_of(html)
    assert '<p class="message">This draft takes the piece away' not in html


def test_every_section_of_a_game_opens_by_its_address(at):
    bob, pack = at("bob"), games.find_game("pebbles")
    raw = pack.origin.raw
    sections = [name for name in SECTIONS if raw.get(name) and name != "cards"]
    assert {"words", "board"} <= set(sections)
    for name in sections:
        place = f"entry:{name}"
        assert "Nothing stands here yet" not in page(bob.get(PIECE, {"address": place}))
        assert text_of(page(bob.get(begun(bob, open=place))))


@pytest.mark.parametrize("place", ["", "soup:x", "file:../x", "card:\x00", "entry:cards"])
def test_an_address_that_no_piece_can_have_is_told(at, place):
    assert "message danger" in page(at("bob").get(PIECE, {"address": place}, follow=True))


@pytest.mark.parametrize("address", ["/build/pebbles/", PIECE, "/build/pebbles/1/"])
def test_who_may_not_write_a_game_is_told_what_they_lack(at, people, address):
    answer = at("ann").get(address, {"address": GREY})
    assert answer.status_code == 403
    assert "Cards are written by builders" in answer.content.decode()
    assert "卡牌由制作者来写" in answer.content.decode()
    PackPolicy.objects.create(folder="pebbles").builders.add(people.ben)
    answer = at("bob").get(address, {"address": GREY})
    assert answer.status_code == 403
    assert "This game names its own builders" in answer.content.decode()
    assert "这个游戏指定了制作者" in answer.content.decode()
