"""What a new word lacks is told when the tests start; see `word_gaps`."""

from __future__ import annotations

from word_gaps import gaps

from rules.language.schema import WORDS
from rules.telling.phrasebook import LANGUAGES, phrases
from rules.telling.sentences.vocabulary import BY_GRAMMAR


def test_a_new_word_is_told_to_lack_everything():
    (told,) = gaps(["frobnicate"])
    assert told == (
        "the word `frobnicate` has "
        "no phrase in zh (`text.frobnicate` in mygame/rules/telling/text_words/zh.json5), "
        "no phrase in en (`text.frobnicate` in mygame/rules/telling/text_words/en.json5), "
        "no example with its sentences (tests/rules/word_sentences.json5), "
        "no test or scenario that uses it (tests/rules/test_words_*.py), "
        "no place in the guide (docs/language/*.md)"
    )


def test_what_the_grammar_says_itself_are_words_without_a_phrase():
    known = {name for table in WORDS.values() for name in table}
    assert known >= BY_GRAMMAR
    for language in LANGUAGES:
        assert BY_GRAMMAR.isdisjoint(phrases(language)["text"])
