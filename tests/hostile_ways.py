"""
Every way into the game for whoever means harm: what is typed, forms of pages, the admin, the API,
archives. A way sends one text and gives what was `Told`; `judged` says what is wrong with that and
with what it left behind.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import hostile_judge
from django.contrib import messages
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from rules.fuzz.payloads import FLAG
from world import content, models
from world.render import announce
from world.shelf import games

FOLDER = "pebbles"
GREY = "card:t.stone.grey"
API = f"/api/1/games/{FOLDER}/"
OVER = "/api/1/drafts/"
KEPT = ("Draft", "Publication", "Revision", "PackPolicy", "PackVersion", "News", "Ban", "Mute")


@dataclass
class Told:
    """What came back: texts to terminals, pages, data; and whether it was a refusal."""

    screens: list[str] = field(default_factory=list)
    pages: list[str] = field(default_factory=list)
    data: list[str] = field(default_factory=list)
    statuses: list[int] = field(default_factory=list)
    refused: bool = False


class World:
    """People of every role, each at a terminal, at a browser and with a token."""

    def __init__(self, folder: Path, people: list[Any], sung: list[bool], turns: Any):
        self.folder, self.sung, self.turns = folder, sung, turns
        self.pat, self.bob, self.rita, self.ada = people  # from the least role to the most
        self.sent = ""  # all texts since everything was forgotten
        self.before: dict[str, Any] = {}  # all that a refusal leaves as it is

    # -- what they do

    def types(self, who: Any, *lines: str) -> Told:
        """Lines typed one after the other; what is told because of the last one."""
        with _refusals() as refused:
            for line in lines:
                who.person.heard.clear()
                who.person.session.data_in(text=[[line], {}])
                self.turns.run_until(lambda: not self.turns.turns)
        return Told(screens=["\n".join(who.person.heard)], refused=bool(refused))

    def posts(self, who: Any, address: str, form: dict[str, Any]) -> Told:
        """A form of a page, and the page that comes of it."""
        return _read(who.browser.post(address, form, follow=True))

    def asks(self, who: Any, method: str, address: str, data: Any) -> Told:
        """A request to the API."""
        text = json.dumps(data)
        answer = who.browser.generic(method, address, text, "application/json", headers=who.headers)
        return _read(answer)

    def gets(self, who: Any, address: str, **asked: str) -> Told:
        """A page, or what the API says there."""
        return _read(who.browser.get(address, asked, headers=who.headers, follow=True))

    # -- what there is

    def draft(self) -> models.Draft:
        """One of Bob's of a card, as it is on the shelf."""
        text = content.find_piece(FOLDER, GREY).text
        row = content.save_draft(self.bob.account, FOLDER, GREY, text)
        self.before = self.state()
        return row

    def submitted(self) -> models.Draft:
        """One of Bob's that waits for a review."""
        row = self.draft()
        models.Draft.objects.filter(pk=row.pk).update(status="submitted")
        row.refresh_from_db()
        self.before = self.state()
        return row

    def forget(self) -> None:
        """As at the beginning, for the next one."""
        models.Draft.objects.all().delete()
        self.sent = ""
        for who in (self.bob, self.rita, self.ada):
            character = who.person.character
            menu = character.ndb._evmenu
            if menu:
                menu.close_menu()
            character.ndb.sandbox = character.ndb._eveditor = None
            character.cmdset.clear()
            who.account.attributes.remove("_eveditor_saved")

    def state(self) -> dict[str, Any]:
        """All that a refusal leaves as it was."""
        rows = {name: list(getattr(models, name).objects.order_by("pk").values()) for name in KEPT}
        files = {path: path.read_bytes() for path in self.folder.rglob("*") if path.is_file()}
        return {
            **rows,
            "files": files,
            "shelf": {p.id: p.hash for p in games.games_by_id().values()},
        }

    def readers(self) -> Iterator[tuple[str, Told]]:
        """Everybody who reads what somebody left behind."""
        rows = list(models.Draft.objects.order_by("-pk")[:2])
        for line in ("card drafts", "card review", "content status", "card list", "card history"):
            yield line, self.types(self.rita, line)
        for row in rows:
            who = self.bob if row.author_id == self.bob.account.pk else self.rita
            for verb in ("show", "diff", "review"):
                yield f"card {verb}", self.types(who, f"card {verb} {row.pk}")
            for address in (
                f"/build/{FOLDER}/{row.pk}/",
                reverse("admin:world_draft_change", args=[row.pk]),
                f"{OVER}{row.pk}/",
            ):
                yield address, _read(who.browser.get(address))
        for address in ("/", f"/build/{FOLDER}/", "/admin/", *map(_listing, KEPT)):
            yield address, _read(self.ada.browser.get(address))


