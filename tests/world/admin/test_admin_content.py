"""Games, pieces and drafts in the admin: written, previewed, reviewed, published, rolled back."""

import io
import json
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from shelved import GREY
from staffed import address, listing, signed_in, text
from twisted.internet.defer import Deferred

from world import content
from world.admin import base
from world.content import trying
from world.models import Draft, PackPolicy, Publication, Revision, StaffAct
from world.shelf import games

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _waited(settings, monkeypatch, done):
    """What pages wait for comes of processes beside the server."""
    settings.TRIAL_MATCHES = 5

    def in_reactor(function, *args, **kwargs):
        result = function(*args, **kwargs)
        return done(result) if isinstance(result, Deferred) else result

    monkeypatch.setattr(base, "in_reactor", in_reactor)
    yield
    trying.stop()


@pytest.fixture
def bob(people):
    return signed_in(people.bob)


@pytest.fixture
def rita(people):
    return signed_in(people.rita)


def begin(client, piece=GREY):
    """Begin a draft of a piece, as the page does."""
    form = {"folder": "pebbles", "address": piece}
    answer = client.post(reverse("admin:world_draft_write"), form)
    assert answer.status_code == 302, text(answer)
    return Draft.objects.latest("pk")


def write(client, draft, **form):
    return client.post(address(draft, "change"), {"comment": "", "text": draft.text, **form})


def do(client, row, deed, **form):
    """Do something with a row, and read what comes of it."""
    return text(client.post(address(row, "deed", deed), form, follow=True))


def test_a_piece_is_found_and_a_draft_begins_with_what_stands_there(bob):
    pieces = reverse("admin:world_publication_pieces", args=["pebbles"])
    assert "t.stone.grey" in text(bob.get(pieces))
    assert "t.stone.grey" not in text(bob.get(pieces, {"q": "magnet"}))
    draft = begin(bob)
    assert draft.text == content.find_piece("pebbles", GREY).text
    assert begin(bob) == draft
    new = begin(bob, "card:t.stone.new")
    assert json.loads(new.text)["id"] == "t.stone.new"
    do_write(bob, "nonsense")
    assert Draft.objects.count() == 2


def do_write(client, piece):
    form = {"folder": "pebbles", "address": piece}
    return text(client.post(reverse("admin:world_draft_write"), form, follow=True))


def test_a_text_is_previewed_in_both_languages_with_all_problems(bob):
    form = {"folder": "pebbles", "address": GREY, "text": content.find_piece("pebbles", GREY).text}
    report = bob.post(reverse("admin:world_draft_check"), form).json()
    assert report["problems"] == []
    assert set(report["sentences"]) == {"zh", "en"}
    form["text"] = form["text"].replace('"weight"', '"wieght"')
    report = bob.post(reverse("admin:world_draft_check"), form).json()
    assert "weight" in report["problems"][0]["text"]
    assert report["problems"][0]["line"]
    form["text"] = "{"
    assert bob.post(reverse("admin:world_draft_check"), form).json()["problems"]
    form["address"] = "nonsense"
    answer = bob.post(reverse("admin:world_draft_check"), form)
    assert answer.status_code == 400
    assert "could not be checked" in answer.json()["refused"]


def test_a_card_is_a_form_whose_data_becomes_its_text(bob):
    draft = begin(bob)
    page = text(bob.get(address(draft, "change")))
    assert "data-django-jsonform" in page
    assert " style=" not in page.split('id="content-main"')[1]
    from world.admin.writing import form_of

    _, data = form_of(draft)
    data["weight"] = 7
    form = {"folder": "pebbles", "address": GREY, "card": json.dumps(data)}
    report = bob.post(reverse("admin:world_draft_check"), form).json()
    assert json.loads(report["text"])["weight"] == 7
    assert report["problems"] == []
    for broken in ("[]", '{"id": "x"}', "{", '{"id": {"a": 1}}'):
        form["card"] = broken
        assert bob.post(reverse("admin:world_draft_check"), form).status_code in (200, 400)


def test_a_text_that_is_no_card_has_no_form_and_says_why(bob):
    draft = begin(bob)
    write(bob, draft, text="{ this is none")
    page = text(bob.get(address(draft, "change")))
    assert "There is no form for this text" in page
    assert "data-django-jsonform" not in page


def test_a_draft_goes_its_way_by_two_people_and_is_rolled_back(bob, rita, people, done):
    draft = begin(bob)
    changed = draft.text.replace('"weight": 1', '"weight": 5')
    assert changed != draft.text
    assert write(bob, draft, text=changed, comment="heavier").status_code == 302
    assert "Submitted" in do(bob, draft, "submit")
    done(content.await_trial(people.bob, Draft.objects.get()))
    assert bob.post(address(draft, "deed", "approve")).status_code == 403
    assert bob.post(address(draft, "deed", "publish")).status_code == 403
    assert "heavier" in text(rita.get(address(draft, "change")))
    assert "wait for a review: 1" in text(rita.get(reverse("admin:index")))
    assert "Done" in do(rita, draft, "approve", note="good")
    assert "is published" in do(rita, draft, "publish")
    assert games.find_game("pebbles").card("t.stone.grey").facts["weight"] == 5
    revision = Revision.objects.filter(address=GREY).first()
    page = text(bob.get(address(revision, "change")))
    assert "+" in page
    assert "&quot;weight&quot;: 5" in page
    first = Publication.objects.filter(folder="pebbles").earliest("pk")
    assert bob.post(address(first, "deed", "rollback")).status_code == 403
    assert "is published" in do(rita, first, "rollback", comment="too heavy")
    assert games.find_game("pebbles").card("t.stone.grey").facts["weight"] == 1
    ways = set(StaffAct.objects.exclude(act="change").values_list("act", "way"))
    assert {("submit", "admin"), ("approve", "admin"), ("publish", "admin")} < ways
    assert ("rollback", "admin") in ways


