"""
A walk through the world outside as a builder's drafts would have it: one place after the other, who
stands there, and what they open. Nothing of it is kept, and nobody else sees it.

A `Stroll` is one person's: a version of a pack with their drafts in it, which is on no shelf, and
where they are. What is opened there begins in the sandbox. Begin with `open_stroll`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from twisted.internet import defer

from rules.ground.names import names_by_language
from rules.pack import Pack
from rules.pack.directions import DIRECTIONS
from world import content
from world.accounts import roles
from world.content import browsing, sandbox
from world.errors import TableError
from world.shelf import games
from world.shelf.geography import Entry


def open_stroll(who: Any, folder: str, address: str, draft: int | None = None) -> defer.Deferred:
    """
    A stroll that begins at a place, or where a person stands, with the draft of a number, else
    with one's own. Fires with it.

    :raises TableError: `mayNot`; the Deferred: what is wrong with the draft, `strollNowhere`.
    """
    roles.require_right(who, "try", folder)
    own = Stroll(who, folder, address, draft)
    return own.load().addCallback(lambda _: own)


class Stroll:
    """Where one person is in a world that is only theirs."""

    def __init__(self, who: Any, folder: str, address: str, draft: int | None):
        self.who, self.folder, self.address, self.draft = who, folder, address, draft
        self.pack: Pack
        self.at = ""

    @defer.inlineCallbacks
    def load(self) -> Any:
        """
        Take the drafts as they are now; one stays where one is, if that is still there.

        :raises TableError: what is wrong with the draft, `strollNowhere`.
        """
        draft = content.own_draft(self.who, self.folder, self.address)
        if self.draft is not None:
            draft = content.draft_numbered(self.who, self.draft)
        self.pack = browsing.pack_in(self.folder)
        if draft is not None:
            self.pack = yield content.pack_with(self.who, draft)
        if self.at not in self.pack.places:
            section, _, name = self.address.removeprefix("entry:").partition(".")
            person = self.pack.people.get(name, {}) if section == "people" else {}
            self.at = person.get("place", name)
        if self.at not in self.pack.places:
            raise TableError("strollNowhere", name=self.at)

    @property
    def place(self) -> Entry:
        """Where one is."""
        return Entry(self.pack, self.at, self.pack.places[self.at])

    def people(self) -> list[Entry]:
        """Who stands there."""
        found = self.pack.people.items()
        return [
            Entry(self.pack, name, data) for name, data in found if data.get("place") == self.at
        ]

    def ways(self) -> Iterator[tuple[str, Entry | None]]:
        """The directions in which one can go, and where they lead; None: what a scene opens."""
        for way, target in self.place.data.get("exits", {}).items():
            if target in self.pack.places:
                yield way, Entry(self.pack, target, self.pack.places[target])
        for way in self.place.data.get("passages", {}):
            if way not in self.place.data.get("exits", {}):
                yield way, None

    def go(self, typed: str) -> bool:
        """Go a way, by its direction or by where it leads. Whether there is one."""
        wanted = typed.strip().casefold()
        for way, target in self.ways():
            known = DIRECTIONS.get(way)
            words = known.words if known is not None else (way,)
            if target is not None and wanted in _folded(words, target):
                self.at = target.id
                return True
        return False

    def opening_called(self, typed: str) -> Mapping[str, Any] | None:
        """What somebody there, a passage, or the place itself opens, by its name; None: nothing."""
        wanted = typed.strip().casefold()
        for each in (*self.people(), self.place):
            if wanted in _folded((), each) and "opens" in each.data:
                return dict(each.data["opens"])
        for way, passage in self.place.data.get("passages", {}).items():
            known = DIRECTIONS.get(way)
            names = names_by_language(passage.get("name", way)).values()
            if wanted in {word.casefold() for word in (*(known.words if known else ()), *names)}:
                return dict(passage)
        return None

    def begin_scene(self, opens: Mapping[str, Any], names: Callable[[int], str]) -> defer.Deferred:
        """
        Open something there in the sandbox. Fires with that.

        :raises TableError: `unknownGame`; later as `Sandbox.show_situation`.
        """
        game, pack = str(opens["game"]), self.pack
        if game != pack.id:
            found = games.games_by_id().get(game)
            if found is None:
                raise TableError("unknownGame", game=game, games=content.pack_folders())
            pack = found
        scenario = {"seats": min(pack.program.seats), "options": dict(opens.get("options", {}))}
        own = sandbox.Sandbox(self.who, pack.folder, self.address, names, self.draft)
        return sandbox.open_at(own, pack, scenario)


def _folded(words: tuple[str, ...], entry: Entry) -> set[str]:
    """Everything that may be typed for an entry."""
    own = (*words, *entry.names.values(), *entry.data.get("aliases", ()), entry.id)
    return {word.casefold() for word in own}
