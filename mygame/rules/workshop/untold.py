"""
What a pack has no words for: cards that say nothing, words and events without a phrase, parameters
that nothing reads.

A pack plays without; its cards are then told by the bare names of their words, or only in one
language. `python -m rules.pack check` reports it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from ..ground.errors import Problem
from ..language import dialect, macros
from ..language.declared import FAMILIES, Defined
from ..language.query import walk_doables
from ..language.schema import Word
from ..language.tree import Behavior, Block
from ..pack.definition import Pack
from ..pack.located import locate_problems
from ..reading.ways.checking import problems_of_ways
from ..running.catalogue import CardDef
from ..telling.phrasebook import LANGUAGES, book_of, in_language
from ..telling.said import is_scripted
from ..telling.text import Text
from .helping import SOURCE
from .homeless import objects_of_code
from .reserved import unreachable_verbs

# Names spelled out letter by letter are words of this language.
SPELLED_IN = "en"


def untold_places(pack: Pack) -> list[Problem]:
    """Every such place, by file and line."""
    problems = [
        *_unread_parameters(pack),
        *_incomplete_phrases(pack),
        *_incomplete_docs(pack),
        *_unsaid_of_nothing(pack),
        *_broken_ways(pack),
        *_reasons_without_words(pack),
        *unreachable_verbs(pack),
    ]
    for language in pack.words or LANGUAGES:
        problems += _cards_without_words(pack, language, pack.cards)
    return locate_problems(problems, pack.sources)


def untold_of_card(pack: Pack, card: CardDef) -> list[Problem]:
    """The same of what one card needs."""
    return [
        problem
        for language in pack.words or LANGUAGES
        for problem in _cards_without_words(pack, language, [card])
    ]


def _defined_words(pack: Pack) -> Iterator[Defined]:
    for family in FAMILIES:
        yield from pack.declarations.defines[family].values()


def _unread_parameters(pack: Pack) -> Iterator[Problem]:
    """Parameters of defined words that nothing in them reads."""
    for word in _defined_words(pack):
        if not word.body:  # what an heir empties reads nothing
            continue
        read = (
            macros.parameters_read(word)
            if word.family == "behaviors"
            else pack.trees.parameters_read(word)
        )
        # `you` and `this` go with all that the word uses.
        for name in word.params.keys() - read - {"you", "this"}:
            place = f"{word.place}.params.{name}"
            yield Problem(place, f"nothing in {word.name} reads this parameter")


def _incomplete_phrases(pack: Pack) -> Iterator[Problem]:
    """Phrases of defined words that stand in one language only."""
    told = {language: (words.get("text") or {}) for language, words in pack.words.items()}
    for word in _defined_words(pack):
        having = [language for language in told if word.name in told[language]]
        for language in told if having else ():
            place = _place_of_words(pack, language, "text", word.name)
            if language not in having:
                message = f"the word {word.name} has a phrase in {having[0]} and none here"
                yield Problem(place, message)


def _incomplete_docs(pack: Pack) -> Iterator[Problem]:
    """
    Docs of no word and no timing; words without a doc in a language that has docs of others, and
    timings without one in a language where another has it.
    """
    known = {word.name: word for word in _defined_words(pack)}
    timings = pack.declarations.timings.keys()
    all_told = {name for words in pack.words.values() for name in words.get("docs") or {}}
    for language, words in pack.words.items():
        told = words.get("docs") or {}
        for name in sorted((all_told & timings) - told.keys()):
            message = f"the timing {name} has a doc in another language and none here"
            yield Problem(_place_of_words(pack, language, "docs", name), message)
        for name in told.keys() - known.keys() - timings:
            yield Problem(f"words.{language}.docs.{name}", f"no word is called {name}")
        for name, word in known.items() if told and language != SOURCE else ():
            if word.doc and name not in told:
                message = f"the word {name} has a doc in {SOURCE} and none here"
                yield Problem(_place_of_words(pack, language, "docs", name), message)


def _unsaid_of_nothing(pack: Pack) -> Iterator[Problem]:
    """What goes without saying and is neither a condition nor an answer, or not with these."""
    conditions = pack.declarations.defines["conditions"]
    for language, words in pack.words.items():
        for name, entry in (words.get("unsaid") or {}).items():
            place = f"words.{language}.unsaid.{name}"
            if name in pack.declarations.questions:
                known = {"answer"}
            elif name in conditions:
                known = {*conditions[name].params}
            else:
                yield Problem(place, f"no word is called {name}")
                continue
            for key in sorted(entry.keys() - known - {"beside"}):
                yield Problem(f"{place}.{key}", f"{name} has no parameter {key}")


def _broken_ways(pack: Pack) -> Iterator[Problem]:
    """Ways of saying that cannot be read, or mean what nothing does."""
    for language in pack.words:
        for place, problem in problems_of_ways(pack, language):
            yield Problem(place, problem)


def _reasons_without_words(pack: Pack) -> Iterator[Problem]:
    """Reasons for which options are not offered (`unless`), and that nobody can be told."""
    reasons = {
        reason
        for node in objects_of_code(pack)
        for option in node.get("options") or ()
        if isinstance(option, dict)
        for reason in option.get("unless") or ()
    }
    for language in pack.words or LANGUAGES if reasons else ():
        told = book_of(pack, language)
        known = told.phrases["unless"].keys() | told.words.get("unless", {}).keys()
        for reason in sorted(reasons - known):
            place = _place_of_words(pack, language, "unless", reason).removesuffix(f".{reason}")
            yield Problem(place, f"there are no words for the reason {reason} of an option")


def _place_of_words(pack: Pack, language: str, table: str, name: str) -> str:
    """
    Where the words of a name stand, or belong: of what an heir has itself, in a file of its own,
    not where those of its parent stand.
    """
    place = f"words.{language}.{table}.{name}"
    heads = {file.partition("/")[0] for file in pack.sources}
    own = (text for file, text in pack.sources.items() if file.startswith(f"{pack.folder}/"))
    name = name.rpartition(".")[2]
    if heads == {pack.folder} or not any(f'"{name}"' in text for text in own):
        return place
    return f"{_words_file(pack, language)}: {place}"


def _words_file(pack: Pack, language: str) -> str:
    """The file of the pack itself in which its words of a language stand, or would."""
    usual = f"{pack.folder}/words/{language}.json5"
    for file, text in pack.sources.items():
        if file.startswith(f"{pack.folder}/") and '"words"' in text and file != usual:
            data, _ = dialect.parse_json5(text, file)
            words = data.get("words") if isinstance(data, dict) else None
            if isinstance(words, dict) and language in words:
                return file
    return usual


def _cards_without_words(pack: Pack, language: str, cards: Iterable[CardDef]) -> Iterator[Problem]:
    text = Text(pack, language)
    wanted: dict[tuple[str, str], str] = {}  # what has no words -> the first card that needs them
    for card in cards:
        if is_scripted(card.source) and in_language(card.text, language):
            continue  # its author tells it
        told = text.rules_text(card)
        if (card.source.get("behaviors") or card.source.get("answers")) and not told:
            yield Problem(card.place, f"the card does something and says nothing in {language}")
        for name in _silent_words(pack, text, card) if told else ():
            yield Problem(
                card.place, f"{name} says nothing in {language}; an empty phrase is enough"
            )
        for missing in words_lacking(text, card):
            wanted.setdefault(missing, card.id)
    for (table, name), card_id in wanted.items():
        place = _place_of_words(pack, language, table, name).removesuffix(f".{name}")
        yield Problem(place, f"there are no words for {name}, which {card_id} needs")


def words_lacking(text: Text, card: CardDef) -> set[tuple[str, str]]:
    """The (table, name) of words that the sentences of a card need, and the language lacks."""
    told = text.rules_text(card)
    return {
        (table, name)
        for table, name, spelled in text.missing_words(card)
        if table in ("text", "event", "when", "question")
        or (text.language != SPELLED_IN and not name.isdigit() and spelled in told)
    }


def _silent_words(pack: Pack, text: Text, card: CardDef) -> Iterator[str]:
    """Defined words that a card uses and that say nothing, without a phrase that wants it so."""
    phrases = text.words("text") or {}
    for behavior in pack.trees.behaviors(card):
        uses: list[tuple[Any, Behavior]] = [
            (use.word, replace(behavior, do=Block(place=use.place, items=(use,)), unfolded=None))
            for use in walk_doables(behavior.do)
        ]
        if behavior.unfolded is not None:
            uses = [(behavior.unfolded.word, behavior)]
        for word, alone in uses:
            meant = isinstance(word, Word) or word.name in phrases
            if not meant and not text.sentences_of(card, [alone]):
                yield word.name
