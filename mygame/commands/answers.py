"""
Understanding what a player types as an answer: numbers, verbs and names, in either language.

`understand(typed, choice, match)` compares the words with the legal options of the choice, and with
nothing else: what it accepts is always legal. It knows no game; verbs and names come from the pack.
`play bash on 2` gives the option "play Bash" and leaves `2` for the question that follows. A pack
says which words introduce the answer to which question: `with ox` is about who attacks and nothing
else, wherever it stands.

    understand("打出 当头一棒 2", choice, match)  # Understood(picks=(0,), rest="2")
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.pack import pack_of_match
from rules.running.choices import Choice, Option
from rules.running.match import Match
from rules.telling.phrasebook import LANGUAGES
from rules.telling.text import Text
from rules.telling.verbs import introducing_words, verbs_of
from server.chinese import to_simplified
from world.render.prompt import option_number

NONE = frozenset({"none", "nothing", "no", "done", "无", "不", "不选", "没有", "完成", "好了"})
_CONNECTORS = (
    "on",
    "at",
    "to",
    "with",
    "before",
    "against",
    "->",
    "=>",
    "用",
    "在",
    "对",
    "打",
    "给",
    "向",
    "目标",
    "：",
    ":",
)
#: What may stand behind a name that a connector introduces: 在耕牛前面.
_BEHIND = ("的前面", "前面", "之前", "左边", "前")
_NUMBERS = re.compile(r"\d+(?:[\s,、;.]+\d+)*[\s,、;.]*$")
_SPLIT = re.compile(r"\s*[,、;]\s*|\s+(?:and|和)\s+")
_ROMAN = {
    "1": "i", "2": "ii", "3": "iii", "4": "iv", "5": "v", "6": "vi", "7": "vii", "8": "viii",
    "9": "ix", "10": "x", "11": "xi", "12": "xii",
    "一": "i", "二": "ii", "三": "iii", "四": "iv", "五": "v", "六": "vi", "七": "vii",
    "八": "viii", "九": "ix", "十": "x", "十一": "xi", "十二": "xii",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Understood:
    """Option indices, and what was typed beyond them."""

    picks: tuple[int, ...]
    rest: str = ""


@dataclass(frozen=True, slots=True)
class Puzzled:
    """Why not: a key of `answer` in the locale files, and its arguments."""

    key: str
    args: dict[str, Any] = field(default_factory=dict)
    among: tuple[int, ...] = ()


def normalize(typed: str) -> str:
    """Full-width letters and digits as plain ones, lower case, single spaces, one script."""
    return to_simplified(" ".join(unicodedata.normalize("NFKC", typed).lower().split()))


def starts(text: str, name: str) -> bool:
    """Whether a name stands at the beginning; an English word must end there as well."""
    if not name or not text.startswith(name):
        return False
    after = text[len(name) : len(name) + 1]
    return not after or not (_is_letter(name[-1]) and _is_letter(after))


def _is_word_end(text: str, at: int) -> bool:
    """Whether a word may end at a place of a text."""
    return not (_is_letter(text[at - 1]) and _is_letter(text[at]))


def _has_word(name: str, start: str) -> bool:
    """Whether a later word of a name begins so; a Chinese character is one."""
    at = name.find(start, 1)
    return at > 0 and _is_word_end(name, at)


def _is_letter(char: str) -> bool:
    return char.isascii() and (char.isalpha() or char in "_'-")


def understand(
    typed: str, choice: Choice, match: Match, names: Sequence[str] = (), strict: bool = False
) -> Understood | Puzzled:
    """
    What was typed as an answer to a choice.

    `names` are those of the seats. `strict` accepts only what begins with a verb of an option (used
    where a command has the same name). A follow-up for another question is left in `rest`.
    """
    found = _Reading(choice, match, names).understand(typed, strict)
    if isinstance(found, Puzzled) and choice.barred and not typed.strip().isdigit():
        return _understand_barred(typed, choice, match, names, strict) or found
    return found


def _understand_barred(
    typed: str, choice: Choice, match: Match, names: Sequence[str], strict: bool
) -> Puzzled | None:
    """What was typed as an option that is not offered for a reason; None where it is none."""
    options = tuple(option for _, option in choice.barred)
    meant = _Reading(choice._replace(options=options), match, names).understand(typed, strict)
    if not isinstance(meant, Understood) or len(meant.picks) != 1:
        return None
    return Puzzled("barred", {"barred": choice.barred[meant.picks[0]]})


def understand_rest(
    rest: str, choice: Choice, match: Match, names: Sequence[str] = ()
) -> Understood | Puzzled:
    """
    What was left over, as the answer to the question that followed at once.

    Only a question about targets or amounts can follow an action; never the next menu. What a word
    of the pack introduces is for the question that it names.
    """
    if choice.words is not None:
        return Puzzled("dropped", {"text": rest})
    text, leads = normalize(rest), introducing_words(pack_of_match(match))
    lead = _introducing_word(text, leads)
    if lead and leads[lead] != choice.prompt:
        return Puzzled("misfit", {"text": rest})
    found = understand(text[len(lead) :].strip(), choice, match, names)
    return found if isinstance(found, Understood) else Puzzled("misfit", {"text": rest})


def _introducing_word(text: str, leads: Iterable[str]) -> str:
    """The word that introduces what stands in the text; "" where it is none."""
    return max((lead for lead in leads if starts(text, lead)), key=len, default="")


def without_connector(text: str) -> str:
    """What is left after "on", "对" and the like, and without what belongs to them behind."""
    text = text.strip(" ,，。.")
    if text in _BEHIND:
        return ""
    for connector in _CONNECTORS:
        if starts(text, connector) and text != connector:
            return text[len(connector) :].strip()
    return text


def names_of(option: Option, match: Match, names: Sequence[str] = ()) -> set[str]:
    """Everything an option's subject can be called: its names in all languages, and its id."""
    if option.kind == "":
        return set()
    if option.kind == "number":
        return {str(option.entity)}
    found = {
        Text(pack_of_match(match), language, names).subject(option, match) for language in LANGUAGES
    }
    if option.kind == "text":
        found.add(option.entity)
    elif option.kind == "symbol":
        symbol = str(match.program.symbol_name(option.entity))
        found.add(symbol)
        numbers = {number for number, roman in _ROMAN.items() if roman == symbol.lower()}
        found |= numbers | {f"{number}级" for number in (*numbers, symbol)}
    elif card_id := match.card_id(option.entity):
        short = card_id.rsplit(".", 1)[-1]
        found |= {card_id, short, short.replace("_", " ")}
    return {name for name in map(normalize, found) if name}


