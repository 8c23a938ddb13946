"""
From what a text says to behaviours: what is pointed at is found, and what needs a name gets one.

What is meant is statements with work left in them, tables with `!`:

    set        things of which one or all are meant: `all` (a chooser), `one` (who is asked), `pool`
               (among which chance chooses), `sort` and `where`; `rest`: but what was chosen
               before, or else but this card (`other` is what differs of such a set)
    one        one of a set that you choose, or an `amount`, at `least` so many; `default`: the
               same, where that goes without saying
    random     `amount` of a set, by chance
    all        all of a set
    single     one thing that has a name: `ref`
    it         what was spoken of: of one of these `sort`s, `many` of them or one
    number     "that many": the last number that a statement names
    again      a part of what was spoken of last, where its noun is left out: "gain 2 more"
    before     in `!number`: a `value` as it is before the statement
    note       what is only spoken of, in place of a statement: "choose a minion"
    part       a part of one of these, by its `path`

A statement names what it makes under `!made` (a part of its result, with its `!sort`), a number
under `!number`; what it speaks of under `!again`, by parts. Begin with `Resolver.behaviors`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..grammar import conjunction
from ..notation import Json
from . import mentions
from .mentions import ASKED, NAMED, Mention, Mentions, Unresolved

_LISTS = ("do", "elsedo")
_TARGETS = ("target", "on")
_NAMED_USES = 2  # so often used, what somebody chooses needs a name
_OPEN = ("cards", "definitions", "players")  # choosers that can be narrowed


class Resolver(Mentions):
    """Makes behaviours of what one text says."""

    def __init__(self) -> None:
        super().__init__()
        self.numbers: list[dict[str, Json]] = []
        self.counted: dict[int, dict[str, Json]] = {}  # which statement "that many" points at
        self.kept: dict[int, str] = {}  # names of values as they are before a statement
        self.last: dict[str, Json] = {}  # what was spoken of last, by parts
        self.again: dict[int, Json] = {}  # what is left out
        self.names: set[str] = set()
        self.rests: set[int] = set()  # sets of others that were looked at
        self.is_instead = False  # whether what is done in place of something is looked at

    def behaviors(self, parts: list[Json]) -> tuple[list[Json], dict[str, Json], dict[str, Json]]:
        """
        Behaviours, printed properties and answers of parts of a text.

        :raises Unresolved: something points at nothing.
        """
        made: list[Json] = []
        printed: dict[str, Json] = {}
        answers: dict[str, Json] = {}
        for part in parts:
            if "printed" in part:
                printed |= part["printed"]
            elif "answers" in part:
                answers |= part["answers"]
            else:
                made.append(self._behavior(part))
        return made, printed, answers

    def _behavior(self, part: dict[str, Json]) -> Json:
        self.forget()
        self.numbers, self.counted, self.kept, self.last, self.again = [], {}, {}, {}, {}
        self.has_begun = "event" in part
        self._mention_subject(part)
        if "!value" in part:
            self.numbers.append({"!number": part["!value"]})
        for key, value in part.items():
            if not key.startswith("!"):
                self._walk(value, key)
        made: dict[str, Json] = {}
        hoisted: list[Json] = []
        for key, value in part.items():
            if not key.startswith("!"):
                made[key] = self._write(value, hoisted, key)
        if hoisted:
            if "do" not in made:
                raise Unresolved
            made["do"] = [*hoisted, *made["do"]]
        return made

    def _mention_subject(self, part: dict[str, Json]) -> None:
        for of in part.get("!it", ()):
            self.mention(of, of.get("sort", "card"), bool(of.get("many")))

    def _walk(self, node: Json, key: str = "") -> None:
        if isinstance(node, list):
            for each in node:
                if key in _LISTS:
                    self._walk_statement(each)
                else:
                    self._walk(each)
            if key in _TARGETS and len(node) > 1:
                self.mention_several(node)
            return
        if not isinstance(node, dict):
            return
        if self.is_instead and self._is_implied(node):
            return
        match node.get("!"):
            case "one" | "default" | "random" | "all" as how:
                of = node["set"]
                from_what = "one" if how in ASKED else "pool" if how == "random" else "all"
                self._walk(of.get(from_what, of.get("all")))
                if of.get("rest"):
                    self._walk_rest(of)
                self._walk(of.get("where"))
                many = node.get("many", how == "all" or node.get("amount", 1) != 1)
                self.mention(node, of.get("sort", "card"), many).uses += how != "all"
            case "single":
                self.mention(node, node.get("sort", "card"), bool(node.get("many")))
            case "it":
                if id(node) in self.found:  # what stands at two places is one thing
                    self.point_at(self.found[id(node)])
                else:
                    self.found[id(node)] = self.find(node)
            case "number":
                self._count(node)
            case "again":
                if node["part"] not in self.last:
                    raise Unresolved
                self.again[id(node)] = self.last[node["part"]]
            case "note":
                self._walk(node["of"])
            case "part":
                self._walk(node["of"])
                self.use_by_name(node["of"])
            case _:
                self._mention_subject(node)
                for name, value in node.items():
                    if not name.startswith("!"):
                        self._walk(value, name)
                self.last = node.get("!again", self.last)

    def _is_implied(self, node: dict[str, Json]) -> bool:
        """Whether something goes without saying, and is what the other deed was done to."""
        goes_without_saying = node.get("!") == "default" or node.get("implied")
        if not goes_without_saying or id(node) in self.mentions:
            return False
        for known in reversed(self.order):
            if known.what.get("!") in NAMED and not known.many:
                of = node.get("set", node)
                self.is_unclear |= "implied" in node or of.get("sort") != known.sort
                self.found[id(node)] = self.point_at(known)
                return True
        return False

    def _walk_rest(self, of: Json) -> None:
        """Of a set of others: what it is without."""
        if id(of) in self.rests:
            return
        self.rests.add(id(of))
        for known in reversed(self.order):
            if known.what.get("!") in NAMED and not known.many:
                known.uses += _NAMED_USES
                self.found[id(of)] = known
                return

    def _walk_statement(self, node: Json) -> None:
        if isinstance(node, dict) and "!it" in node:
            self._mention_subject(node)
        later: list[Json] = []
        used: list[dict[Mention, int]] = []
        if isinstance(node, dict) and "!" not in node:
            for name, value in node.items():
                if name.startswith("!"):
                    continue
                try:
                    if name in _LISTS and "elsedo" in node:
                        self._walk_branch(value, name, used)
                    else:
                        self._walk(value, name)
                except Unresolved:
                    later.append((name, value))
            for name, value in later:
                self._walk(value, name)
            self.last = node.get("!again", self.last)
            for each in node.get("modifiers", ()) if node.get("type") == "addModifiers" else ():
                if isinstance(each, dict) and isinstance(each.get("of"), dict):
                    self.use_by_name(self.pointed_at(each["of"]))
        else:
            self._walk(node)
        if isinstance(node, dict) and "!made" in node:
            many = node.get("!many", node.get("amount", 1) != 1)
            self.mention(node, node.get("!sort", "card"), bool(many))
        if isinstance(node, dict) and "!number" in node:
            self.numbers.append(node)
        self.has_begun = True

    def _walk_branch(self, value: Json, name: str, used: list[dict[Mention, int]]) -> None:
        """
        What is done, or else: what stands in both is used but once. They are walked as they are
        said: what is done instead is said last, and points at what it is instead of. `used` gets
        how often the first one uses what.
        """
        before = {known: known.uses for known in self.mentions.values()}
        self.is_instead = bool(used) and name == "do"
        self._walk(value, name)
        self.is_instead = False
        uses = {known: known.uses - before.get(known, 0) for known in self.mentions.values()}
        for known, own in uses.items():
            most = max(own, used[0].get(known, 0)) if used else 0
            known.uses = before.get(known, 0) + most
        used.append(uses)

    def _count(self, node: dict[str, Json]) -> None:
        """Which number "that many" is."""
        if not self.numbers:
            raise Unresolved
        of = self.counted[id(node)] = self.numbers[-1]
        number = of["!number"]
        if isinstance(number, str) and number.startswith("."):
            self.mentions.setdefault(id(of), Mention(of, "card", True)).uses += 1
        if isinstance(number, dict) and number.get("!") == "before" and id(of) not in self.kept:
            self.kept[id(of)] = self._fresh("held")

    # -- what is written

    def _write(self, node: Json, hoisted: list[Json], key: str = "") -> Json:
        if isinstance(node, list):
            return self._statements(node) if key in _LISTS else self._several(node, hoisted)
        if isinstance(node, str):
            return None if node.startswith("{@") else node
        if not isinstance(node, dict):
            return node
        if id(node) in self.found and node.get("!") in ("default", "single"):
            return self._mentioned(self.found[id(node)], hoisted)
        match node.get("!"):
            case None:
                made = {}
                for name, value in sorted(node.items(), key=_place):
                    if not name.startswith("!"):
                        found = self._write(value, hoisted, name)
                        if found is not None:
                            made[name] = found
                return self._with_name(node, made)
            case "one" | "random" | "default" | "all" | "single":
                return self._entity(node, hoisted)
            case "it":
                return self._mentioned(self.found[id(node)], hoisted)
            case "part":
                return self._part(node, hoisted)
            case "again":
                return self.again[id(node)]
            case "number":
                return self._number(self.counted[id(node)], hoisted)
            case "set":
                return self._all(node, hoisted)
        raise Unresolved(node)

    def _several(self, node: list[Json], hoisted: list[Json]) -> list[Json]:
        made = []
        for each in node:
            found = self._write(each, hoisted)
            made += found if isinstance(found, list) and isinstance(each, dict) else [found]
        return made

    def _statements(self, node: list[Json]) -> list[Json]:
        made: list[Json] = []
        for each in node:
            before: list[Json] = []
            if isinstance(each, dict) and each.get("!") == "note":
                known = self.mentions.get(id(each["of"]))
                if known is not None and known.uses < _NAMED_USES:
                    raise Unresolved
                continue
            if id(each) in self.kept:
                value = self._write(each["!number"]["value"], before)
                before.append({"type": "let", "id": self.kept[id(each)], "value": value})
            if isinstance(each, dict) and "elsedo" in each:
                self._write_shared(each, before)
            found = self._write(each, before)
            if not before and made and _go_together(made[-1], found):
                last = made.pop()
                changes = [*_as_list(last["modifiers"]), *_as_list(found["modifiers"])]
                found = {**found, "modifiers": changes}
            made += [*before, found]
        return made

    def _write_shared(self, node: dict[str, Json], hoisted: list[Json]) -> None:
        """What stands in both branches and is named gets its name in front of them."""
        both = self._mentions_in(node["do"]) & self._mentions_in(node["elsedo"])
        for known in [each for each in self.order if each in both]:
            if known.uses >= _NAMED_USES:
                self._mentioned(known, hoisted)

    def _mentions_in(self, node: Json) -> set[Mention]:
        if isinstance(node, list):
            return {known for each in node for known in self._mentions_in(each)}
        if not isinstance(node, dict):
            return set()
        known = self.found.get(id(node)) or self.mentions.get(id(node))
        if known is not None and known.what.get("!") in NAMED:
            return {known}
        return {known for each in node.values() for known in self._mentions_in(each)}

    def _with_name(self, node: Json, made: dict[str, Json]) -> Json:
        known = self.mentions.get(id(node))
        name = node.get("!named", "")
        if known is not None and known.uses:
            name = known.name = known.name or name or self._fresh(node.get("!name", "new"))
        if name:
            made["id"] = name
        return made

    def _fresh(self, stem: str) -> str:
        name, count = stem, 1
        while name in self.names:
            count += 1
            name = f"{stem}{count}"
        self.names.add(name)
        return name

    def _entity(self, node: Json, hoisted: list[Json]) -> Json:
        known = self.mentions.get(id(node))
        return self._mentioned(known or Mention(node, "", False), hoisted)

    def _mentioned(self, known: Mention, hoisted: list[Json]) -> Json:
        what = known.what
        match what.get("!"):
            case "single":
                return what["ref"]
            case mentions.SEVERAL:
                return self._several(what["of"], hoisted)
            case "all":
                return self._all(what["set"], hoisted)
            case "random":
                if not known.is_written:
                    known.is_written, known.name = True, self._fresh("one")
                    hoisted.append({
                        "type": "pick", "id": known.name,
                        "from": self._all(what["set"], hoisted, "pool"),
                        "amount": self._write(what.get("amount", 1), hoisted),
                    })  # fmt: skip
                return "{" + known.name + "}"
            case "one" | "default" as how:
                if known.uses < _NAMED_USES:
                    return None if how == "default" else self._asked(what, hoisted)
                if not known.is_written:
                    known.is_written, known.name = True, self._fresh("struck")
                    value = self._asked(what, hoisted)
                    hoisted.append({"type": "let", "id": known.name, "value": value})
                return "{" + known.name + "}"
        if "!made" in what:
            known.name = known.name or what.get("!named") or self._fresh(what.get("!name", "new"))
            return "{" + known.name + what["!made"] + "}"
        raise Unresolved

    def _without_rest(self, of: Json, hoisted: list[Json]) -> Json:
        """A set of others as one with a condition, or as the pack's own."""
        known = self.found.get(id(of))
        if known is None and "other" in of:
            return {**of, **of["other"], "rest": False}
        but = "{this}" if known is None else self._mentioned(known, hoisted)[:-1] + ".first}"
        where = [*of.get("where", ()), {"$": "!=", "items": ["{it}", but]}]
        return {**of, "where": where, "rest": False}

    def _asked(self, what: Json, hoisted: list[Json]) -> Json:
        of, amount = what["set"], what.get("amount", 1)
        if of.get("rest"):
            of = self._without_rest(of, hoisted)
        if not of.get("one"):
            raise Unresolved
        found = self._narrowed(of, self._write(of["one"], hoisted), hoisted)
        if amount == 1 and "least" not in what:
            return found
        if not isinstance(found, dict) or not str(found.get("type")).endswith("Chooser"):
            raise Unresolved
        most = self._write(amount, hoisted)
        return {**found, "minimum": what.get("least", most), "maximum": most}

    def _all(self, of: Json, hoisted: list[Json], which: str = "all") -> Json:
        if of.get("rest"):
            of = self._without_rest(of, hoisted)
        found = self._write(of.get(which, of.get("all")), hoisted)
        if found is None:
            raise Unresolved
        more = {key: of[key] for key in ("by", "top", "bottom") if key in of}
        if not of.get("where") and not more:
            return found
        is_open = isinstance(found, dict) and found.get("chooser") in _OPEN
        if not is_open or more.keys() & found.keys():
            found = {"chooser": of.get("chooser", "cards"), "from": found}
        return self._narrowed(of, {**found, **more}, hoisted)

    def _narrowed(self, of: Json, found: Json, hoisted: list[Json]) -> Json:
        where = [self._write(each, hoisted) for each in of.get("where", ())]
        if not where:
            return found
        known = found.get("where", [])
        return {**found, "where": conjunction([*_as_list(known), *where])}

    def _part(self, node: Json, hoisted: list[Json]) -> Json:
        of, path = node["of"], node["path"]
        if isinstance(of, dict) and of.get("!") == "set":
            of = {"!": "all", "set": of}
        what = self.pointed_at(of)
        if what.get("!") == "single" and "as" in what:
            return what["as"][:-1] + path.removeprefix(".first") + "}"
        found = self._write(of, hoisted)
        if isinstance(found, str) and found.startswith("{"):
            if what.get("!") == "single" and path.startswith(".first"):
                path = path.removeprefix(".first")
            return found[:-1] + path + "}"
        if path == ".count":
            return {"type": "count", "of": found}
        raise Unresolved

    def _number(self, node: dict[str, Json], hoisted: list[Json]) -> Json:
        if id(node) in self.kept:
            return "{" + self.kept[id(node)] + "}"
        number = node["!number"]
        if isinstance(number, str) and number.startswith("."):
            known = self.mentions[id(node)]
            known.name = known.name or self._fresh(node.get("!name", "new"))
            return "{" + known.name + number + "}"
        return self._write(number, hoisted)


def _go_together(one: Json, other: Json) -> bool:
    """Whether two statements lay modifiers on the same, so that they are one."""
    if not isinstance(one, dict) or not isinstance(other, dict):
        return False
    if one.keys() != {"type", "modifiers"} or other.keys() != one.keys():
        return False
    of = [each.get("on") for each in (*_as_list(one["modifiers"]), *_as_list(other["modifiers"]))]
    return of[0] is not None and all(each == of[0] for each in of)


def _as_list(condition: Json) -> Iterator[Any]:
    return iter(condition) if isinstance(condition, list) else iter([condition])


def _place(part: tuple[str, Json]) -> int:
    """Where a part of a statement is written: what is done and what else, last."""
    return _LISTS.index(part[0]) if part[0] in _LISTS else -1