def _listing(model: str) -> str:
    try:
        return reverse(f"admin:world_{model.lower()}_changelist")
    except Exception:  # noqa: BLE001 (it has no page)
        return "/admin/"


@contextmanager
def _refusals() -> Iterator[list[str]]:
    """The refusals that commands have told."""
    told, sentence = [], announce.sentence_of

    def noted(error: Any, *args: Any, **kwargs: Any) -> str:
        told.append(error.key)
        return sentence(error, *args, **kwargs)

    announce.sentence_of = noted
    try:
        yield told
    finally:
        announce.sentence_of = sentence


def _read(answer: Any) -> Told:
    told = Told(statuses=[answer.status_code], refused=answer.status_code >= 400)
    if any("/login/" in address for address, _ in getattr(answer, "redirect_chain", ())):
        told.statuses, told.refused = [401], True
    if getattr(answer, "streaming", False) or "zip" in answer.headers.get("Content-Type", ""):
        return told
    body = answer.content.decode()
    if "json" in answer.headers.get("Content-Type", ""):
        told.data.append(body)
        told.refused |= answer.json().get("published") is False
        return told
    told.pages.append(body)
    context = getattr(answer, "context", None) or {}
    said = context.get("messages", ())
    told.refused |= any(each.level >= messages.ERROR for each in said)
    forms = [context[name] for name in ("form", "adminform") if name in context]
    told.refused |= any(getattr(each, "form", each).errors for each in forms)
    return told


# -- the ways

Way = Callable[[World, str], Told]
TYPED = {
    "builder": (
        *("card new {}", "card new {} / Other", "card copy grey stone as {}", "card write {}: x"),
        *("card write Name 2: {}", "card write Name: {}?", "card show {}", "card find {}"),
        *("card list {}", "card check {}", "card diff {}", "card history {}", "card drafts {}"),
        *("card drop {}", "card rebase {}", "card submit {}", "card try {}", "card edit {}"),
        *("card edit entry:{}", "card edit file:{}", "card {}", "content {}", "content edit {}"),
        *("content edit pebbles entry:{}", "content edit pebbles file:{}", "content status {}"),
        *("help {}", "help word {}", "publish {}", "say {}", "cards {}"),
    ),
    "reviewer": (
        *("card retire grey stone: {}", "card retire {}", "card rollback {}", "card publish {}"),
        *("card rollback pebbles {}", "content take pebbles {}", "content take pebbles files {}"),
        *("content export {}", "card approve {}", "card return {}", "card review {}"),
    ),
    "admin": (
        *("content install {}", "role {} builder", "role Bob {}", "ban {} 1h x", "mute Bob 1h {}"),
        *("unban {}", "boot {}", "announce {}"),
    ),
}
WHO = {"builder": "bob", "reviewer": "rita", "admin": "ada"}


def _line(role: str, template: str) -> Way:
    return lambda world, text: world.types(getattr(world, WHO[role]), template.replace("{}", text))


def _about(role: str, verb: str) -> Way:
    def way(world: World, text: str) -> Told:
        row = world.submitted() if role == "reviewer" else world.draft()
        return world.types(getattr(world, WHO[role]), f"card {verb} {row.pk} {text}")

    return way


def _menu(*lines: str) -> Way:
    def way(world: World, text: str) -> Told:
        world.draft()
        return world.types(world.bob, *(line.replace("{}", text) for line in lines))

    return way


GAME: dict[str, Way] = {
    **{line: _line(role, line) for role, lines in TYPED.items() for line in lines},
    **{f"card {verb} 1 {{}}": _about("builder", verb) for verb in ("submit", "drop")},
    **{
        f"card {verb} 1 {{}}": _about("reviewer", verb) for verb in ("approve", "return", "publish")
    },
    "menu": _menu("card edit grey stone", "{}"),
    "menu =": _menu("card edit grey stone", "name", "en", "= {}"),
    "menu value": _menu("card edit grey stone", "weight", "= {}"),
    "menu take": _menu("card edit grey stone", "behaviors", "take {}"),
    "editor": _menu("card edit file:RULES.md", "{}", ":w"),
    "editor json": _menu("card edit grey stone", "json", ":dd 1", "{}", ":w"),
    "editor command": _menu("card edit grey stone", "json", ":{}"),
    "try give": _menu("card try grey stone", "try give {}"),
    "try give hand": _menu("card try grey stone", "try give hand {}"),
    "try keep": _menu("card try grey stone", "try keep {}"),
    "try from": _menu("card try grey stone", "try from {}"),
    "try bots": _menu("card try grey stone", "try bots {}"),
    "try answer": _menu("card try grey stone", "{}"),
    "parts": _menu("content edit pebbles", "{}"),
}