class _Reading:
    """One choice, against which words are compared."""

    def __init__(self, choice: Choice, match: Match, names: Sequence[str]):
        self.choice, self.match, self.names = choice, match, names
        self.leads = introducing_words(pack_of_match(match))
        self.menu = choice.words is not None

    def understand(self, typed: str, strict: bool) -> Understood | Puzzled:
        text, pack = normalize(typed), pack_of_match(self.match)
        text = self.verb_first(text) if self.menu else self.part_for_question(text)
        if not strict and (numbers := _NUMBERS.match(text)):
            return self.options_by_numbers([int(n) for n in re.findall(r"\d+", numbers.group())])
        if not strict and self.choice.maximum == 1 and (spoken := self.option_by_line(text)):
            return spoken
        verbs = verbs_of(pack, {option.word for option in self.choice.options})
        verb = max((v for v in verbs if starts(text, normalize(v))), key=len, default=None)
        if verb is not None:
            rest = text[len(normalize(verb)) :].strip()
            result = self.option_after_verb(verbs[verb], rest)
            if isinstance(result, Understood) or strict:
                return result
            named = self.options_by_name(text)
            return named if isinstance(named, Understood) else result
        if strict:
            return Puzzled("unknown", {"text": typed.strip()})
        if text in NONE and self.choice.minimum == 0:
            return Understood(())
        named = self.options_by_name(text)
        if isinstance(named, Puzzled):
            elsewhere = verbs_of(pack, pack.spoken.option_words)
            if any(starts(text, normalize(verb)) for verb in elsewhere):
                return Puzzled("not_now")
        return named

    def verb_first(self, text: str) -> str:
        """ "with ox attack wolf" as "attack wolf with ox"; any other text as it is."""
        if not _introducing_word(text, self.leads):
            return text
        verbs = verbs_of(pack_of_match(self.match), {option.word for option in self.choice.options})
        for verb in sorted(map(normalize, verbs), key=len, reverse=True):
            if (at := text.find(verb)) > 0 and starts(text[at:], verb) and _is_word_end(text, at):
                return f"{text[at:]} {text[:at].strip()}"
        return text

    def part_for_question(self, text: str) -> str:
        """Of "attack wolf with ox" what answers this question, whose own word is "with"."""
        own = [lead for lead, prompt in self.leads.items() if prompt == self.choice.prompt]
        for at in range(len(text)):
            lead = _introducing_word(text[at:], own) if not at or _is_word_end(text, at) else ""
            if lead and len(lead) < len(text) - at:
                return text[at + len(lead) :].strip()
        return text

    def part_for_later(self, text: str) -> str:
        """What is left for the questions that follow; with the word that introduces it."""
        text = text.strip(" ,，。.")
        return text if _introducing_word(text, self.leads) else without_connector(text)

    def option_by_line(self, text: str) -> Understood | None:
        """An option by the very words of its line."""
        found = []
        for language in LANGUAGES:
            told = Text(pack_of_match(self.match), language, self.names)
            for index, option in enumerate(self.choice.options):
                line = normalize(told.option(option, self.match))
                if starts(text, line):
                    found.append((len(line), -index, index))
        if not found:
            return None
        length, _, index = max(found)
        return Understood((index,), self.part_for_later(text[length:]))

    def options_by_numbers(self, numbers: list[int]) -> Understood | Puzzled:
        """Line numbers, or the numbers themselves where the options are numbers."""
        labels = {
            option_number(self.choice, index): index for index in range(len(self.choice.options))
        }
        if numbers == [0] and 0 not in labels and self.choice.minimum == 0:
            return Understood(())
        for number in numbers:
            if number not in labels:
                low, high = min(labels), max(labels)
                return Puzzled("range", {"number": number, "low": low, "high": high})
        return self.check_count(tuple(labels[number] for number in numbers))

    def check_count(self, picks: tuple[int, ...], rest: str = "") -> Understood | Puzzled:
        if len(set(picks)) != len(picks):
            return Puzzled("twice")
        low, high = self.choice.minimum, self.choice.maximum
        if low <= len(picks) <= high:
            return Understood(picks, rest)
        if low == high:
            return Puzzled("amount_exact", {"count": low, "given": len(picks)})
        return Puzzled("amount", {"minimum": low, "maximum": high, "given": len(picks)})

    def option_after_verb(self, word: str, rest: str) -> Understood | Puzzled:
        """Which of the options of a verb is meant."""
        options = self.choice.options
        found = [index for index, option in enumerate(options) if option.word == word]
        plain = [index for index in found if options[index].kind == ""]
        if plain and (not rest or len(found) == 1):
            return Understood((plain[0],), rest)
        if not rest:
            same = {self.key(index) for index in found}
            if len(same) == 1:
                return Understood((found[0],))
            return Puzzled("which", among=tuple(found))
        index, after = self.option_named(rest, found, inside=True)
        if index is None and (number := re.match(r"(\d+)\b\s*", rest)):
            line = [i for i in found if option_number(self.choice, i) == int(number.group(1))]
            if line:
                index, after = line[0], rest[number.end() :]
        if index is None:
            if any(self.is_single(word) for word in (options[i].word for i in found)):
                return Understood((found[0],), self.part_for_later(rest))
            return Puzzled("unknown", {"text": rest}, tuple(found))
        return Understood((index,), self.part_for_later(after))

    def options_by_name(self, text: str) -> Understood | Puzzled:
        """One or several options by the names of what they are about."""
        every = range(len(self.choice.options))
        if self.choice.maximum == 1:
            index, after = self.option_named(text, every, inside=not self.menu)
            if index is None:
                return Puzzled("unknown", {"text": text})
            return self.check_count((index,), self.part_for_later(after))
        picks: list[int] = []
        for part in _SPLIT.split(text):
            left = part.strip()
            while left:
                index, after = self.option_named(left, [i for i in every if i not in picks])
                if index is None:
                    return Puzzled("unknown", {"text": left})
                picks.append(index)
                left = after.strip()
        return self.check_count(tuple(picks))

    def is_single(self, word: str) -> bool:
        """Whether there is never more than one option of a verb (`single`), so that it is meant."""
        entry = (Text(pack_of_match(self.match), "en").words("option") or {}).get(word)
        return isinstance(entry, dict) and bool(entry.get("single"))

    def option_named(
        self, text: str, found: Iterable[int], inside: bool = False
    ) -> tuple[int | None, str]:
        """
        The option whose name the text begins with (the longest wins), or the only one whose name
        begins with the text, or, `inside`, has it as a later word; and what follows it.
        """
        names = {i: names_of(self.choice.options[i], self.match, self.names) for i in found}
        whole = [
            (len(name), -index, index)
            for index, own in names.items()
            for name in own
            if starts(text, name)
        ]
        if whole:
            length, _, index = max(whole)
            return index, text[length:]
        for holds in (str.startswith, _has_word) if inside else (str.startswith,):
            for start, after in self.possible_cuts(text, inside):
                fits = [i for i, own in names.items() if any(holds(name, start) for name in own)]
                if len({self.key(index) for index in fits}) == 1:
                    return fits[0], after
        return None, text

    def possible_cuts(self, text: str, inside: bool) -> Iterator[tuple[str, str]]:
        """
        The text and what may follow its beginning, the longest first: cut at spaces, `inside` also
        before a connector where words are written without spaces.
        """
        for at in range(len(text), 0, -1):
            after = text[at:]
            apart = not after or after[0] == " " or text[at - 1] == " "
            if not apart and inside and _is_word_end(text, at):
                apart = bool(_introducing_word(after, (*self.leads, *_CONNECTORS, *_BEHIND)))
            if apart and text[at - 1] != " ":
                yield text[:at], after.strip()

    def key(self, index: int) -> Any:
        """Options with the same key are the same to a player: two copies of one card in hand."""
        option = self.choice.options[index]
        if option.kind in ("", "number", "symbol", "text", "player"):
            return option.word, option.kind, option.entity
        return option.word, self.match.card_id(option.entity)
