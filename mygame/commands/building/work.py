"""
A piece of a game at the workbench: where its author is in it, and what their words do there.

It knows neither menus nor sessions: `Work.take_line` takes what was typed and says what has come of
it, `Work.lines` shows the place. `commands.building.editing` puts it into a menu. Begin at
`Work.take_line`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pyjson5

from commands.command import split_verb, verbs_of
from rules.ground.places import Path
from rules.ground.width import wrap
from rules.language import dialect
from rules.pack import Pack
from rules.workshop import entries
from rules.workshop.completion import Fit, Fitting
from rules.workshop.editing import NUMBERS, Slot, Tree, root_type
from rules.workshop.headings import language_of
from rules.workshop.layout import lay_out
from rules.workshop.rewriting import card_text, rewrite
from world.errors import TableError
from world.locale.reader import Reader
from world.render import workbench as render

MOST_WRITTEN = 2_000  # characters of a value
GENERIC = (
    *("json", "text", "name", "dice", "whole", "texts", "change", "prompt"),
    *("point", "nameList", "placeName", "cardName", "gameName"),
)
WRITTEN = ("point", "nameList")  # lists that are written in one line
TYPED = ("text", *WRITTEN)  # what one types, and nothing that could be taken


@dataclass
class Outcome:
    """What has come of a line: whether the piece has changed, and a word for who shows the menu."""

    changed: bool = False
    then: str = ""  # json, check, try, done, or "" to stay


@dataclass
class Work:
    """One piece that is edited. `source` is its JSON; `path` where its author is."""

    pack: Pack
    folder: str
    address: str
    source: Any
    path: Path = ()
    start: int = 0  # the first of what fits that is shown
    search: str = ""
    written: str = ""  # its text as the author has opened it
    wide: bool = field(default=False)  # show what could take the place of a word

    @classmethod
    def parse(cls, pack: Pack, folder: str, address: str, text: str) -> Work:
        """:raises TableError: `pieceBroken`: the text is no JSON5, and can be edited as such."""
        data, problems = dialect.parse_json5(text, address) if text.strip() else ({}, [])
        if problems:
            raise TableError("pieceBroken", problem=str(problems[0]))
        return cls(pack, folder, address, data, written=text)

    # -- looking

    @property
    def tree(self) -> Tree:
        return Tree(self.pack, self.source, root_type(self.address))

    @property
    def current_slot(self) -> Slot:
        """Where the author is; the nearest place around it where that has gone."""
        tree = self.tree
        while self.path:
            try:
                return tree.slot_at(self.path)
            except KeyError:
                self.path = self.path[:-1]
        return tree.slot_at(())

    def text(self) -> str:
        """The piece as JSON5, with the comments of who wrote it."""
        if self.address.startswith("card:") and isinstance(self.source, dict):
            return card_text(self.written, self.source)
        return rewrite(self.written, self.source) or lay_out(self.source)

    def slots_inside(self) -> list[Slot]:
        """What is in the place, the filled first; not what a card never changes: its id."""
        slot = self.current_slot
        if slot.type in WRITTEN:
            return []
        found = [each for each in self.tree.slots_inside(slot) if each.path != ("id",)]
        return sorted(found, key=lambda each: not each.is_filled and not each.is_required)

    def completions(self, language: str) -> list[Fit]:
        """What fits at the place, of those that have what was searched for."""
        slot = self.current_slot
        inner = not isinstance(slot.value, list) and bool(self.slots_inside())
        whole = inner and not self.wide and not self.search
        if whole or slot.type == "printed":
            return []
        found = Fitting(self.tree, language).completions_at(slot)
        wanted = self.search.casefold()
        if not wanted:
            return found
        return [each for each in found if wanted in f"{each.name} {each.help}".casefold()]

    def lines(self, reader: Reader) -> list[str]:
        """The place as its author sees it."""
        fitting = Fitting(self.tree, reader.language)
        inside = [(each, fitting.summary_line(each)) for each in self.slots_inside()]
        fits = self.completions(reader.language)
        title = self.title(reader)
        slot, help = self.current_slot, fitting.help_line(self.current_slot)
        shown = render.place_lines(title, slot, help, inside, fits, self.start, reader)
        if slot.is_filled and (slot.type in WRITTEN or not isinstance(slot.value, list | dict)):
            now = fitting.summary_line(slot) if slot.type in WRITTEN else str(slot.value)
            shown.insert(1, reader.say("workbench.now", value=render.escape_colours(now)))
        hint = "workbench.hintNumber" if self._wants_number() else "workbench.hint"
        if slot.type in TYPED:
            hint = "workbench.hintTyped"
        return [*shown, *wrap(reader.say(hint), reader.width)]

    def title(self, reader: Reader) -> str:
        if isinstance(self.source, dict) and "name" in self.source:
            return render.name_of(self.source, reader)
        return render.escape_colours(self.address.partition(":")[2])

    # -- what was typed

    def take_line(self, line: str, language: str) -> Outcome:
        """
        What an author's line does.

        :raises TableError: `workNumber`, `workValue`, `workNowhere`: it does nothing.
        """
        text = line.strip()
        verb, rest = split_verb(text, verbs_of("workbench.verb"))
        if (rest or not verb) and text[:1] not in ("", "=") and self.current_slot.type == "text":
            return self.write_words(text)
        is_field = self.tree.type in entries.PARTS and text in [x.name for x in self.slots_inside()]
        if is_field or any(each.name == text for each in self.completions(language)):
            return self.pick(text, language)  # a word of the game goes before those of the menu
        if text.startswith("=") or verb == "set":
            return self.write(text[1:].strip() if text.startswith("=") else rest)
        if text == "..":
            verb, rest = "back", ""
        if verb in ("json", "check", "try", "done", "help") and not rest:
            return Outcome(then=verb)
        if verb in _MOVES and (not rest or verb in _TAKING):
            return _MOVES[verb](self, rest)
        if verb == "take" and rest:
            if rest.isdecimal():
                return self.choose_line(int(rest), self.slots_inside(), self.completions(language))
            text = rest
        return self.pick(text, language)

    def pick(self, text: str, language: str) -> Outcome:
        """A number of the list, a name of what fits, a value, or what to search for."""
        if self.current_slot.type in WRITTEN:
            return self.write(text)
        fits, inside = self.completions(language), self.slots_inside()
        if text.isdecimal():
            if self._wants_number():
                return self.write(text)
            return self.choose_line(int(text), inside, fits)
        for each in inside:
            if each.name.casefold() == text.casefold():
                self.go(each.path)
                return Outcome()
        named = [each for each in fits if each.name.casefold() == text.casefold()]
        if named:
            return self.take_in(named[0])
        if not isinstance(self.current_slot.value, list | dict) and self._is_value(text):
            return self.write(text)
        if self.current_slot.type == "texts" and self.tree.type in entries.PARTS:
            self.go((*self.path, language_of(text)))
            return self.write(text)
        self.search, self.start = text, 0
        if not self.completions(language):
            self.search = ""
            raise TableError("workNothing", text=text)
        return Outcome()

    def choose_line(self, number: int, inside: list[Slot], fits: list[Fit]) -> Outcome:
        """Go to what has a number in the list, or take it in."""
        if 1 <= number <= len(inside):
            self.go(inside[number - 1].path)
            return Outcome()
        if 0 <= number - len(inside) - 1 < len(fits):
            return self.take_in(fits[number - len(inside) - 1])
        raise TableError("workNumber", most=len(inside) + len(fits))

    def _wants_number(self) -> bool:
        """Whether a number is meant as the value here, and not as a line of the list."""
        slot = self.current_slot
        return slot.type in NUMBERS | {"whole"} and not isinstance(slot.value, list | dict)

    def _is_value(self, text: str) -> bool:
        slot = self.current_slot
        return slot.type in GENERIC or text[:1] in '{["-$' or text in ("true", "false")

    def go(self, path: Path) -> None:
        """Go to another place."""
        self.path, self.start, self.search, self.wide = path, 0, "", False

    def take_in(self, fit: Fit) -> Outcome:
        """Put what fits at the place, or behind what is in its list; and go there."""
        slot, tree = self.current_slot, self.tree
        value = fit.value
        listed = slot.type in ("behaviors", "doables", "do", "conditions", "triggers", "modifiers")
        if listed or slot.type in ("options", "values", "games"):
            count = len(slot.value) if isinstance(slot.value, list) else int(slot.is_filled)
            self.source = tree.with_inserted(slot.path, value)
            self.go((*slot.path, count))
        else:
            kept = _keep_parameters(slot.value, value)
            self.source = tree.with_value(slot.path, kept)
            if isinstance(value, dict):
                self.go(slot.path)
            else:
                self._go_on(slot)
        return Outcome(changed=True)

    def write(self, text: str) -> Outcome:
        """Put a value that was written out at the place."""
        if not text or len(text) > MOST_WRITTEN:
            raise TableError("workValue", text=text)
        slot = self.current_slot
        if not slot.path and slot.type == "printed":
            raise TableError("workNowhere")
        try:
            value = entries.value_written(slot.type, text)
        except ValueError:
            raise TableError("workValue", text=text) from None
        self.source = self.tree.with_value(slot.path, value_of(text) if value is None else value)
        self._go_on(slot)
        return Outcome(changed=True)

    def write_words(self, text: str) -> Outcome:
        """Somebody's own words; those of an entry go to the language they are in."""
        *path, language = self.path
        if self.tree.type in entries.PARTS and language_of(text) != language:
            other = (*path, language_of(text))
            if other in [
                each.path for each in self.tree.slots_inside(self.tree.slot_at(tuple(path)))
            ]:
                self.go(other)
        return self.write(text)

    def _go_on(self, slot: Slot) -> None:
        """To what is to be filled in next; else out of a place that is filled."""
        tree = self.tree
        blank = tree.next_blank() if tree.type in entries.PARTS else None
        self.go(slot.path[:-1] if blank is None else blank)

    # -- moves

    def back(self, rest: str) -> Outcome:
        """Out of this place."""
        if self.search or self.wide:
            self.search, self.wide, self.start = "", False, 0
            return Outcome()
        if not self.path:
            return Outcome(then="done")
        self.go(self.path[:-1])
        return Outcome()

    def top(self, rest: str) -> Outcome:
        """To the beginning."""
        self.go(())
        return Outcome()

    def more(self, rest: str) -> Outcome:
        """More of what fits."""
        self.start += render.FITS
        return Outcome()

    def change(self, rest: str) -> Outcome:
        """Show what could take the place of the word that is here."""
        self.wide, self.start = True, 0
        return Outcome()

    def _slot_numbered(self, rest: str) -> Slot:
        """The place of a number of the list; this place without one."""
        if not rest:
            return self.current_slot
        inside = self.slots_inside()
        if not rest.isdecimal() or not 1 <= int(rest) <= len(inside):
            raise TableError("workNumber", most=len(inside))
        return inside[int(rest) - 1]

    def remove(self, rest: str) -> Outcome:
        """Take away what is here, or what has a number."""
        slot = self._slot_numbered(rest)
        if not slot.path or not slot.is_filled:
            raise TableError("workNowhere")
        self.source = self.tree.without_value(slot.path)
        if not rest:
            self.go(slot.path[:-1])
        return Outcome(changed=True)

    def up(self, rest: str) -> Outcome:
        return self._move(rest, -1)

    def down(self, rest: str) -> Outcome:
        return self._move(rest, 1)

    def _move(self, rest: str, by: int) -> Outcome:
        slot = self._slot_numbered(rest)
        if not slot.path or not isinstance(slot.path[-1], int):
            raise TableError("workNowhere")
        self.source = self.tree.with_moved(slot.path, by)
        return Outcome(changed=True)


def _keep_parameters(before: Any, value: Any) -> Any:
    """A word in the place of another one, with those of its parameters that it has, too."""
    if isinstance(before, dict) and isinstance(value, dict):
        heads = ("type", "chooser", "at")
        return value | {key: before[key] for key in value if key in before and key not in heads}
    return value


def value_of(text: str) -> Any:
    """What somebody wrote as a value: JSON5 where it is, else the text itself."""
    is_reference = text.startswith("{") and text[1:2].isalpha() and ":" not in text
    if not is_reference:
        try:
            return pyjson5.decode(text, maxdepth=dialect.MAX_DEPTH)
        except pyjson5.Json5DecoderException:
            pass
    return text


#: What words of `workbench.verb` do to where one is, or to what is there.
_MOVES: dict[str, Callable[[Work, str], Outcome]] = {
    "back": Work.back,
    "top": Work.top,
    "more": Work.more,
    "change": Work.change,
    "remove": Work.remove,
    "up": Work.up,
    "down": Work.down,
}
_TAKING = ("remove", "up", "down")
