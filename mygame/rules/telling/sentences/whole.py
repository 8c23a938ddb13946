"""The parts of the grammar joined: what a card does, said in one language."""

from __future__ import annotations

from .asides import Asides
from .card import Cards
from .conditions import Conditions
from .deeds import Deeds
from .modifiers import Modifiers
from .nouns import Nouns
from .questions import Questions
from .things import Things
from .triggers import Triggers
from .values import Values
from .variants import Variants
from .vocabulary import Vocabulary
from .words import CardName, Phrases, Words


class Sentences:
    """
    Says what behaviours do, in one language.

    `phrases` as in `text_words/*.json5`, with those of the pack over them; `card_name` the name of
    a card id.

    `card` is for everybody, as is `variant`, which fills any template with the words of the
    language. The others are what the parts ask of each other: see `part.Say`.
    """

    def __init__(self, phrases: Phrases, card_name: CardName | None = None):
        self.words = Words(phrases, card_name)
        self.variants = Variants(self.words)
        self.variant = self.variants.variant
        cards = Cards(self)
        self.card, self.beginning, self.behaviors = (
            cards.card,
            cards.beginning_sentences,
            cards.behaviors,
        )

        # What is done, and when.
        deeds, triggers = Deeds(self), Triggers(self)
        self.clauses, self.deeds = deeds.clauses, deeds.deeds
        self.trigger, self.reaction = triggers.trigger, triggers.reaction
        self.until_clause = triggers.until_clause
        modifiers = Modifiers(self)
        self.modifier, self.modifiers = modifiers.modifier, modifiers.modifiers

        # Under which conditions.
        conditions = Conditions(self)
        self.condition = conditions.condition
        questions = Questions(self)
        self.question, self.answers = questions.asked, questions.answers
        self.lead_keyword, self.clause_under = conditions.lead_keyword, conditions.clause_under

        # To whom or what, and how much.
        things, nouns = Things(self), Nouns(self)
        self.value = Values(self).value
        self.entity, self.cards, self.some = things.entity, things.cards, things.some
        self.noun, self.narrow_noun, self.describe_noun = (
            nouns.noun,
            nouns.narrow_noun,
            nouns.describe_noun,
        )

        # Any word.
        vocabulary = Vocabulary(self)
        self.word, self.phrase = vocabulary.word, vocabulary.phrase
        self.asides = Asides(self).add
        self.argument_phrase, self.parameters = vocabulary.argument_phrase, vocabulary.parameters
