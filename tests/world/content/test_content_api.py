"""The API from a draft to the shelf: by two people, and by nobody alone."""

import io
import json
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from shelved import GREY

from web.api import archives, base, drafts, pieces, review
from world import content
from world.accounts import tokens
from world.models import Draft, StaffAct
from world.shelf import games

pytestmark = pytest.mark.django_db
API = "/api/1/"


@pytest.fixture(autouse=True)
def _waits(waits):
    waits("run_in_reactor", archives, base, drafts, pieces, review)


@pytest.fixture
def ask(people):
    """`ask("bob", "POST", "drafts/1/submit/", data)`: the answer to one of the people."""
    texts = {}

    def ask(name, method, address, data=None):
        if name not in texts:
            texts[name] = tokens.make_token(getattr(people, name))[1]
        return Client().generic(
            method,
            API + address,
            json.dumps(data or {}),
            "application/json",
            headers={"authorization": f"Bearer {texts[name]}"},
        )

    return ask


@pytest.fixture
def draft(people):
    text = content.find_piece("pebbles", GREY).text.replace('"weight": 1', '"weight": 4')
    return content.save_draft(people.bob, "pebbles", GREY, text, "heavier")


@pytest.fixture
def submitted(ask, draft, people, done):
    assert ask("bob", "POST", f"drafts/{draft.pk}/submit/").status_code == 200
    draft.refresh_from_db()
    done(content.await_trial(people.bob, draft))
    return draft


def said(answer):
    return answer.status_code, answer.json().get("error", "")


def weight():
    return games.find_game("pebbles").card("t.stone.grey").facts["weight"]


def test_two_people_bring_a_card_to_the_shelf_and_back(ask, submitted):
    address = f"drafts/{submitted.pk}/"
    told = ask("rita", "GET", address).json()
    assert (told["status"], told["trial"]["matches"]) == ("submitted", 20)
    assert told["may"] == ["try", "approve", "return"]
    assert ask("rita", "POST", f"{address}approve/", {"comment": "good"}).json()["review"] == "good"
    outcome = ask("rita", "POST", f"{address}publish/").json()
    assert (outcome["published"], outcome["changed"]) == (True, ["t.stone.grey"])
    assert weight() == 4
    versions = ask("ann", "GET", "games/pebbles/versions/").json()["results"]
    assert (versions[0]["by"], versions[0]["how"]) == ("Rita", "edit")
    changes = ask("ann", "GET", f"games/pebbles/versions/{versions[0]['number']}/").json()[
        "changes"
    ]
    assert changes[0]["address"] == GREY
    assert any(line.startswith("+") and '"weight": 4' in line for line in changes[0]["difference"])
    back = {"publication": versions[-1]["number"], "comment": "lighter again"}
    assert ask("rita", "POST", "games/pebbles/rollback/", back).json()["published"]
    assert weight() == 1
    ways = StaffAct.objects.filter(act__in=["submit", "approve", "publish", "rollback"])
    assert set(ways.values_list("way", flat=True)) == {"api"}


def test_a_draft_is_sent_back_with_a_reason(ask, submitted):
    address = f"drafts/{submitted.pk}/"
    assert said(ask("rita", "POST", f"{address}return/")) == (409, "noReason")
    told = ask("rita", "POST", f"{address}return/", {"comment": "too heavy"}).json()
    assert (told["status"], told["review"]) == ("open", "too heavy")


def test_several_drafts_are_published_at_once_or_not_at_all(ask, submitted):
    data = {"drafts": [submitted.pk]}
    assert said(ask("rita", "POST", "games/pebbles/publish/", data)) == (409, "needsReview")
    ask("rita", "POST", f"drafts/{submitted.pk}/approve/")
    both = {"drafts": [submitted.pk, 999]}
    assert said(ask("rita", "POST", "games/pebbles/publish/", both)) == (404, "noDraft")
    assert ask("rita", "POST", "games/pebbles/publish/", data).json()["published"]


def test_a_piece_is_retired_by_a_draft_without_text(ask):
    told = ask("rita", "POST", "games/pebbles/retire/", {"address": GREY}).json()
    assert (told["address"], told["text"]) == (GREY, "")
    assert said(ask("rita", "POST", "games/pebbles/retire/", {"address": "card:x"}))[0] == 404


