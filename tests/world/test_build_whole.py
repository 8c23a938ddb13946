"""What builders do with pieces and games as a whole: taken away, kept up, carried, shared."""

import io
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from shelved import GREY, page

from world import content
from world.content import Policy
from world.models import Draft, PackPolicy, StaffAct
from world.shelf import games

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pages_wait")]
NEW = '{"pack": {"id": "new", "inherits": "pebbles", "name": {"zh": "新", "en": "New"}}}'


def begun(client):
    return client.post("/build/pebbles/", {"open": GREY}).headers["Location"]


# -- a piece taken away


def test_a_card_is_taken_away_by_a_draft_that_somebody_else_approves(at, people, done):
    address = begun(at("rita"))
    assert 'value="retire"' in page(at("rita").get(address))
    html = page(at("rita").post(address, {"act": "retire", "comment": "too strong"}, follow=True))
    assert '<p class="message">This draft takes the piece away.</p>' in html
    row = Draft.objects.get()
    assert (row.text, row.comment) == ("", "too strong")
    page(at("rita").post(address, {"act": "submit"}, follow=True))
    page(at("ada").post(address, {"act": "approve"}, follow=True))
    page(at("ada").post(address, {"act": "publish"}, follow=True))
    assert "t.stone.grey" not in {card.id for card in games.find_game("pebbles").cards}


def test_who_may_not_take_a_card_away_is_told_so(at):
    address = begun(at("bob"))
    assert 'value="retire"' not in page(at("bob").get(address))
    html = page(at("bob").post(address, {"act": "retire"}, follow=True))
    assert "message danger" in html
    assert Draft.objects.get().text


# -- a draft whose ground has changed


@pytest.fixture
def behind(at, people, done):
    """Bob's draft of a card that Rita has published otherwise since."""
    address = begun(at("bob"))
    PackPolicy.objects.create(folder="pebbles", review=False)
    text = content.find_piece("pebbles", GREY).text.replace('"weight": 1', '"weight": 6')
    other = content.save_draft(people.rita, "pebbles", GREY, text)
    done(content.await_trial(people.rita, other))
    other.refresh_from_db()
    assert done(content.publish_drafts(people.rita, [other])).published
    return address


def test_a_draft_whose_ground_has_changed_says_so_and_can_be_kept_up(at, behind):
    row = Draft.objects.get(author__username="Bob")
    html = page(at("bob").get(behind))
    assert 'value="rebase"' in html
    assert "&quot;weight&quot;: 6" in html
    html = page(at("bob").post(behind, {"act": "submit", "text": row.text}, follow=True))
    assert "message danger" in html
    html = page(at("bob").post(behind, {"act": "rebase", "text": row.text}, follow=True))
    assert 'value="rebase"' not in html
    row.refresh_from_db()
    assert row.base == content.find_piece("pebbles", GREY).text
    assert "rebase" in StaffAct.objects.filter(way="web").values_list("act", flat=True)


def test_nobody_but_its_author_keeps_a_draft_up(at, behind):
    row = Draft.objects.get(author__username="Bob")
    row.status = "submitted"
    row.save()
    base = row.base
    html = page(at("rita").post(behind, {"act": "rebase"}, follow=True))
    assert "message danger" in html
    row.refresh_from_db()
    assert row.base == base


# -- archives


def test_a_game_is_downloaded_by_who_may_take_it_out(at):
    assert "/build/pebbles/archive/" in page(at("rita").get("/build/pebbles/"))
    answer = at("rita").get("/build/pebbles/archive/")
    assert answer.headers["Content-Type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
        assert "pebbles/pack.json5" in packed.namelist()


def test_who_may_not_take_a_game_out_is_told_so(at):
    assert "/build/pebbles/archive/" not in page(at("bob").get("/build/pebbles/"))
    assert "message danger" in page(at("bob").get("/build/pebbles/archive/", follow=True))
    assert at("ann").get("/build/pebbles/archive/").status_code == 403


def archive(name="pack.zip"):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as into:
        into.writestr("new/pack.json5", NEW)
    return SimpleUploadedFile(name, packed.getvalue())


def test_a_game_is_taken_in_by_admins_and_by_nobody_else(at, people):
    for name in ("ann", "bob", "rita"):
        assert 'type="file"' not in page(at(name).get("/build/"))
        html = page(at(name).post("/build/install/", {"archive": archive()}, follow=True))
        assert "message danger" in html
        assert set(games.games_by_id()) == {"pebbles", "heir"}
    assert 'type="file"' in page(at("ada").get("/build/"))
    html = page(at("ada").post("/build/install/", {"archive": archive()}, follow=True))
    assert "message success" in html
    assert games.find_game("new").id == "new"


@pytest.mark.parametrize("form", [{}, {"archive": ""}, {"archive": SimpleUploadedFile("x", b"no")}])
def test_what_is_no_archive_is_told(at, form):
    assert "message danger" in page(at("ada").post("/build/install/", form, follow=True))
    assert set(games.games_by_id()) == {"pebbles", "heir"}


# -- who works at a game


def test_an_admin_says_who_works_at_a_game(at, people):
    html = page(at("ada").get("/build/pebbles/"))
    assert 'name="review" checked' in html
    form = {"builders": "bob, Ben", "reviewers": "Rita"}
    html = page(at("ada").post("/build/pebbles/policy/", form, follow=True))
    assert 'value="Bob, Ben"' in html
    assert content.policy_of("pebbles") == Policy(False, ["Bob", "Ben"], ["Rita"])
    act = StaffAct.objects.get(act="policy")
    assert (act.by, act.way, act.on) == (people.ada, "web", "pebbles")


@pytest.mark.parametrize("who", ["ann", "bob", "rita"])
def test_who_may_not_say_who_works_at_a_game_changes_nothing(at, who):
    answer = at(who).post("/build/pebbles/policy/", {"builders": who}, follow=True)
    assert answer.status_code == 403 or "message danger" in page(answer)
    assert not PackPolicy.objects.exists()


def test_a_name_that_nobody_has_changes_nothing(at):
    form = {"review": "on", "builders": "Bob, Nobody At All"}
    html = page(at("ada").post("/build/pebbles/policy/", form, follow=True))
    assert "Nobody At All" in html
    assert not PackPolicy.objects.exists()


# -- entries and files


@pytest.mark.parametrize(
    ("kind", "address"), [("entry", "entry:main"), ("file", "file:RULES.md"), ("card", GREY)]
)
def test_every_kind_of_piece_is_found_and_edited(at, kind, address):
    html = page(at("bob").get(f"/build/pebbles/?of={kind}&q={address.partition(':')[2]}"))
    assert f'value="{address}"' in html
    begun = at("bob").post("/build/pebbles/", {"open": address}).headers["Location"]
    html = page(at("bob").get(begun))
    assert ("build/app.js" in html) == (kind != "file"), "what is no JSON has no menus"


def test_a_kind_that_there_is_none_of_is_cards(at):
    assert f'value="{GREY}"' in page(at("bob").get("/build/pebbles/?of=soup"))
