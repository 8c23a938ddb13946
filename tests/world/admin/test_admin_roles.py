"""Each role sees the pages it needs and no others; whatever it lacks the right to is refused."""

import pytest
from django.contrib import admin
from django.contrib.contenttypes.models import ContentType
from django.urls import reverse
from staffed import account, address, listing, signed_in, staff, text

from world.accounts import roles
from world.admin.base import WithDeeds
from world.community import role_groups
from world.models import Draft, FailedAction, MatchRecord, Publication, Sheet
from world.play.hosting.host import MatchHost
from world.play.hosting.seating import Sitter

pytestmark = pytest.mark.django_db

MODELS = sorted(admin.site._registry, key=lambda model: model.__name__)
STAFF = [role for role in roles.ROLES if role != "player"]
DEEDS = [
    (model, deed)
    for model, page in admin.site._registry.items()
    if isinstance(page, WithDeeds)
    for deed in page.deeds
]


@pytest.fixture(autouse=True)
def _types_of_this_test():
    yield
    ContentType.objects.clear_cache()


@pytest.fixture
def match(pebbles, clock):
    return MatchHost.start(pebbles, [Sitter("Ann"), Sitter("Ada", bot="greedy")], clock=clock)


def granted(role, model):
    """The verbs that a role has for a table."""
    ranks = list(roles.ROLES)
    table = f"{model._meta.app_label}.{model._meta.model_name}"
    return {
        verb
        for each in ranks[: ranks.index(role) + 1]
        for verb in role_groups.GRANTS[each].get(table, ())
    }


@pytest.mark.parametrize("role", STAFF)
def test_a_role_reads_what_it_was_given_and_nothing_else(role, match):
    client, seen = staff(role), 0
    for model in MODELS:
        may = bool(granted(role, model) & {"view", "change"})
        assert client.get(listing(model)).status_code == (200 if may else 403), model
        seen += may
    assert seen


@pytest.mark.parametrize("role", STAFF)
def test_a_role_adds_only_where_it_may(role, match):
    client = staff(role)
    for model in MODELS:
        status = client.get(listing(model, "add")).status_code
        if "add" not in granted(role, model):
            assert status == 403, model


@pytest.mark.parametrize("name", [None, "player"])
@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_who_is_no_staff_is_sent_to_the_door(client, model, name):
    if name:
        client = signed_in(account("Ann"))
    for page in ("changelist", "add"):
        answer = client.get(listing(model, page))
        assert answer.status_code == 302
        assert "login" in answer["Location"]


def test_the_index_lists_the_game_first_and_only_what_one_may_see(match):
    page = text(staff("admin").get(reverse("admin:index")))
    groups = ["Content", "Matches", "People", "The house", "Inside (Evennia, Django)"]
    places = [page.index(f"{name}</a>") for name in groups]
    assert places == sorted(places)
    assert "Memory" in page
    less = text(staff("builder").get(reverse("admin:index")))
    assert "Drafts" in less
    for word in ("Players", "Memory", "Bans", "Announcement"):
        assert word not in less


def row_of(model, match):
    """A row that the deeds of a page are about."""
    if model is MatchRecord:
        return match.record
    if model is FailedAction:
        return FailedAction.objects.create(match=match.record, index=0, seat=0, kind="flow")
    if model is Draft:
        author = account("Author", "builder")
        fields = {"author_name": "Author", "folder": "pebbles", "status": "submitted"}
        return Draft.objects.create(author=author, address="card:x", **fields)
    if model is Publication:
        return Publication.objects.create(folder="pebbles", version=match.record.pack_version)
    if model is Sheet:
        return Sheet.objects.create(realm="pebbles", account=account("Owner"))
    return account("Somebody")


@pytest.mark.parametrize(("model", "deed"), DEEDS, ids=lambda each: getattr(each, "name", ""))
def test_each_deed_is_refused_to_who_lacks_its_permission(model, deed, match):
    row, refused = row_of(model, match), 0
    for role in roles.ROLES:
        client = staff(role)
        if client.account.has_perm(deed.permission):
            continue
        answer = client.post(address(row, "deed", deed.name), {})
        # Who does not even see the row is told that there is none.
        assert answer.status_code in (302, 403, 404)
        if answer.status_code == 302:
            assert "login" in answer["Location"]
        refused += 1
    assert refused


@pytest.mark.parametrize(("model", "deed"), DEEDS, ids=lambda each: getattr(each, "name", ""))
def test_a_deed_is_done_by_a_form_alone_and_one_that_there_is(model, deed, match, admin_client):
    row = row_of(model, match)
    assert admin_client.get(address(row, "deed", deed.name)).status_code == 405
    assert admin_client.post(address(row, "deed", "nonsense")).status_code == 404


def test_staff_with_few_rights_of_its_own_sees_that_alone(match):
    from django.contrib.auth.models import Permission

    clerk = account("Clerk")
    clerk.is_staff = True
    clerk.save()
    clerk.user_permissions.add(Permission.objects.get(codename="view_matchrecord"))
    client = signed_in(clerk)
    assert client.get(listing(MatchRecord)).status_code == 200
    page = text(client.get(address(match.record, "change")))
    assert "Hand a seat" not in page
    assert "End the match" not in page
    for deed in ("pause", "end", "hand", "resume"):
        assert client.post(address(match.record, "deed", deed)).status_code == 403
    story = reverse("admin:world_matchrecord_story", args=[match.record.pk])
    assert client.get(story).status_code == 403
    assert client.post(address(match.record, "change"), {"note": "x"}).status_code == 403
    assert client.post(address(match.record, "delete"), {"post": "yes"}).status_code == 403
    assert client.get(reverse("admin:announce")).status_code == 403
    match.record.refresh_from_db()
    assert (match.record.status, match.record.note, match.is_paused) == ("running", "", False)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_every_page_opens_in_both_languages(model, language, match, admin_user):
    client = signed_in(admin_user, language)
    assert client.get(listing(model)).status_code == 200
    row = model.objects.first()
    if row is not None:
        assert client.get(address(row, "change")).status_code == 200
