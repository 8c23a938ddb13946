"""
What a draft changes of a world outside: whether quests can be finished (`quests`), and whether
trade makes anybody richer (`trading`). Tasks for another process, as those of `trial`.

A world is a game that says in its section `report` how either is tried. Drafts of its parents and
of the games that it opens change it as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ..ground.digests import digest
from ..ground.errors import PackError
from ..pack import Pack, publisher
from ..pack.publisher import Put
from . import quests, trading

type Location = tuple[str, str]  # a folder with the files of a version, and its content

_worlds: dict[str, dict[str, Pack]] = {}


class World(NamedTuple):
    """
    A world with pieces put into it: its version, those of the games that it opens by id, the ids of
    all games there are; see `publisher.prepare` for the rest.
    """

    asking: str
    pack: Location
    opened: Mapping[str, Location]
    games: Sequence[str]
    puts: Sequence[Put]
    seconds: float


def has_searches(pack: Pack) -> bool:
    """Whether a pack says how quests or trade are tried."""
    measures = pack.program.measures
    return measures.quests is not None or measures.trade is not None


def folders_of(pack: Pack) -> set[str]:
    """The folders whose files make a pack: its own, and those of its parents."""
    return {place.partition("/")[0] for place in pack.sources}


def list_quests(world: World, address: str) -> list[str] | None:
    """The quests that a piece touches; None where the pieces make no game."""
    with publisher.time_limit(world.asking, world.seconds):
        try:
            pack, _ = _packs_of(world)
        except PackError:
            return None
        return quests.quests_touched(pack, address)


def find_way(world: World, quest: str) -> dict[str, Any]:
    """
    `quest`, its `names` by language, the `steps` that finish it, or `why` it cannot be finished.
    """
    with publisher.time_limit(world.asking, world.seconds):
        pack, opened = _packs_of(world)
        found = quests.find_way(pack, opened, quest, world.games)
        return {"names": dict(pack.card(quest).name), **found._asdict()}


def find_gain(world: World) -> dict[str, Any] | None:
    """The first way to gain by trade alone (`trading.gain_told`)."""
    with publisher.time_limit(world.asking, world.seconds):
        return trading.gain_told(_packs_of(world)[0])


def _packs_of(world: World) -> tuple[Pack, dict[str, Pack]]:
    """The world with all that is put into it, and the games that it opens."""
    key = digest(world.pack, [*world.opened.items()], [list(put) for put in world.puts])
    if key not in _worlds:
        _worlds.clear()
        places = {"": world.pack, **world.opened}
        _worlds[key] = {name: _version(place, world.puts) for name, place in places.items()}
    packs = dict(_worlds[key])
    return packs.pop(""), packs


def _version(place: Location, puts: Sequence[Put]) -> Pack:
    base = publisher.published_version(*place)
    own = [put for put in puts if put.folder in folders_of(base)]
    return publisher.next_version(base, publisher.put_pieces(base.sources, own))