def test_a_draft_takes_the_place_of_what_was_published_meanwhile(ask, draft, submitted, people):
    ask("rita", "POST", f"drafts/{submitted.pk}/approve/")
    text = content.find_piece("pebbles", GREY).text.replace('"weight": 1', '"weight": 2')
    later = content.save_draft(people.rita, "pebbles", GREY, text)
    assert ask("rita", "POST", f"drafts/{submitted.pk}/publish/").json()["published"]
    address = f"drafts/{later.pk}/"
    assert said(ask("rita", "POST", f"{address}submit/")) == (409, "draftBehind")
    assert "rebase" in ask("rita", "GET", address).json()["may"]
    assert said(ask("bob", "POST", f"{address}rebase/")) == (404, "noDraft")
    told = ask("rita", "POST", f"{address}rebase/").json()
    assert (told["status"], "rebase" in told["may"]) == ("open", False)
    assert ask("rita", "POST", f"{address}submit/").status_code == 200


def test_a_draft_with_mistakes_is_not_submitted(ask, draft):
    ask("bob", "PUT", f"drafts/{draft.pk}/", {"text": "{broken"})
    assert said(ask("bob", "POST", f"drafts/{draft.pk}/submit/")) == (409, "draftHasProblems")


@pytest.mark.parametrize(
    ("who", "address", "data", "expected"),
    [
        ("ben", "drafts/{}/submit/", {}, (404, "noDraft")),
        ("ann", "drafts/{}/submit/", {}, (404, "noDraft")),
        ("bob", "drafts/{}/approve/", {}, (403, "mayNot")),
        ("bob", "drafts/{}/return/", {"comment": "x"}, (403, "mayNot")),
        ("bob", "drafts/{}/publish/", {}, (403, "mayNot")),
        ("bob", "games/pebbles/publish/", {"drafts": ["{}"]}, (403, "mayNot")),
        ("bob", "games/pebbles/retire/", {"address": GREY}, (403, "mayNot")),
        ("bob", "games/pebbles/rollback/", {"publication": 1}, (403, "mayNot")),
        ("ann", "games/pebbles/rollback/", {"publication": 1}, (403, "mayNot")),
        ("rita", "games/pebbles/rollback/", {"publication": 999}, (409, "noPublication")),
    ],
)
def test_who_may_not_is_refused_and_nothing_changes(ask, submitted, who, address, data, expected):
    number = submitted.pk
    data = json.loads(json.dumps(data).replace('"{}"', str(number)))
    assert said(ask(who, "POST", address.format(number), data)) == expected
    assert Draft.objects.get(pk=number).status == "submitted"
    assert weight() == 1


def test_how_far_a_trial_is_is_told_and_one_can_be_begun(ask, draft, people, done):
    address = f"drafts/{draft.pk}/trial/"
    nothing = {"running": False, "done": 0, "total": 0, "strength": "", "trial": None}
    assert ask("bob", "GET", address).json() == nothing
    answer = ask("bob", "POST", address)
    assert (answer.status_code, answer.json()) == (202, {**nothing, "running": True, "total": 20})
    done(content.await_trial(people.bob, draft))
    told = ask("bob", "GET", address).json()
    assert (told["running"], told["trial"]["matches"]) == (False, 20)


def test_a_text_is_priced_and_how_far_that_is_is_told(ask, people, done, settings):
    settings.PRICING = True
    nothing = {"running": False, "done": 0, "total": 0, "strength": "", "price": ""}
    assert ask("bob", "GET", "games/pebbles/price/").json() == nothing
    sent = {"address": GREY, "text": content.find_piece("pebbles", GREY).text}
    answer = ask("bob", "POST", "games/pebbles/price/", sent)
    assert (answer.status_code, answer.json()) == (202, {**nothing, "running": True, "total": 20})
    found = done(content.price_text(people.bob, "pebbles", GREY, sent["text"]))
    assert found["matches"] == 20
    told = ask("bob", "GET", "games/pebbles/price/").json()
    assert (told["running"], told["done"]) == (False, 20)
    assert ask("ann", "POST", "games/pebbles/price/", sent).status_code == 403


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("who", ["ann", "ben", "rita"])
def test_the_trial_of_a_draft_is_no_affair_of_others(ask, draft, who, method):
    assert said(ask(who, method, f"drafts/{draft.pk}/trial/")) == (404, "noDraft")
    assert content.progress_of(draft) is None


def upload(account, data, name="pack.zip"):
    headers = {"authorization": f"Bearer {tokens.make_token(account)[1]}"}
    file = SimpleUploadedFile(name, data)
    return Client().post(f"{API}archives/", {"archive": file}, headers=headers)


def zipped(files):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as into:
        for place, text in files.items():
            into.writestr(place, text)
    return packed.getvalue()


