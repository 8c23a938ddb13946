"""
From a sentence to a card: `read(pack, "en", "Draw 2 cards.")` gives behaviours that say it.

The way back of `telling`. Nobody wrote down how sentences are read: the grammar is learned from
what the teller says of sample uses of every word, and of the cards there are. A text is read by a
chart parser; what it may mean is put together to behaviours, told, and kept only if that gives the
text again. So a new word with its phrase can be read at once, in every language of every pack.

Begin reading here, then

    placed listening      trees of JSON, and what is told of their pieces
    learning              the rules which that shows
    samples uses          of what: uses of every word, what they are given (`arguments`),
                          what lasts, what was done before, what is untold (`samples_..`)
    stock                 rules for what joins pieces: blocks, nouns, facts
    grammar meanings      rules, and what they mean
    chart                 the parser
    naming lifting        pieces put together: names, and what needs one
    judging               whether they say a text: told, and compared
    unsaid                what may be meant beside what is said
    habits                which of several readings is how cards are usually written
    books kept            all of it for a pack in a language, and on disk
    notation typed        expressions taken apart; texts in one form
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from ..language.query import are_equivalent
from ..pack.definition import Pack
from ..telling.phrasebook import LANGUAGES
from .books import Book, grammar_book
from .chart import Chart, TooMuchWork
from .notation import Json, put_together, take_apart
from .placed import Read
from .typed import Typed, display_form
from .ways.paraphrased import Found, Mended, mended_text

MOST_CHARACTERS = 400
MOST_TRIED = 120  # meanings that are told
MOST_NEXT = 40
_USUAL = 0.5  # how much likelier it is that a condition goes without saying than that there is none
_FAR = 1.5  # how much likelier a reading is than one that is not shown beside it
_MOST_WITH_MORE = 4  # readings of which is tried what may be meant beside
_START = "card"


#: What of a reading makes it be asked about, though it is the only one.
DOUBTS = ("left_out", "added", "is_unclear")


class Refused(ValueError):
    """A text that is not read; `args[0]` is the key of the reason: `too_long` or `too_much`."""


class Reading(NamedTuple):
    """
    One way to understand a text: the JSON of `behaviors`, what they say by language, the printed
    properties that the text names beside, what it says that the card answers, what of the text it
    does not say, what it says beyond that, and whether what the text points at ("it") had to be
    guessed.
    """

    behaviors: list[Any]
    sentence: dict[str, str]
    facts: dict[str, Any]
    answers: dict[str, Any]
    left_out: list[str] = []
    added: list[str] = []
    is_unclear: bool = False


class Understood(NamedTuple):
    """
    What is understood of a text: its readings, the likeliest first; how many of its characters are
    understood; and what could stand there.
    """

    readings: list[Reading]
    upto: int
    next: list[str]
    mended: list[Mended] = []  # words that were read as others
    nearby: list[Reading] = []  # where there are no readings: whole sentences that say the like
    begun: list[Reading] = []  # the likeliest reading of the longest beginning that is read
    lacking: list[str] = []  # what of the text the game has no word for


def read_text(
    pack: Pack, language: str, text: str, kind: str = "",
    facts: Mapping[str, Any] | None = None, limit: int = 8,
) -> Understood:  # fmt: skip
    """
    What a text says, on a card of a kind with these printed properties.

    :raises Refused: it is too long, or could mean too much.
    """
    return read_around(grammar_book(pack, language), text, kind, facts, limit)


def complete_text(
    pack: Pack, language: str, text: str, kind: str = "", facts: Mapping[str, Any] | None = None
) -> Understood:
    """
    How far a text is understood and what could come next, without its readings.

    :raises Refused: it is too long, or could mean too much.
    """
    of = grammar_book(pack, language)
    typed = _normalize_typed(of, text)
    chart = _parse_chart(of, typed.text)
    return Understood([], typed.place_in_original(chart.furthest), _next_texts(of, chart))


def read_with(
    of: Book, text: str, kind: str = "", facts: Mapping[str, Any] | None = None, limit: int = 8,
    without: Iterable[str] = (),
) -> Understood:  # fmt: skip
    """
    The same with a grammar that is there; `without` these cards, as if nobody had made them.

    :raises Refused: it is too long, or could mean too much.
    """
    typed = _normalize_typed(of, text)
    plain = typed.text.strip(" .")
    gone = frozenset(without)
    chart = _parse_chart(of, plain, of.rules_only_from(gone) if gone else frozenset())
    readings = (
        _readings_of(of, chart, plain, kind, facts or {}, limit, gone) if chart.is_complete else []
    )
    ways = of.ways.read(text, kind, facts) if not gone else Found([], [], 0)
    readings += _readings_by_ways(of, text, ways, readings, kind, facts or {}, limit)
    if readings:
        return Understood(readings, len(text), [], ways.mended)
    place = min(chart.furthest, len(plain))
    upto = len(text) if chart.is_complete else typed.place_in_original(place)
    # What the house could say next stands where the house's own words end.
    return Understood([], max(ways.upto, upto), _next_texts(of, chart) if upto >= ways.upto else [])


def read_around(
    of: Book, text: str, kind: str = "", facts: Mapping[str, Any] | None = None, limit: int = 8
) -> Understood:
    """
    The same of a text that may not be read: then with what is, with whole sentences nearby and what
    the game has no word for.

    :raises Refused: it is too long, or could mean too much.
    """
    found = read_with(of, text, kind, facts, limit)
    if found.readings:
        return found
    nearby: dict[str, Reading] = {}
    for near in of.nearby.sentences(text, kind):
        for reading in _first_reading(of, near, kind, facts):
            nearby.setdefault(reading.sentence[of.language], reading)
    begun: list[Reading] = []
    for beginning in of.nearby.beginnings(text):
        if begun := _first_reading(of, beginning, kind, facts):
            break
    return found._replace(nearby=[*nearby.values()], begun=begun, lacking=of.nearby.lacking(text))


def _first_reading(
    of: Book, text: str, kind: str, facts: Mapping[str, Any] | None
) -> list[Reading]:
    try:
        return read_with(of, text, kind, facts, 1).readings
    except Refused:
        return []


def _readings_by_ways(
    of: Book, text: str, found: Found, known: list[Reading], kind: str, facts: Mapping[str, Any],
    limit: int,
) -> list[Reading]:  # fmt: skip
    """
    What a text says in people's own words, if nothing known plays the same; of those that cost
    much more than the likeliest nothing.
    """
    readings: list[Reading] = []
    believed = [
        (tree.behaviors, each.facts, take_apart(each.answers)) for each in known
        if (tree := of.judge.read_tree(take_apart(each.behaviors))) is not None
    ]  # fmt: skip
    best: float | None = None
    text = mended_text(text, found.mended)
    for cost, behaviors, printed, answers, is_unclear in found.ways:
        if len(readings) + len(known) == limit or (best is not None and cost > best + _FAR):
            break
        tree, answered = of.judge.read_tree(take_apart(behaviors)), take_apart(answers)
        if tree is None or of.judge.trees.read_tried_answers(answered) is None:
            continue
        if any(
            are_equivalent(tree.behaviors, other) and [printed, answered] == own
            for other, *own in believed
        ):
            continue
        believed.append((tree.behaviors, printed, answered))
        best = cost if best is None else best
        told = _sentences_of(of, tree, kind, {**facts, **printed}, answered)
        rows = [[*{**facts, **printed}.values()], *_printed_in(of.pack, behaviors)]
        left_out = of.ways.left_out.find(text, told[of.language], rows)
        added = of.ways.left_out.find_added(text, told[of.language])
        readings.append(Reading(behaviors, told, printed, answers, left_out, added, is_unclear))
    return readings


def _printed_in(pack: Pack, node: Any) -> Iterator[list[Any]]:
    """What is printed on each card that behaviors name."""
    if isinstance(node, str):
        named = pack.program.catalogue.definitions.get(node)
        if named is not None:
            yield [*named.facts.values()]
    elif isinstance(node, Mapping):
        for value in node.values():
            yield from _printed_in(pack, value)
    elif isinstance(node, list):
        for value in node:
            yield from _printed_in(pack, value)


def _normalize_typed(of: Book, text: str) -> Typed:
    if len(text) > MOST_CHARACTERS:
        raise Refused("too_long")
    return Typed(text, of.language, of.synonyms)


def _parse_chart(of: Book, text: str, without: frozenset[int] = frozenset()) -> Chart:
    try:
        return Chart(of.index, text, _START, without)
    except TooMuchWork:
        raise Refused("too_much") from None


class _Says(NamedTuple):
    """Behaviours that say a text: what they cost, and what of it is what was understood."""

    cost: float
    meant: float
    behaviors: Json
    tree: Read
    facts: dict[str, Any]
    answers: Json


class _Trial:
    """What a text may mean, told one by one and kept if that says the text."""

    def __init__(
        self, of: Book, plain: str, kind: str, facts: Mapping[str, Any], gone: frozenset[str]
    ):
        self.of, self.plain, self.kind, self.facts, self.gone = of, plain, kind, facts, gone
        self.seen: set[str] = set()
        self.found: list[_Says] = []

    def try_meaning(
        self, behaviors: Json, own: dict[str, Any], answered: Json, meant: float,
        said: Json = None,
    ) -> None:  # fmt: skip
        """Tell behaviours that were not told before; `said` is what of them is not left unsaid."""
        of, key = self.of, repr((behaviors, own, answered))
        if key in self.seen:
            return
        self.seen.add(key)
        tree = of.judge.read_tree(behaviors)
        answers = of.judge.trees.read_tried_answers(answered)
        if tree is None or answers is None:
            return
        told = of.judge.sentences_of(tree, self.kind, {**self.facts, **own}, "", answers)
        unlike = of.judge.cost_of_difference(told, self.plain)
        if unlike is not None:
            strange = of.habits.strangeness(
                said or behaviors, self.kind, {**self.facts, **own}, self.gone, of.pack
            )
            usual = _USUAL if said and said != behaviors else 0.0
            cost = meant + strange + unlike - usual
            self.found.append(_Says(cost, meant, behaviors, tree, own, answered))

    def best(self, most: int | None = None) -> list[_Says]:
        """Those that say the text, the likeliest first."""
        return sorted(self.found, key=lambda each: each.cost)[:most]


def _readings_of(
    of: Book, chart: Chart, plain: str, kind: str, facts: Mapping[str, Any], limit: int,
    gone: frozenset[str],
) -> list[Reading]:  # fmt: skip
    """The meanings that say the text, those first that are written as cards usually are."""
    trial = _Trial(of, plain, kind, facts, gone)
    for meaning in chart.best_meanings((_START, 0, len(plain)), of.judge.meaning_of):
        for behaviors, own, answered in of.judge.candidates(meaning.value, kind):
            for each in (of.habits.add_usual(behaviors, gone), behaviors):
                if len(trial.seen) < MOST_TRIED:
                    trial.try_meaning(each, own, answered, meaning.cost)
    for known in trial.best(_MOST_WITH_MORE):
        answers = of.unsaid.answers_with_more(known.answers)
        for meant, said in of.unsaid.ways(known.behaviors):
            trial.try_meaning(meant, known.facts, answers, known.meant, said)
        if answers != known.answers:
            trial.try_meaning(known.behaviors, known.facts, answers, known.meant - _USUAL)
    readings: list[Reading] = []
    believed: list[tuple[Read, dict[str, Any], Json]] = []
    for _, _, behaviors, tree, own, answered in trial.best():
        if len(readings) == limit:
            break
        if any(
            are_equivalent(tree.behaviors, other.behaviors)
            and (own, answered) == (facts_, answers_)
            for other, facts_, answers_ in believed
        ):
            continue  # the same card in other words
        believed.append((tree, own, answered))
        told = _sentences_of(of, tree, kind, {**facts, **own}, answered)
        readings.append(Reading(put_together(behaviors), told, own, put_together(answered)))
    return readings


def _sentences_of(
    of: Book, tree: Read, kind: str, facts: Mapping[str, Any], answered: Json
) -> dict[str, str]:
    """What a tree says, in every language of the pack."""
    languages = of.pack.words or LANGUAGES
    answers = of.judge.trees.read_tried_answers(answered) or ()
    return {each: of.judge.sentences_of(tree, kind, facts, each, answers) for each in languages}


def _next_texts(of: Book, chart: Chart) -> list[str]:
    """What could come next, what goes on with a word that is begun before all else."""
    begun: set[str] = set()
    others: set[str] = set()
    for category, text in chart.next_texts():
        (others if category else begun).add(display_form(text, of.language))
    ranked = [*sorted(begun, key=_completion_rank), *sorted(others - begun, key=_completion_rank)]
    return ranked[:MOST_NEXT]


def _completion_rank(text: str) -> tuple[int, str]:
    return len(text), text
