"""What can be typed for the options of a game, in every language of its pack."""

from __future__ import annotations

from collections.abc import Iterable

from ..pack.definition import Pack
from .phrasebook import LANGUAGES
from .text import BARE, Text


def verbs_of(pack: Pack, words: Iterable[str]) -> dict[str, str]:
    """
    What can be typed for these option words, in every language of the pack: verb -> option word.

    >>> verbs_of(pack, ["pass"])
    {'pass': 'pass', '跳过': 'pass', '过': 'pass'}
    """
    found: dict[str, str] = {}
    for word in words:
        for language in pack.words or LANGUAGES:
            _, verbs = Text(pack, language).option_entry(word)
            for verb in verbs:
                found.setdefault(verb.lower(), word)
        if word not in BARE:
            found.setdefault(word.lower(), word)
    return found


def introducing_words(pack: Pack) -> dict[str, str]:
    """
    The words that introduce the answer to one question, in every language of the pack, with the
    prompt of that question.

    >>> introducing_words(other)
    {'with': 'attacker', 'before': 'place', '用': 'attacker', '在': 'place'}
    """
    told = [Text(pack, language).words("introduces") or {} for language in pack.words or LANGUAGES]
    return {word.lower(): prompt for words in told for word, prompt in words.items()}