def test_nobody_approves_their_own_and_what_has_mistakes_is_not_submitted(rita):
    draft = begin(rita)
    write(rita, draft, text=draft.text.replace('"weight"', '"wieght"'))
    assert "has mistakes" in do(rita, draft, "submit")
    Draft.objects.update(status="submitted")
    assert "own" in do(rita, draft, "approve")
    assert Draft.objects.get().status == "submitted"
    do(rita, draft, "publish")
    assert Draft.objects.get().status == "submitted"


def test_a_draft_is_its_authors_own(bob, people):
    draft = begin(bob)
    ben = signed_in(people.ben)
    assert GREY not in text(ben.get(listing(Draft)))
    assert ben.get(address(draft, "change")).status_code == 302  # there is none, for Ben
    assert write(ben, draft, text="{}").status_code == 302
    draft.refresh_from_db()
    assert draft.text != "{}"


def test_a_builder_who_is_not_named_for_a_game_writes_none_of_it(bob, people):
    policy = PackPolicy.objects.create(folder="pebbles")
    policy.builders.add(people.ben)
    page = do_write(bob, GREY)
    assert "no right" in page
    assert not Draft.objects.exists()
    form = {"folder": "pebbles", "address": GREY, "text": "{}"}
    assert bob.post(reverse("admin:world_draft_check"), form).status_code == 400


def test_a_player_reaches_none_of_it(people):
    ann = signed_in(people.ann)
    for page in ("world_draft_write", "world_draft_check", "world_publication_changelist"):
        assert ann.get(reverse(f"admin:{page}")).status_code == 302
    assert ann.post(reverse("admin:world_draft_check"), {}).status_code == 302
    assert not Draft.objects.exists()


def zipped(**files):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as into:
        for place, told in files.items():
            into.writestr(place.replace("__", "/") + ".json5", told)
    return packed.getvalue()


OWN = '{"pack": {"id": "own", "inherits": "pebbles", "name": {"zh": "自家", "en": "Own"}}}'


def install(client, data):
    upload = SimpleUploadedFile("pack.zip", data, "application/zip")
    address = reverse("admin:world_publication_install")
    return client.post(address, {"archive": upload}, follow=True)


def test_a_pack_is_installed_from_an_archive_and_taken_away_as_one(people):
    ada = signed_in(people.ada)
    assert "is published" in text(install(ada, zipped(own__pack=OWN)))
    assert "own" in games.games_by_id()
    answer = ada.get(reverse("admin:world_publication_archive", args=["own"]))
    with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
        assert packed.read("own/pack.json5").decode() == OWN
    assert {"install", "export"} <= set(StaffAct.objects.values_list("act", flat=True))


@pytest.mark.parametrize(
    "data",
    [b"", b"no zip", zipped(a__pack=OWN, b__pack=OWN), zipped(own__pack="{ broken")],
    ids=["nothing", "no zip", "two packs", "mistakes"],
)
def test_an_archive_with_anything_wrong_is_refused_whole(people, data):
    ada, before = signed_in(people.ada), set(games.games_by_id())
    page = install(ada, data)
    assert page.status_code == 200
    assert "is published" not in text(page)
    assert set(games.games_by_id()) == before


@pytest.mark.parametrize("name", ["ann", "bob", "rita"])
def test_only_an_admin_installs_and_a_builder_takes_nothing_away(people, name):
    client, before = signed_in(getattr(people, name)), set(games.games_by_id())
    assert "is published" not in text(install(client, zipped(own__pack=OWN)))
    assert set(games.games_by_id()) == before
    archive = client.get(reverse("admin:world_publication_archive", args=["pebbles"]))
    assert archive.status_code == {"ann": 302, "bob": 403, "rita": 200}[name]


def test_content_that_is_offered_or_was_stays_and_says_why(admin_client, shelf):
    offered = content.head_of("pebbles").version
    page = text(admin_client.get(address(offered, "delete")))
    assert "is what is offered now" in page
    admin_client.post(address(offered, "delete"), {"post": "yes"})
    assert type(offered).objects.filter(pk=offered.pk).exists()
    Publication.objects.create(folder="pebbles", version=content.head_of("heir").version)
    assert "history of its game" in text(admin_client.get(address(offered, "delete")))
    loose = type(offered).objects.create(pack_id="loose", content_hash="x")
    admin_client.post(address(loose, "delete"), {"post": "yes"})
    assert not type(offered).objects.filter(pk=loose.pk).exists()


def test_the_superuser_sees_the_drafts_of_everybody(bob, admin_client):
    draft = begin(bob)
    page = admin_client.get(reverse("admin:world_draft_changelist"))
    assert [row.pk for row in page.context["cl"].result_list] == [draft.pk]
    assert admin_client.get(address(draft, "change")).status_code == 200


def test_a_draft_that_one_may_not_see_is_refused_in_a_sentence(bob, rita):
    draft = begin(bob)
    page = rita.get(address(draft, "change"), follow=True)
    assert f"no row {draft.pk} that you may see" in text(page)
