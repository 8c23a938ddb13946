"""Games, pieces and drafts in the admin: shown, reviewed, published, rolled back; not edited."""

import html as escapes
import io
import re
import zipfile
from urllib.parse import quote

import pytest
from django.contrib.auth.models import Permission
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse, reverse_lazy
from django.utils.html import escape
from shelved import GREY
from staffed import address, listing, signed_in, text
from twisted.internet.defer import Deferred

from rules.telling.text import Text
from world import content
from world.admin import base
from world.content import trying
from world.locale.messages import strip_marks
from world.models import Draft, PackPolicy, Publication, Revision, StaffAct
from world.shelf import games

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pages_wait")]


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
    """Begin a draft of a piece, as the builders' page does."""
    answer = client.post(reverse("build", args=["pebbles"]), {"open": piece})
    assert answer.status_code == 302, text(answer)
    return Draft.objects.latest("pk")


def write(client, draft, **form):
    """Write a draft, as the builders' page does."""
    return client.post(workshop(draft), {"act": "save", "text": draft.text, **form})


def workshop(draft):
    return reverse("build_draft", args=["pebbles", draft.pk])


def link(page, label="Edit in the workshop"):
    """Where a link of a page leads."""
    return escapes.unescape(re.search(rf'<a href="([^"]*)">{label}', page)[1])


def do(client, row, deed, **form):
    """Do something with a row, and read what comes of it."""
    return text(client.post(address(row, "deed", deed), form, follow=True))


PIECES = reverse_lazy("admin:world_publication_pieces", args=["pebbles"])
PIECE = reverse_lazy("admin:world_publication_piece", args=["pebbles"])


def test_a_piece_is_found_and_shown_with_what_it_says_and_its_text(bob):
    found = text(bob.get(PIECES))
    assert f"{PIECE}?address={quote(GREY)}" in found
    assert "t.stone.grey" not in text(bob.get(PIECES, {"q": "magnet"}))
    page = text(bob.get(PIECE, {"address": GREY}))
    piece = content.find_piece("pebbles", GREY)
    assert escape(piece.text) in page
    assert f"{piece.file}:{piece.line}" in page
    for language in ("zh", "en"):
        told = Text(games.find_game("pebbles"), language).rules_text(piece_of(GREY))
        assert escape(strip_marks(told)) in page
    assert "<textarea" not in page


def piece_of(address):
    return games.find_game("pebbles").card(address.removeprefix("card:"))


@pytest.mark.parametrize("kind", ["card", "entry", "file"])
def test_every_piece_leads_to_the_builders_page_that_edits_it(bob, kind):
    pieces = bob.get(PIECES, {"kind": kind}).context["pieces"]
    assert pieces
    for row in pieces:
        piece, edits = row["piece"], row["workshop"]
        assert link(text(bob.get(row["page"]))) == edits
        html = text(bob.get(edits))
        assert f'name="open" value="{piece.address}"' in html
        assert escape(piece.text) in html


def test_a_new_card_is_begun_on_the_builders_page(bob):
    leads = link(text(bob.get(PIECES)), "Write a new card")
    assert leads == "/build/pebbles/#new"
    assert '<h2 id="new">' in text(bob.get(leads))
    leads = link(text(bob.get(listing(Draft))), "Write a new card")
    assert "/build/pebbles/" in text(bob.get(leads))
    assert bob.get(listing(Draft, "add")).status_code == 403


@pytest.mark.parametrize("place", ["", "soup:x", "card:nothing", "card:\x00", "entry:cards"])
def test_a_piece_that_is_not_there_is_told(bob, place):
    answer = bob.get(PIECE, {"address": place}, follow=True)
    assert answer.status_code == 200
    assert 'class="danger"' in text(answer)


def test_a_draft_is_shown_as_it_is_and_leads_to_its_page(bob):
    draft = begin(bob)
    assert "has not been checked yet" in text(bob.get(address(draft, "change")))
    write(bob, draft, act="check", text=draft.text.replace('"weight"', '"wieght"'), comment="why")
    draft.refresh_from_db()
    page = text(bob.get(address(draft, "change")))
    assert escape(draft.text) in page
    assert "wieght" in page.split("What is wrong")[1]
    assert re.search(r"^\+.*wieght", page, re.MULTILINE)
    assert "why" in page
    assert "<textarea" not in page
    assert 'name="_save"' not in page
    assert link(page) == workshop(draft)
    assert bob.get(link(page)).status_code == 200


