"""What a text has spoken of so far, and what it points at. Begin with `Mentions.find`."""

from __future__ import annotations

from ..notation import Json

ASKED = ("one", "default")
NAMED = (*ASKED, "random")
SEVERAL = "several"  # in place of a way to work: what was named together


class Unresolved(ValueError):
    """Something points at what was never spoken of."""


class Mention:
    """Something spoken of, to which may be pointed."""

    def __init__(self, what: Json, sort: str, many: bool):
        self.what, self.sort, self.many = what, sort, many
        self.uses = 0
        self.name = ""
        self.is_written = False


class Mentions:
    """All that one behaviour has spoken of, in order."""

    def __init__(self) -> None:
        self.mentions: dict[int, Mention] = {}
        self.several: dict[int, dict[str, Json]] = {}  # what was named together
        self.order: list[Mention] = []
        self.found: dict[int, Mention] = {}  # what references point at
        self.has_begun = False  # whether anything was done or heard of before
        self.guessed = 0.0
        self.is_unclear = False  # whether what is pointed at could be something else

    def forget(self) -> None:
        """Another behaviour begins, which points at nothing of the one before."""
        self.mentions, self.several, self.order, self.found = {}, {}, [], {}

    def mention(self, what: Json, sort: str, many: bool) -> Mention:
        """Something is spoken of, for the first time or once more."""
        known = self.mentions.get(id(what))
        if known is None:
            known = self.mentions[id(what)] = Mention(what, sort, many)
        if known in self.order:
            self.order.remove(known)
        self.order.append(known)
        return known

    def mention_several(self, node: list[Json]) -> None:
        """What is named together is spoken of together: "a minion and its neighbours"."""
        parts = [self.found.get(id(each)) or self.mentions.get(id(each)) for each in node]
        known = [part for part in parts if part is not None]
        if len(known) == len(node):
            what = self.several.setdefault(id(node), {"!": SEVERAL, "of": node, "parts": known})
            self.mention(what, known[0].sort, True)

    def pointed_at(self, node: dict[str, Json]) -> Json:
        """What a reference points at; anything else as it is."""
        return self.found[id(node)].what if id(node) in self.found else node

    def use_by_name(self, of: Json) -> None:
        """A part of something is spoken of: what somebody chooses needs a name for that."""
        known = self.mentions.get(id(of))
        if known is not None and known.what.get("!") in ASKED:
            known.uses += 1

    def point_at(self, known: Mention) -> Mention:
        """Something is pointed at."""
        if known.what.get("!") == SEVERAL:
            for part in known.what["parts"]:
                self.point_at(part)
        elif known.what.get("!") in NAMED or "!made" in known.what:
            known.uses += 1
        return known

    def find(self, node: Json) -> Mention:
        """
        What a reference points at: the last of its `sort`s, of its number, else `or`.

        :raises Unresolved: nothing like it was spoken of.
        """
        sorts, many = node.get("sort"), node.get("many")
        for known in reversed(self.order):
            if many is not None and known.many != many:
                continue
            if sorts is None and known.sort == "player":
                continue
            if sorts is None or known.sort in sorts:
                return self.point_at(known)
        if many is not None:
            self.guessed += 0.5
            self.is_unclear = True
            return self.find({**node, "many": None})
        if "or" in node:
            self.guessed += 2.0
            self.is_unclear |= self.has_begun
            known = self.mention(node["or"], "card", False)
            known.uses += 1
            return known
        raise Unresolved