PACK = (
    '{"pack": {"id": "%s", "inherits": "pebbles", "name": {"zh": "新", "en": "New"}}, '
    '"cards": [%s]}'
)


def test_a_game_is_taken_out_as_an_archive_and_another_taken_in(ask, people):
    answer = ask("rita", "GET", "games/pebbles/archive/")
    assert answer.headers["Content-Type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
        assert "pebbles/pack.json5" in packed.namelist()
    told = upload(people.ada, zipped({"new/pack.json5": PACK % ("new", "")})).json()
    assert (told["published"], told["problems"]) == (True, [])
    assert games.find_game("new").id == "new"


@pytest.mark.parametrize(
    "data",
    [
        b"no zip at all",
        zipped({"../out/pack.json5": PACK % ("out", "")}),
        zipped({"/out/pack.json5": PACK % ("out", "")}),
        zipped({"new/pack.json5": PACK % ("new", ""), "other/pack.json5": PACK % ("other", "")}),
        lambda: zipped({"new/pack.json5": " " * 30_000_000}),  # not made while collecting
        zipped({"new/run.py": "print(1)", "new/pack.json5": PACK % ("new", "")}),
        zipped({}),
    ],
    ids=["text", "above", "absolute", "two", "bomb", "python", "empty"],
)
def test_an_archive_that_is_none_is_refused_whole(people, data):
    code, key = said(upload(people.ada, data() if callable(data) else data))
    assert (400 <= code < 500, key[:7]) == (True, "install")
    assert set(games.games_by_id()) == {"pebbles", "heir"}


def test_an_archive_with_mistakes_is_told_and_not_taken_in(people):
    data = zipped({"new/pack.json5": PACK % ("new", '{"id": "x"}')})
    told = upload(people.ada, data).json()
    assert not told["published"]
    assert told["problems"]
    assert set(games.games_by_id()) == {"pebbles", "heir"}


@pytest.mark.parametrize("who", ["ann", "bob", "rita"])
def test_archives_are_taken_in_by_admins_alone(people, ask, who):
    data = zipped({"new/pack.json5": PACK % ("new", "")})
    assert said(upload(getattr(people, who), data)) == (403, "mayNot")
    assert said(Client().post(f"{API}archives/", {})) == (401, "notSignedIn")
    if who != "rita":
        assert said(ask(who, "GET", "games/pebbles/archive/")) == (403, "mayNot")


def test_nobody_reviews_their_own(ask, people, done):
    text = content.find_piece("pebbles", GREY).text.replace('"weight": 1', '"weight": 3')
    own = content.save_draft(people.rita, "pebbles", GREY, text)
    done(content.submit_draft(people.rita, own))
    assert said(ask("rita", "POST", f"drafts/{own.pk}/approve/")) == (403, "ownDraft")


# -- places


def at_place(ask, who="bob", **asked):
    asked = {"address": "entry:main", "text": "[]", "language": "en", **asked}
    return ask(who, "POST", "games/pebbles/place/", asked)


def test_what_fits_at_a_place_is_told_with_help(ask):
    told = at_place(ask, text='[{"type": "shuffle", "zone": "bag"}]').json()
    assert (told["path"], told["adds"], told["inside"][0]["key"]) == ([], True, 0)
    fit = next(each for each in told["fits"] if each["name"] == "if")
    assert fit["help"]
    assert json.loads(fit["json"])["type"] == "if"
    inner = at_place(ask, text='[{"type": "shuffle"}]', path=[0], language="zh").json()
    assert inner["path"] == [0]
    assert any(each["required"] and not each["filled"] for each in inner["inside"])


def test_a_place_that_there_is_not_is_the_nearest_around_it(ask):
    told = at_place(ask, text='[{"type": "shuffle"}]', path=[0, "nothing", 7]).json()
    assert told["path"] == [0]


@pytest.mark.parametrize(
    ("asked", "code", "key"),
    [
        ({"text": "{broken"}, 409, "pieceBroken"),
        ({"address": "soup:x"}, 404, "badAddress"),
        ({"path": [{}]}, 400, "invalid"),
        ({"path": [True]}, 400, "invalid"),
        ({"path": 7}, 400, "invalid"),
        ({"language": "xx"}, 400, "invalid"),
        ({"text": "x" * 50_000}, 413, "draftTooLong"),
    ],
)
def test_what_is_no_place_is_told(ask, asked, code, key):
    assert said(at_place(ask, **asked)) == (code, key)


def test_places_are_for_who_may_write(ask):
    assert said(at_place(ask, who="ann")) == (403, "mayNot")