def test_who_reviews_opens_a_draft_in_the_workshop_when_it_waits(bob, rita, admin_client):
    draft = begin(bob)
    leads = link(text(admin_client.get(address(draft, "change"))), "Open in the workshop")
    assert GREY in text(admin_client.get(leads))  # that of the piece: the draft is Bob's own
    Draft.objects.update(status="submitted")
    for client in (rita, admin_client):
        leads = link(text(client.get(address(draft, "change"))), "Open in the workshop")
        assert leads == workshop(draft)
        assert client.get(leads).status_code == 200


@pytest.mark.parametrize("page", ["change", "write", "check", "add", "delete"])
def test_no_form_of_the_admin_changes_what_a_draft_says(bob, admin_client, page):
    draft = begin(bob)
    before = list(Draft.objects.values())
    own = page in ("change", "delete")
    leads = address(draft, page) if own else f"{listing(Draft)}{page}/"
    form = {"text": "{}", "comment": "x", "folder": "pebbles", "address": "card:t.stone.new"}
    for client in (bob, admin_client):
        answer = client.post(leads, {**form, "card": "{}", "post": "yes", "_save": "x"})
        assert answer.status_code in (301, 302, 403)
        assert list(Draft.objects.values()) == before


def test_no_form_of_the_admin_changes_what_is_published(admin_client, shelf):
    row = content.head_of("pebbles")
    texts = {each.address: each.text for each in content.pieces("pebbles")}
    for leads in (address(row, "change"), address(row.version, "change"), PIECES, PIECE):
        form = {"address": GREY, "text": "{}", "folder": "x", "pack_id": "x"}
        assert admin_client.post(leads, form).status_code in (403, 405)
    assert {each.address: each.text for each in content.pieces("pebbles")} == texts
    row.refresh_from_db()
    assert (row.folder, row.version.pack_id) == ("pebbles", "pebbles")


def test_who_only_looks_reads_content_and_is_told_what_they_lack_to_write_it(people):
    for name in ("view_publication", "view_draft"):
        people.ann.user_permissions.add(Permission.objects.get(codename=name))
    people.ann.is_staff = True
    people.ann.save()
    ann = signed_in(people.ann)
    page = text(ann.get(PIECE, {"address": GREY}))
    assert "t.stone.grey" in page
    answer = ann.get(link(page))
    assert answer.status_code == 403
    assert "Cards are written by builders" in text(answer)
    assert "Ask the staff" in text(ann.get(link(text(ann.get(listing(Draft))), "Write a new card")))


def test_what_is_shown_is_in_the_language_of_who_reads_it(people, bob):
    draft = begin(bob)
    reader = signed_in(people.bob, "zh")
    assert "在工坊编辑" in text(reader.get(PIECES))
    assert "写一张新卡牌" in text(reader.get(PIECES))
    page = text(reader.get(address(draft, "change")))
    assert "在工坊编辑" in page
    assert "还没有检查过" in page


def test_a_text_is_shown_as_it_stands_to_who_reads_traditional_chinese(people, bob):
    draft = begin(bob)
    write(bob, draft, text=f"// 检查\n{draft.text}")
    page = text(signed_in(people.bob, "zh-hant").get(address(draft, "change")))
    assert "還沒有檢查過" in page
    assert "// 检查" in page


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
    assert write(ben, draft, text="{}").status_code == 404
    draft.refresh_from_db()
    assert draft.text != "{}"


def test_a_builder_who_is_not_named_for_a_game_reads_it_and_writes_none_of_it(bob, people):
    policy = PackPolicy.objects.create(folder="pebbles")
    policy.builders.add(people.ben)
    answer = bob.get(link(text(bob.get(PIECE, {"address": GREY}))))
    assert answer.status_code == 403
    assert "This game names its own builders" in text(answer)
    assert bob.post(reverse("build", args=["pebbles"]), {"open": GREY}).status_code == 403
    assert not Draft.objects.exists()


def test_a_player_reaches_none_of_it(people):
    ann = signed_in(people.ann)
    for page in (PIECES, PIECE, listing(Draft), listing(Publication)):
        assert ann.get(page).status_code == 302


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
