"""
`card write` as a conversation: what is open of a card that is written by its sentence is asked, one
question at a time. Which of several readings is meant, of what kind it is, what it costs.

Each question is answered by a number, a word, or an empty line for what is usual; `back` goes to
the one before, `cancel` lets it be. Whatever else is a command is carried out; what was typed is
kept with the account, and `card write` alone goes on there. Begin at `Writing.begin`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from evennia.utils.dbserialize import deserialize

from commands.building.menus import Menu, carry_out, command_meant
from commands.building.naming import names_in, pack_of
from commands.building.reporting import check_and_tell, price_and_tell
from commands.building.saving import new_card, save_card
from commands.command import Command, verbs_of
from rules.ground.width import wrap
from rules.language import dialect
from rules.pack import Pack
from rules.pack.corners import cost_of
from rules.reading import DOUBTS
from rules.telling.text import Text
from rules.workshop.card_form import kinds_by_use
from rules.workshop.headings import Heading, language_of
from rules.workshop.similar import open_numbers, proposed_number
from world import content
from world.errors import TableError
from world.locale.messages import escape_colours
from world.locale.reader import Reader, account_of, reader_of
from world.render import look
from world.render import workbench as render
from world.render.board import NO_MATCH, Board

KEPT = "card_writing"  # the attribute of an account: what it was writing
MOST_READINGS = 8
LETTERS = "abcde"
STOPS = (".", "。", "!", "！")
LARGEST = 999  # that a card may cost

Act = Callable[[], Any]


class Writing:
    """What somebody writes: the words before the colon and behind it, and what was answered."""

    def __init__(
        self, command: Command, folder: str, found: Heading, card: dict[str, Any] | None = None
    ):
        self.command, self.caller, self.folder = command, command.caller, folder
        self.pack, self.found, self.card = pack_of(folder), found, card
        self.similar: Sequence[dict[str, Any]] = ()
        self.draft: Any = None
        self.draft_kind = ""
        self.facts_read: dict[str, Any] = {}
        self.asked: list[Act] = []  # the questions so far; the last one is open

    # -- what is kept

    def keep(self) -> None:
        """Keep what was typed with the account."""
        data = {**self.found._asdict(), "folder": self.folder, "card": self.card}
        data["draft"] = self.draft.pk if self.draft is not None else 0
        account_of(self.caller).attributes.add(KEPT, data)

    def forget(self) -> None:
        """Nothing is open any more."""
        account_of(self.caller).attributes.remove(KEPT)
        self.caller.ndb.card_writing = None

    @property
    def is_left(self) -> bool:
        """Whether its author writes another one now."""
        return self.caller.ndb.card_writing is not self

    # -- the way of it

    def begin(self) -> Any:
        """Read the sentence, or ask for it; a card that there is already has its kind."""
        self.caller.ndb.card_writing = self
        own = self._own_card()
        if own is not None and self.found.guessed:
            kinds = [str(own.get("kind")), *str(own.get("id")).split(".")]
            known = (each for each in kinds if each in self.pack.program.layout.kinds)
            self.found = self.found._replace(kind=next(known, self.found.kind), guessed=False)
        self.keep()
        return self.read() if self.found.rest else self.ask_sentence()

    def read(self) -> Any:
        """Have the sentence read; what is open then is asked."""
        game = Text(self.pack, self.command.reader.language).game()
        self.command.tell("workbench.reading", game=game)
        return content.read_sentence(*self._asking()).addCallback(self.take_readings)

    def _asking(self) -> tuple[Any, ...]:
        who, text = account_of(self.caller), self.found.rest
        return who, self.folder, language_of(text), text, self.found.kind, self.found.facts

    def take_readings(self, understood: dict[str, Any]) -> Any:
        """
        One reading is accepted, of several one is asked for, also of those that say the same and
        play otherwise; likewise where there is none.
        """
        if self.is_left:
            return None
        readings = understood["readings"][:MOST_READINGS]
        for line in render.remark_lines(self.found.rest, understood, reader_of(self.caller)):
            self.caller.msg(line)
        asked_about = understood["proposed"] or understood["learning"]
        if len(readings) == 1 and not (asked_about or any(readings[0][each] for each in DOUBTS)):
            return self.accept(readings[0])
        if readings:
            return self.ask(partial(self._ask_reading, readings))
        return self.ask(partial(self._ask_nearby, understood))

    def accept(self, reading: dict[str, Any]) -> Any:
        """Of which reading the card is; its kind may be open."""
        self.similar = reading.get("similar") or ()
        kinds = Counter(each["kind"] for each in self.similar)
        if self.found.guessed and len(kinds) > 1:
            likely = [kind for kind, _ in kinds.most_common()]
            return self.ask(partial(self._ask_kind, reading, likely))
        return self.save(reading)

    def save(self, reading: dict[str, Any]) -> Any:
        """Keep the card as a draft; numbers that are printed on it may be open."""
        own = self._own_card()
        if self.draft is not None and self.draft_kind == self.found.kind:
            own = card_of(self.draft)
        whole = own or new_card(self.folder, self.pack, self.found)
        for name in self.facts_read:  # of a reading that was taken before
            whole.pop(name, None)
        self.facts_read = reading.get("facts", {})
        whole |= {**self.facts_read, **self.found.facts, "behaviors": reading["behaviors"]}
        before = self.draft
        self.draft, checked = save_card(self.command, self.folder, whole, "card.written")
        self.draft_kind = self.found.kind
        if before is not None and before.address != self.draft.address:
            content.drop_draft(account_of(self.caller), before)  # it was of another kind
        return checked.addCallback(self.take_report, whole)

    def take_report(self, report: dict[str, Any] | None, card: dict[str, Any]) -> Any:
        """The card is kept and checked."""
        if self.is_left or report is None:
            return None
        self.similar = report["similar"]
        self.keep()
        if lacking := open_numbers(self.pack, self.found.kind, card):
            return self.ask(partial(self._ask_number, lacking[0]))
        reader = reader_of(self.caller)
        if lines := render.similar_lines(self.similar, reader):
            name = escape_colours(self.similar[0]["name"][reader.language])
            self.caller.msg("\n".join([*lines, reader.say("workbench.similarHint", name=name)]))
        return self.finish(report)

    def finish(self, report: dict[str, Any] | None) -> Any:
        """Nothing is open; bots play with a card that is in order."""
        self.forget()
        if report is None or report["problems"]:
            return None
        return price_and_tell(self.caller, self.draft)

    def _own_card(self) -> dict[str, Any] | None:
        """The card that is given a sentence: that which was begun, an own draft of that name."""
        if self.card is not None:
            return self.card
        who, wanted = account_of(self.caller), {n.casefold() for n in self.found.names.values()}
        for draft in content.drafts_of(who, self.folder, status=("open",)):
            mine = draft.author_id == who.pk and draft.address.startswith("card:")
            if mine and draft != self.draft and wanted & names_in(draft):
                return card_of(draft)
        return None

    # -- questions

    def ask(self, question: Act) -> None:
        """Ask something; `back` comes to it again."""
        self.asked.append(question)
        question()

    def _open(
        self,
        lines: Callable[[Reader], list[str]],
        answer: Callable[[str], Act | None],
        shown: Sequence[dict[str, Any]] = (),
        any_text: bool = False,
    ) -> None:
        """
        Show a question and wait. `answer` says what is done with a line, None: it is none; then it
        may be a sentence, as is `any_text` that is no command. Letters show cards that are `shown`.
        """
        letters = dict(zip(LETTERS, shown, strict=False))

        def show(menu: Menu) -> list[str]:
            reader = reader_of(menu.caller)
            *before, asked = lines(reader)
            return [*before, *wrap(asked, reader.width)]

        def typed(menu: Menu, line: str) -> bool:
            if (card := letters.get(line.casefold())) is not None:
                show_card(self.command, self.pack, card["id"])
                return True
            act = {"back": self.go_back, "cancel": self.cancel}.get(
                verbs_of("workbench.writing.verb").get(line.casefold(), "")
            )
            act = act or answer(line) or partial(self.leave, line, any_text)
            menu.after = partial(self.command.attempt, act)
            return False

        Menu(self.caller, show, typed)

    def go_back(self) -> Any:
        """To the question before; before the first one the sentence is asked for."""
        del self.asked[-1:]
        return self.asked[-1]() if self.asked else self.ask_sentence()

    def cancel(self) -> None:
        """Ask nothing more."""
        self.forget()
        if self.draft is None:
            self.command.tell("workbench.writing.cancelled")
        else:
            self.command.tell("workbench.writing.cancelledDraft", number=self.draft.pk)

    def leave(self, line: str, any_text: bool) -> Any:
        """
        A line that is no answer: the sentence typed anew, or a command, while all is kept. What
        ends like a sentence is one, but for what people say, and other cards.
        """
        meant = command_meant(self.caller, line)
        speaks = meant is not None and (
            meant[2].key == "card" or getattr(meant[2], "verbatim", False)
        )
        several = " " in line or language_of(line) == "zh"
        if (any_text or (self.draft is None and several)) and (
            meant is None or (line.endswith(STOPS) and not speaks)
        ):
            return self.say_again(line)
        carry_out(self.caller, line)
        if self.is_left:
            return None
        if self.draft is None and not any_text:
            self.command.tell("workbench.notChosen")
        self.command.tell("workbench.writing.kept")
        return None

    def say_again(self, line: str) -> Any:
        """Another sentence for the same card."""
        self.found = self.found._replace(rest=line)
        self.asked.clear()
        return self.begin()

    def ask_sentence(self) -> None:
        """What the card does."""
        name = render.name_of({"name": self.found.names}, self.command.reader)

        def lines(reader: Reader) -> list[str]:
            return [reader.say("workbench.writing.sentence", name=name)]

        self._open(lines, lambda line: None if line else self.ask_sentence, any_text=True)

    def _ask_reading(self, readings: Sequence[dict[str, Any]]) -> None:
        def lines(reader: Reader) -> list[str]:
            told = render.reading_lines(readings, reader)
            return [*told, reader.say("workbench.writing.reading")]

        def answer(line: str) -> Act | None:
            texts = [" ".join([*each["sentence"].values(), *own_of(each)]) for each in readings]
            found = chosen_of(line, readings, texts, first="")
            return None if found is None else partial(self.accept, found)

        self._open(lines, answer)

    def _ask_nearby(self, understood: dict[str, Any]) -> None:
        near = [*understood["begun"], *understood["nearby"]]

        def lines(reader: Reader) -> list[str]:
            told = render.unread_lines(self.found.rest, understood, reader)
            return [*told, reader.say("workbench.writing.unread")]

        def answer(line: str) -> Act | None:
            if understood["model"] and line.casefold() == "m":
                return self._ask_model
            if not line:
                return self.asked[-1]
            found = chosen_of(line, near)
            return None if found is None else partial(self.accept, found)

        self._open(lines, answer)

    def _ask_model(self) -> Any:
        return content.propose_sentence(*self._asking()).addCallback(self.take_readings)

    def _ask_kind(self, reading: dict[str, Any], likely: Sequence[str]) -> None:
        kinds = [*dict.fromkeys([*likely, self.found.kind, *kinds_by_use(self.pack)])]

        def names(language: str) -> list[str]:
            return [Text(self.pack, language).symbol(each) for each in kinds]

        def lines(reader: Reader) -> list[str]:
            told = [
                line
                for number, name in enumerate(names(reader.language), 1)
                for line in render.numbered_line(number, name, "", reader)
            ]
            return [*told, reader.say("workbench.writing.kind")]

        def answer(line: str) -> Act | None:
            texts = [f"{zh} {en}" for zh, en in zip(names("zh"), names("en"), strict=True)]
            kind = chosen_of(line, kinds, texts, first="")
            return None if kind is None else partial(self._take_kind, reading, kind)

        self._open(lines, answer)

    def _take_kind(self, reading: dict[str, Any], kind: str) -> Any:
        """Of another kind than was thought: the sentence is read as one of a card of that."""
        is_same = kind == self.found.kind
        self.found = self.found._replace(kind=kind, guessed=False)
        self.keep()
        return self.save(reading) if is_same else self.read()

    def _ask_number(self, name: str) -> None:
        """A number that most cards of the kind have printed; with what it costs, similar cards."""
        card, kind = card_of(self.draft) or {}, self.found.kind
        proposed = proposed_number(self.pack, kind, name, card, self.similar)
        is_cost = name == cost_of(self.pack, kind)
        shown = self.similar if is_cost else ()

        def lines(reader: Reader) -> list[str]:
            label = escape_colours(Text(self.pack, reader.language).field(name))
            near = render.similar_lines(shown, reader, LETTERS)
            key = "costFree" if proposed is None else "cost" if is_cost else "number"
            return [*near, reader.say(f"workbench.writing.{key}", label=label, usual=proposed)]

        def answer(line: str) -> Act | None:
            if not line and proposed is not None:
                return partial(self._take_number, card, name, proposed)
            if line.isdecimal() and len(line) < 10 and int(line) <= LARGEST:
                return partial(self._take_number, card, name, int(line))
            return None if line else self.asked[-1]

        self._open(lines, answer, shown)

    def _take_number(self, card: dict[str, Any], name: str, number: int) -> Any:
        label = escape_colours(Text(self.pack, self.command.reader.language).field(name))
        self.command.tell("workbench.writing.set", label=label, number=number)
        card = {**card, name: number}
        self.draft, checked = save_card(self.command, self.folder, card)
        return checked.addCallback(self.take_number_kept, card)

    def take_number_kept(self, report: dict[str, Any] | None, card: dict[str, Any]) -> Any:
        """The next number is asked for, or nothing is open."""
        if self.is_left or report is None:
            return None
        if lacking := open_numbers(self.pack, self.found.kind, card):
            return self.ask(partial(self._ask_number, lacking[0]))
        return self.finish(report)


def go_on(command: Command) -> Any:
    """
    Go on with what was kept.

    :raises TableError: `cardWriteHow`: nothing was; `unknownGame`.
    """
    account = account_of(command.caller)
    kept = deserialize(account.attributes.get(KEPT))
    if not kept:
        raise TableError("cardWriteHow")
    folder, card, number = (kept.pop(key) for key in ("folder", "card", "draft"))
    writing = Writing(command, folder, Heading(**kept), card)
    said = escape_colours(
        " ".join((*dict.fromkeys(writing.found.names.values()), writing.found.rest))
    )
    command.tell("workbench.writing.again", said=said)
    draft = content.drafts_of(account, folder, status=("open",)).filter(pk=number).first()
    if draft is None or (whole := card_of(draft)) is None:
        return writing.begin()
    writing.draft, writing.draft_kind = draft, writing.found.kind
    command.caller.ndb.card_writing = writing
    checked = check_and_tell(command.caller, draft, quiet=True)
    return checked.addCallback(writing.take_report, whole)


def card_of(draft: Any) -> dict[str, Any] | None:
    """The card of a draft; None where it is broken."""
    card, problems = dialect.parse_json5(draft.text, draft.address)
    return card if not problems and isinstance(card, dict) else None


def chosen_of(
    line: str, choices: Sequence[Any], texts: Sequence[str] = (), first: str | None = None
) -> Any:
    """
    Which of these a line means: by its number, by a part of only one of the `texts`; the `first`
    one by that line. None: no one.
    """
    if line == first:
        return choices[0]
    if line.isdecimal():
        return choices[int(line) - 1] if 1 <= int(line[:6]) <= len(choices) else None
    found = [
        choice
        for choice, text in zip(choices, texts, strict=False)
        if line.casefold() in text.casefold()
    ]
    return found[0] if len(found) == 1 and line else None


def show_card(command: Command, pack: Pack, card_id: str) -> None:
    """The face of a card as it is printed."""
    board = Board(pack, NO_MATCH, Text(pack, command.reader.language), command.reader)
    command.show(look.card_lines(board, board.find_card(None, card_id), explained=True))


def own_of(reading: dict[str, Any]) -> list[str]:
    """What tells a reading from others that say the same, in every language."""
    return [text for texts in (reading.get("differs") or {}).values() for text in texts]