def _form(who: str, address: str, **fields: str) -> Way:
    def way(world: World, text: str) -> Told:
        given = {name: value.replace("{}", text) for name, value in fields.items()}
        return world.posts(getattr(world, who), address, given)

    return way


def _draft_form(who: str, deed: str, **fields: str) -> Way:
    """A form of the page of a draft, of the builders' or (`deed`) of the admin."""

    def way(world: World, text: str) -> Told:
        row = world.draft() if who == "bob" else world.submitted()
        given = {name: value.replace("{}", text) for name, value in fields.items()}
        address = f"/build/{FOLDER}/{row.pk}/"
        if deed:
            args = [row.pk] if deed == "change" else [row.pk, deed]
            page = "change" if deed == "change" else "deed"
            address = reverse(f"admin:world_draft_{page}", args=args)
        return world.posts(getattr(world, who), address, given)

    return way


PAGES: dict[str, Way] = {
    **{
        f"build {name}": _form("rita", f"/build/{FOLDER}/", **{"en": "Name", name: "{}"})
        for name in ("open", "en", "zh", "kind", "id", "comment", "rollback")
    },
    "build search": lambda world, text: _read(
        world.bob.browser.get(f"/build/{FOLDER}/", {"q": text, "page": text})
    ),
    "build piece": lambda world, text: _read(
        world.bob.browser.get(f"/build/{FOLDER}/piece/", {"address": text}, follow=True)
    ),
    "build text": _draft_form("bob", "", act="save", text="{}"),
    "build check": _draft_form("bob", "", act="check", text="{}"),
    "build comment": _draft_form("bob", "", act="submit", comment="{}"),
    "build act": _draft_form("bob", "", act="{}"),
    "build return": _draft_form("rita", "", act="return", comment="{}"),
    "build approve": _draft_form("rita", "", act="approve", comment="{}"),
}


def _every_field(model: str) -> Way:
    """The form that adds a row of a table, with the text in all its fields."""

    def way(world: World, text: str) -> Told:
        address = reverse(f"admin:world_{model}_add")
        page = world.ada.browser.get(address)
        form = page.context["adminform"].form
        return world.posts(world.ada, address, dict.fromkeys(form.fields, text))

    return way


def _admin_list(model: str) -> Way:
    def way(world: World, text: str) -> Told:
        address = reverse(f"admin:world_{model}_changelist")
        return _read(world.ada.browser.get(address, {"q": text}, follow=True))

    return way


ADMIN: dict[str, Way] = {
    "admin text": _draft_form("bob", "change", text="{}", comment="x"),
    "admin comment": _draft_form("bob", "change", text="[]", comment="{}"),
    "admin submit": _draft_form("bob", "submit", comment="{}"),
    "admin approve": _draft_form("rita", "approve", note="{}"),
    "admin return": _draft_form("rita", "send_back", note="{}"),
    "admin publish": _draft_form("rita", "publish", comment="{}"),
    "announce": lambda world, text: world.posts(
        world.ada, reverse("admin:announce"), {"zh": text, "en": text}
    ),
    **{f"add {name}": _every_field(name) for name in ("news", "packpolicy", "ban", "mute")},
    **{f"search {name}": _admin_list(name) for name in ("draft", "publication", "staffact")},
    "piece": lambda world, text: _read(
        world.ada.browser.get(
            reverse("admin:world_publication_piece", args=[FOLDER]), {"address": text}, follow=True
        )
    ),
    "pieces": lambda world, text: _read(
        world.ada.browser.get(
            reverse("admin:world_publication_pieces", args=[FOLDER]), {"q": text, "kind": text}
        )
    ),
}


def _asked(method: str, at: str, /, who: str = "bob", **data: Any) -> Way:
    def way(world: World, text: str) -> Told:
        given = {name: text if value == "{}" else value for name, value in data.items()}
        place = at
        if "{n}" in at:
            row = world.draft() if who == "bob" else world.submitted()
            place = at.replace("{n}", str(row.pk))
        return world.asks(getattr(world, who), method, place, given)

    return way


