"""
Every right of `world.accounts.roles`, on each way in: who lacks it is refused, and who has it is
not.

`TABLE` has each pair of a right and a way: what to try, or None where that way does not lead there.
A right that is new has no place in it, and fails.
"""

import pytest
from django.urls import reverse
from hostile_ways import API, FOLDER, GREY, OVER, Told

from rules.fuzz.payloads import zip_archive
from world import content
from world.accounts import roles
from world.models import Draft, PackPolicy, Publication, StaffAct

WAYS = ("game", "pages", "admin", "api")
PEOPLE = dict(zip(roles.ROLES, ("pat", "bob", "rita", "ada"), strict=True))
PIECE = "file:RULES.md"  # has no card to try out
BUILD = f"/build/{FOLDER}/"


def draft_of(who, status="open"):
    """A draft as if somebody had made it when they might."""
    base = content.find_piece(FOLDER, PIECE).text
    return Draft.objects.create(
        folder=FOLDER, address=PIECE, base=base, text="# Other\n", status=status,
        author=who.account, author_name=who.account.username,
    )  # fmt: skip


def typed(line):
    return lambda house, who: house.types(who, line)


def typed_of(line, status="open", other=False):
    """A line with the number of a draft of one's own, or of somebody else."""
    return lambda house, who: house.types(
        who, line.format(draft_of(_author(house, who, other), status).pk)
    )


def _author(house, who, other):
    return (house.ada if who is not house.ada else house.rita) if other else who


def formed(act, status="open", other=False):
    def attempt(house, who):
        row = draft_of(_author(house, who, other), status)
        return house.posts(who, f"{BUILD}{row.pk}/", {"act": act, "comment": "x"})

    return attempt


def deed(name, status="open", other=False):
    def attempt(house, who):
        row = draft_of(_author(house, who, other), status)
        address = reverse("admin:world_draft_deed", args=[row.pk, name])
        return house.posts(who, address, {"comment": "x", "note": "x"})

    return attempt


def asked(method, at, /, **data):
    return lambda house, who: house.asks(who, method, at, data)


def asked_of(act, status="open", other=False):
    def attempt(house, who):
        row = draft_of(_author(house, who, other), status)
        return house.asks(who, "POST", f"{OVER}{row.pk}/{act}/", {"comment": "x"})

    return attempt


def posted(name, *args, **form):
    return lambda house, who: house.posts(who, reverse(f"admin:{name}", args=args), form)


def read(name, *args):
    return lambda house, who: house.gets(who, reverse(f"admin:{name}", args=args))


def older(house):
    """The number of a publication; there is one after it."""
    content.head_of(FOLDER)
    row = Publication.objects.latest("pk")
    Publication.objects.create(folder=FOLDER, version=row.version, on_disk=row.on_disk)
    return row.pk


def packed():
    return zip_archive({"marbles/pack.json5": "{}"})


def uploaded(house, who):
    from django.core.files.uploadedfile import SimpleUploadedFile

    form = {"archive": SimpleUploadedFile("x.zip", packed())}
    return house.posts(who, reverse("admin:world_publication_install"), form)


def sent(house, who):
    from django.core.files.uploadedfile import SimpleUploadedFile
    from hostile_ways import _read

    form = {"archive": SimpleUploadedFile("x.zip", packed())}
    return _read(who.browser.post("/api/1/archives/", form, headers=who.headers))


def on_account(name, **form):
    def attempt(house, who):
        address = reverse("admin:accounts_accountdb_deed", args=[house.pat.account.pk, name])
        return house.posts(who, address, form)

    return attempt


def on_match(house, who):
    from world.models import MatchRecord

    version = content.head_of(FOLDER).version
    match = MatchRecord.objects.create(pack_version=version, seed=1, options={})
    return house.posts(who, reverse("admin:world_matchrecord_deed", args=[match.pk, "end"]), {})


