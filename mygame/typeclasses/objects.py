"""
Things: what everything in the world has in common, and what lies on a table.

`Deck` and `MonsterPlace` are made once with their table and stay: what one sees in them is read
from the live match, so nothing is created or deleted in the database while people play.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from evennia.objects.objects import DefaultObject
from evennia.typeclasses.attributes import AttributeProperty
from evennia.utils import logger
from evennia.utils.utils import lazy_property

from typeclasses.plain import PlainAttribute
from typeclasses.tagged import Tags
from world.render import look
from world.shelf import geography

HAN = re.compile(r"[\u3400-\u9fff]")


def render_safely[Told](function: Callable[..., Told], *args: Any, **details: Any) -> Told | None:
    """
    Call a function of the renderer. What it cannot do must not hurt a match: its errors are logged,
    and None returned.
    """
    try:
        return function(*args, **details)
    except Exception:  # noqa: BLE001 (logged; a text must never stop a match)
        logger.log_trace(f"The renderer failed at {function!r}")
        return None


class ObjectParent:
    """What characters, rooms and things share."""

    @lazy_property
    def tags(self) -> Tags:
        """The tags, which `typeclasses.tagged` keeps count of."""
        return Tags(self)

    def lines_for(self, looker: Any) -> list[str] | None:
        """What somebody sees who looks at this; None for what Evennia can show as well."""
        return None

    def return_appearance(self, looker: Any, **kwargs: Any) -> str:
        """What somebody sees who looks at this: of the renderer, else Evennia's own."""
        if looker is None:
            return ""
        lines = render_safely(self.lines_for, looker)
        if lines is None:
            return super().return_appearance(looker, **kwargs)  # type: ignore[misc]
        return "\n".join(lines)


class Bilingual(ObjectParent):
    """
    What is called and described in two languages.

    `names` and `descs` are by language. What builders say goes before: of a name and its aliases
    those in the reader's script, of a description (`desc`) the half of it, with `//` between both.
    """

    names = AttributeProperty({}, autocreate=False)
    descs = AttributeProperty({}, autocreate=False)

    def get_display_name(self, looker: Any = None, **kwargs: Any) -> str:
        """Its name in the reader's language."""
        language = getattr(looker, "language", "en")
        if self.key in self.names.values():  # type: ignore[attr-defined]  # nobody renamed it
            return str(self.names.get(language) or self.key)  # type: ignore[attr-defined]
        called = [self.key, *self.aliases.all()]  # type: ignore[attr-defined]
        return str(text_in_script(called, language) or self.key)  # type: ignore[attr-defined]

    def get_display_desc(self, looker: Any, **kwargs: Any) -> str:
        """Its description in the reader's language."""
        language = getattr(looker, "language", "en")
        own = str(self.attributes.get("desc") or "")  # type: ignore[attr-defined]
        halves = [half.strip() for half in own.split("//")]
        return text_in_script(halves, language) or own or str(self.descs.get(language, ""))


def text_in_script(texts: Iterable[str], language: str) -> str:
    """The first of some texts that is written in the script of a language; "" if none is."""
    chinese = language == "zh"
    return next((text for text in texts if text and bool(HAN.search(text)) == chinese), "")


class OfPack(Bilingual):
    """
    What a pack on the shelf describes: it keeps the id of its entry there, and is called as the
    entry says, unless builders have called it otherwise.
    """

    entry_id = PlainAttribute("")

    @property
    def entry(self) -> geography.Entry | None:
        """What the pack says of it; None if no pack does any more."""
        raise NotImplementedError

    @property
    def names(self) -> dict[str, str]:
        """What it is called, by language."""
        return self.entry.names if self.entry is not None else {}


class Object(Bilingual, DefaultObject):
    """A thing with nothing special to it."""


class Person(OfPack, DefaultObject):
    """Somebody of the world outside: nobody plays them, and they stay where they belong."""

    CATEGORY = "person"  # of the tag with its id

    @property
    def entry(self) -> geography.Entry | None:
        """What the pack says of it; None if no pack does any more."""
        return geography.person_of(self.entry_id)

    @property
    def descs(self) -> dict[str, str]:
        """What they look like, by language: the description of their card."""
        return self.entry.texts if self.entry is not None else {}

    def at_object_creation(self) -> None:
        self.locks.add("get:false();drop:false();give:false();puppet:false()")


class Sign(Object):
    """Something to read: it is as good as what it says, and nobody takes it along."""

    def at_object_creation(self) -> None:
        self.locks.add("get:false();drop:false();give:false();puppet:false()")


class Fixture(Object):
    """
    Something that belongs to a table for good, and shows a zone of its match: the zone of that
    name of a player (`seat`), or the shared one.
    """

    zone = PlainAttribute("")
    seat = PlainAttribute()

    def at_object_creation(self) -> None:
        self.locks.add("get:false();drop:false();give:false();puppet:false()")

    def lines_for(self, looker: Any) -> list[str]:
        """The cards that lie here, as far as everybody may see them."""
        return look.fixture_lines(self, looker)

    def why_keep(self) -> str | None:
        """Why staff must not delete it: a key of `admin.keep`."""
        return "ofTable" if self.table is not None else None

    @property
    def table(self) -> Any:
        """The table it stands at."""
        return self.location

    def zone_for(self, looker: Any) -> dict[str, Any]:
        """
        What lies here as somebody may know it: `count` of cards, hidden ones included, and the
        `cards` that everybody sees, the top one last. Empty where there is no match.
        """
        match = self.table.match_for(looker) if self.table is not None else None
        return self._zone_of(match.view(None)) if match is not None else {}

    def _zone_of(self, view: dict[str, Any]) -> dict[str, Any]:
        if self.seat is None:
            return view["zones"].get(self.zone, {})
        if self.seat >= len(view["players"]):
            return {}
        return view["players"][self.seat]["zones"].get(self.zone, {})

    def get_display_desc(self, looker: Any, **kwargs: Any) -> str:
        """How many cards, and which of them can be seen: where there is no better renderer."""
        zone = self.zone_for(looker)
        cards = ", ".join(str(card.get("id")) for card in zone.get("cards", ()))
        return f"{zone.get('count', 0)} {cards}".strip()


class Deck(Fixture):
    """A pile or row of cards: of a player, or one that all share."""


class MonsterPlace(Fixture):
    """Where a player's monster lies, or the one that belongs to nobody."""