OVER_API: dict[str, Way] = {
    "api draft": _asked("POST", f"{API}drafts/", address=GREY, text="{}"),
    "api address": _asked("POST", f"{API}drafts/", address="{}", text="{}", comment="{}"),
    "api put": _asked("PUT", f"{OVER}{{n}}/", text="{}", comment="{}"),
    "api check": _asked("POST", f"{API}check/", address=GREY, text="{}"),
    "api check entry": _asked("POST", f"{API}check/", address="entry:main", text="{}"),
    "api check file": _asked("POST", f"{API}check/", address="file:x.json5", text="{}"),
    "api sentence": _asked("POST", f"{API}sentence/", language="en", sentence="{}", kind="{}"),
    "api complete": _asked("POST", f"{API}complete/", language="zh", sentence="{}"),
    "api card": _asked("POST", f"{API}card/", behaviors=[], name={"en": "x"}, kind="{}", id="{}"),
    "api scenarios": _asked("POST", f"{API}scenarios/", text="{}", transcript=True),
    "api submit": _asked("POST", f"{OVER}{{n}}/submit/", comment="{}"),
    "api rebase": _asked("POST", f"{OVER}{{n}}/rebase/", comment="{}"),
    "api approve": _asked("POST", f"{OVER}{{n}}/approve/", who="rita", comment="{}"),
    "api return": _asked("POST", f"{OVER}{{n}}/return/", who="rita", comment="{}"),
    "api publish": _asked("POST", f"{OVER}{{n}}/publish/", who="rita", comment="{}"),
    "api retire": _asked("POST", f"{API}retire/", who="rita", address="{}", comment="{}"),
    "api rollback": _asked("POST", f"{API}rollback/", who="rita", publication="{}", comment="{}"),
    "api several": _asked("POST", f"{API}publish/", who="rita", drafts="{}", comment="{}"),
    "api whole": lambda world, text: world.asks(world.bob, "POST", f"{API}drafts/", text),
}
WEB = (*PAGES, *ADMIN)  # which no lone surrogate reaches: browsers send UTF-8
#: Where a line of text goes, and where a whole piece can go.
WAYS: dict[str, Way] = {**GAME, **PAGES, **ADMIN, **OVER_API}
OF_PIECES = (
    *("menu =", "editor", "editor json", "build text", "build check", "admin text", "api draft"),
    *("api put", "api check", "api check entry", "api check file", "api scenarios", "try give"),
)


def installs(world: World, packed: bytes) -> Iterator[tuple[str, Told]]:
    """An archive by every way in."""
    form = {"archive": SimpleUploadedFile("x.zip", packed)}
    yield "upload", world.posts(world.ada, reverse("admin:world_publication_install"), form)
    form = {"archive": SimpleUploadedFile("x.zip", packed)}
    answer = world.ada.browser.post("/api/1/archives/", form, headers=world.ada.headers)
    yield "archives/", _read(answer)
    incoming = world.folder.parent / "incoming"
    incoming.mkdir(exist_ok=True)
    (incoming / "x.zip").write_bytes(packed)
    yield "content install", world.types(world.ada, "content install x.zip")


# -- what is wrong


def tried(world: World, name: str, text: str) -> list[str]:
    """What is wrong after a text has gone one way."""
    text = text.encode("utf-8", "replace").decode() if name in WEB else text
    world.before, world.sent = world.state(), world.sent + text
    try:
        found = judged(world, WAYS[name](world, text))
    except Exception as error:  # noqa: BLE001 (whatever it is, it is a finding)
        found = [f"{type(error).__name__}: {error}"[:300]]
    return [f"{name} {text[:60]!r}: {each}" for each in found]


def read(world: World) -> list[str]:
    """What is wrong with what everybody reads then."""
    world.before = world.state()
    return [
        f"read by {name}: {each}" for name, told in world.readers() for each in judged(world, told)
    ]


def judged(world: World, told: Told) -> list[str]:
    """What is wrong with what was told, and with what is left behind."""
    found = [each for text in told.screens for each in hostile_judge.of_screen(text, world.sent)]
    found += [each for text in told.pages for each in hostile_judge.of_page(text)]
    found += [each for text in told.data for each in hostile_judge.of_data(text)]
    found += [f"status {status}" for status in told.statuses if status >= 500]
    if told.screens and not any(text.strip() for text in told.screens):
        found.append("nothing is told")
    if world.sung or Path(FLAG).exists():
        found.append("it was carried out")
    if told.refused and not told.screens:
        after = world.state()
        found += [f"{each} is not as before" for each in after if world.before[each] != after[each]]
    return found


def person(somebody: Any, browser: Any, token: str) -> SimpleNamespace:
    """Somebody with a terminal, a browser, and a token."""
    headers = {"authorization": f"Bearer {token}"}
    return SimpleNamespace(
        person=somebody, account=somebody.account, browser=browser, headers=headers
    )
