"""
What builders can put up with `spawn`: halls, rooms, signs, and a table of each game on the shelf.

Evennia reads `PROTOTYPE_LIST` when the first of them is wanted. `spawn hall` makes one,
`spawn/list` lists them all; what they are called afterwards is up to `name` and `desc`.
"""

from __future__ import annotations

from typing import Any

from world.shelf import games

_LOCKS = "spawn:perm(Builder);edit:false()"  # of prototypes
_OF_BUILDERS = "edit:perm(Builder);delete:perm(Builder)"  # of what is made


def _prototype(name: str, desc: str, typeclass: str, **rest: Any) -> dict[str, Any]:
    """A prototype in Evennia's form."""
    return {
        "prototype_key": name,
        "prototype_desc": desc,
        "prototype_locks": _LOCKS,
        "typeclass": typeclass,
        "locks": _OF_BUILDERS,
        **rest,
    }


def _bilingual_names(chinese: str, english: str, **descs: str) -> dict[str, Any]:
    """The key, the other name and the attributes of what has names in two languages."""
    names = {"zh": chinese, "en": english}
    return {"key": english, "aliases": [chinese], "attrs": [("names", names), ("descs", descs)]}


def _table_prototypes() -> list[dict[str, Any]]:
    """A closed table for each game; it is opened by who wants to play."""
    return [
        _prototype(
            f"table_{pack.id}",
            f"a table for {pack.id}, into the pool of its tables",
            "typeclasses.tables.Table",
            key="Table",
            attrs=[("game_id", pack.id)],
        )
        for pack in games.offered().values()
    ]


PROTOTYPE_LIST = [
    _prototype(
        "hall",
        "a hall where people meet and see all tables",
        "typeclasses.rooms.Hall",
        **_bilingual_names(
            "偏厅",
            "Side Hall",
            zh="一间安静的偏厅，墙上挂着历届巫师的牌匾。",
            en="A quiet side hall with the plaques of wizards past along its walls.",
        ),
    ),
    _prototype(
        "room",
        "a plain room",
        "typeclasses.rooms.Room",
        **_bilingual_names("房间", "Room", zh="四壁空空。", en="Four bare walls."),
    ),
    _prototype(
        "sign",
        "a sign to read; `desc sign = 中文 // English` says what stands on it",
        "typeclasses.objects.Sign",
        **_bilingual_names(
            "告示牌", "sign", zh="上面还没有写字。", en="Nothing is written on it yet."
        ),
    ),
    _prototype(
        "thing",
        "something to look at and to take along",
        "typeclasses.objects.Object",
        **_bilingual_names("小摆件", "trinket", zh="一件小摆件。", en="A small trinket."),
    ),
    *_table_prototypes(),
]