TABLE = {
    ("read", "game"): typed("cards"),
    ("read", "pages"): lambda house, who: house.gets(who, f"/cards/{FOLDER}/"),
    ("read", "admin"): None,
    ("read", "api"): lambda house, who: house.gets(who, f"{API}cards/"),
    ("write", "game"): typed("card new Pebble"),
    ("write", "pages"): lambda house, who: house.posts(who, BUILD, {"open": GREY}),
    ("write", "admin"): None,
    ("write", "api"): asked("POST", f"{API}drafts/", address=GREY, text="{}"),
    ("check", "game"): typed_of("card check {}"),
    ("check", "pages"): formed("check"),
    ("check", "admin"): None,
    ("check", "api"): asked("POST", f"{API}check/", address=GREY, text="{}"),
    ("try", "game"): typed("card try grey stone"),
    ("try", "pages"): None,
    ("try", "admin"): None,
    ("try", "api"): None,
    ("submit", "game"): typed_of("card submit {}"),
    ("submit", "pages"): formed("submit"),
    ("submit", "admin"): deed("submit"),
    ("submit", "api"): asked_of("submit"),
    ("review", "game"): typed_of("card approve {}", "submitted", other=True),
    ("review", "pages"): formed("approve", "submitted", other=True),
    ("review", "admin"): deed("approve", "submitted", other=True),
    ("review", "api"): asked_of("approve", "submitted", other=True),
    ("publish", "game"): typed_of("card publish {}", "approved"),
    ("publish", "pages"): formed("publish", "approved"),
    ("publish", "admin"): deed("publish", "approved"),
    ("publish", "api"): asked_of("publish", "approved"),
    ("retire", "game"): typed("card retire grey stone: x"),
    ("retire", "pages"): None,
    ("retire", "admin"): None,
    ("retire", "api"): asked("POST", f"{API}retire/", address=GREY, comment="x"),
    ("rollback", "game"): lambda house, who: house.types(
        who, f"card rollback {FOLDER} {older(house)}"
    ),
    ("rollback", "pages"): lambda house, who: house.posts(who, BUILD, {"rollback": older(house)}),
    ("rollback", "admin"): lambda house, who: house.posts(
        who, reverse("admin:world_publication_deed", args=[older(house), "rollback"]), {}
    ),
    ("rollback", "api"): lambda house, who: house.asks(
        who, "POST", f"{API}rollback/", {"publication": older(house)}
    ),
    ("export", "game"): typed(f"content export {FOLDER}"),
    ("export", "pages"): None,
    ("export", "admin"): read("world_publication_archive", FOLDER),
    ("export", "api"): lambda house, who: house.gets(who, f"{API}archive/"),
    ("install", "game"): typed("content install x.zip"),
    ("install", "pages"): None,
    ("install", "admin"): uploaded,
    ("install", "api"): sent,
    ("policy", "game"): None,
    ("policy", "pages"): None,
    ("policy", "admin"): posted("world_packpolicy_add", folder=FOLDER, review="on"),
    ("policy", "api"): None,
    ("matches", "game"): None,
    ("matches", "pages"): None,
    ("matches", "admin"): on_match,
    ("matches", "api"): None,
    ("players", "game"): typed("role Pat player"),
    ("players", "pages"): None,
    ("players", "admin"): on_account("role", role="player"),
    ("players", "api"): None,
    ("audit", "game"): None,
    ("audit", "pages"): None,
    ("audit", "admin"): read("world_staffact_changelist"),
    ("audit", "api"): None,
}
RIGHTS = {right: role for role, rights in roles.RIGHTS.items() for right in rights}
TRIED = [pair for pair, attempt in TABLE.items() if attempt is not None]
NO = ("You have no right to that.", "There is no card", "There is no draft", "I do not know")


def denied(told: Told) -> bool:
    """Whether somebody was told that they may not, or that there is nothing of the kind."""
    texts = " ".join([*told.screens, *told.pages, *told.data])
    return told.statuses[-1:] in ([401], [403], [404]) or any(each in texts for each in NO)


def kept():
    """What changes with whatever the rights are for."""
    return [
        list(model.objects.order_by("pk").values())
        for model in (Publication, PackPolicy, StaffAct)
    ]  # fmt: skip


def test_every_right_has_its_place_on_every_way():
    assert set(TABLE) == {(right, way) for right in RIGHTS for way in WAYS}
    assert {right for right, _ in TRIED} == set(RIGHTS)


def lacking(right):
    """The people whose role is less than that of a right."""
    ranks = list(roles.ROLES)
    return [PEOPLE[role] for role in ranks[: ranks.index(RIGHTS[right])]]


@pytest.mark.parametrize(("right", "way"), TRIED)
def test_who_lacks_a_right_is_refused_and_who_has_it_is_not(house, right, way):
    content.head_of(FOLDER)
    attempt, files = TABLE[right, way], house.state()["files"]
    for name in lacking(right):
        house.forget()
        before = [] if right == "rollback" else kept()  # which begins with a publication
        told = attempt(house, getattr(house, name))
        assert denied(told), (name, told)
        assert house.state()["files"] == files
        assert not Draft.objects.filter(status__in=("published", "dropped")).exists()
        assert Draft.objects.count() <= 1
        assert not before or kept() == before
    house.forget()
    told = attempt(house, getattr(house, PEOPLE[RIGHTS[right]]))
    assert not denied(told), told
