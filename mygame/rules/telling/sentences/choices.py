"""What a player is asked for: "a card in your hand", "up to 2 of those cards"."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ...ground.templates import fill
from ...language.expressions import NUMBER
from ...language.query import (
    are_alike,
    as_chooser,
    conjuncts,
    given_argument,
    resolve,
    word_name,
    written_number,
)
from ...language.tree import Member, Node, Use
from .part import Part, Pile
from .scope import Phrase, Scope
from .words import Words

_ONE_OF_THE_OTHERS = "one_other_player"


@dataclass(frozen=True, slots=True)
class _Asked:
    """A chooser as it is read: `who` chooses up to `n` of a kind out of `pool`."""

    use: Use
    kind: str
    who: Phrase | None
    n: Phrase
    where: tuple[Node, ...]

    @property
    def pool(self) -> Node | None:
        """Out of what, if the card says so."""
        return resolve(given_argument(self.use, "from"))

    @property
    def is_by_you(self) -> bool:
        return self.who is None or self.who.tag == "you"

    @property
    def is_optional(self) -> bool:
        return written_number(given_argument(self.use, "minimum")) == 0

    @property
    def least(self) -> str:
        """At least how many; "1" where the card does not say so."""
        least = given_argument(self.use, "minimum")
        number = written_number(least) if least is not None else 1
        return "" if number is None else str(number)

    @property
    def is_single(self) -> bool:
        """Whether it is one, no more and no less."""
        return self.is_one and self.least == "1"

    def how_many(self, words: Words) -> str:
        """How many, as a number or two."""
        if self.least in ("", self.n.tag):
            return self.n.text
        return fill(words["table"]["span"], low=self.least, high=self.n.text)

    @property
    def is_one(self) -> bool:
        most = given_argument(self.use, "maximum")
        return most is None or written_number(most) == 1

    @property
    def quantity(self) -> str:
        """Which of the quantities of the language it is."""
        if self.is_optional:
            return "up_to" if NUMBER.fullmatch(self.n.tag) else "any"
        return "one" if self.is_one else "n"

    def number(self, words: Words) -> str:
        """The number that stands in its quantity: "2", "1 to 3"."""
        return self.n.text if self.is_optional else self.how_many(words)


class Choices(Part):
    """Says what is chosen, and by whom if that is not you."""

    def choice(self, use: Use, scope: Scope) -> Phrase:
        """
        A chooser that asks, or what `askAll` asks of each; your own choice among everything is only
        "a card".
        """
        asked = self._describe_question(use, scope)
        name = word_name(use)
        if asked.kind == "number":
            return self._number_choice(asked, scope)
        if asked.pool is None and name in self.words["text"]:
            return self._choice_among_all(name, asked, scope)
        phrase = self._choice_among(asked, scope)
        # Somebody who was just spoken of chooses among the others: that goes without saying.
        theirs = phrase.tag == _ONE_OF_THE_OTHERS
        spoken_of = self.words.entity_phrase("that_player").text
        if asked.is_by_you or (theirs and asked.who and asked.who.text == spoken_of):
            return phrase
        told = {"things": phrase.text, "who": asked.who}
        return self.words.noun_phrase(fill(self.words["chosen_by"], **told))

    def _describe_question(self, use: Use, scope: Scope) -> _Asked:
        kind = "card" if use.name == "askAll" else use.arguments["kind"]
        who = self.say.entity(use.arguments["ask"], scope) if "ask" in use.given else None
        most = given_argument(use, "maximum")
        n = self.say.value(most, scope) if most is not None else Phrase("1", tag="1")
        return _Asked(use, kind, who, n, conjuncts(given_argument(use, "where")))

    def _number_choice(self, asked: _Asked, scope: Scope) -> Phrase:
        """A number between two."""
        least = given_argument(asked.use, "minimum")
        low = self.say.value(least, scope) if least is not None else Phrase("0", tag="0")
        template = self.words["text"]["numberChooser"]
        text = self.variant(template, {"minimum": low, "maximum": asked.n})
        return self.words.noun_phrase(text, "any" if asked.is_optional else "")

    def _choice_among_all(self, name: str, asked: _Asked, scope: Scope) -> Phrase:
        """A choice among everything there is: "a monster"."""
        text = self.say.phrase(name, asked.use, scope)
        if asked.where:
            article = next((a for a in self.words["sentence"]["one"] if text.startswith(a)), "")
            noun = self.say.narrow_noun(text.removeprefix(article), asked.where, scope)
            text = (
                self.words["sentence"]["one"][0] + noun if article.endswith(" ") else article + noun
            )
        plain = asked.is_by_you and not asked.where and asked.is_single
        if not asked.is_single:
            text = fill(self.words["chosen_many"], things=text, n=asked.how_many(self.words))
        if not asked.is_by_you:
            text = fill(self.words["chosen_by"], things=text, who=asked.who)
        return Phrase(text, self.words.possessive(text), asked.kind if plain else "")

    def _choice_among(self, asked: _Asked, scope: Scope) -> Phrase:
        """A choice among the cards of a zone, or among what another chooser gives."""
        if (pile := self.pile_of(asked.pool)) is not None:
            pile = replace(pile, where=(*pile.where, *asked.where))
            return self.say.cards(pile, scope, asked.quantity, asked.number(self.words))
        pool = as_chooser(asked.pool)
        if asked.where and (noun := self.noun_of(pool)):
            text = self.say.noun(noun, asked.where, scope, number=0 if asked.is_one else 1)
            text = fill(
                self.words["quantity"][asked.quantity], noun=text, n=asked.number(self.words)
            )
            return self.words.noun_phrase(text)
        if asked.pool is None and asked.kind == "card":
            everywhere = Pile(where=asked.where)
            return self.say.cards(everywhere, scope, asked.quantity, asked.number(self.words))
        of = self.say.entity(asked.use.arguments["from"], scope)
        if asked.kind == "player":
            if pool is not None and pool.name == "players" and not pool.given & {"by", "from"}:
                return self._one_player(asked, pool, scope)
            if of.tag == "players_of_a_side":
                some = self.words.some_of(of.text, asked.quantity, asked.number(self.words))
                return self.words.noun_phrase(some)
            if pool is not None and (one := self.words.look_up("one", pool.name)):
                return self._one_of(one, asked, pool, scope)
            if of.text == self.words.entity_phrase("every_other_player").text:
                return self.words.entity_phrase(_ONE_OF_THE_OTHERS)
            return self.words.noun_phrase(self.words["text"]["playerChooser"])
        things = self.words.cards_of(of)
        if asked.where and pool is not None:
            noun = self.say.noun("card", asked.where, scope, number=0 if asked.is_one else 1)
            some = fill(
                self.words["quantity"][asked.quantity], noun=noun, n=asked.number(self.words)
            )
            return self.words.noun_phrase(fill(self.words["some_among"], cards=some, things=things))
        if asked.where:
            things = self.say.narrow_noun(things, asked.where, scope)
        elif asked.quantity == "one" and (one := self.words.look_up("one", pool and pool.name)):
            return self.words.noun_phrase(one)
        some = self.words.some_of(things, asked.quantity, asked.number(self.words))
        return self.words.noun_phrase(some)

    def _one_of(self, one: Any, asked: _Asked, pool: Use, scope: Scope) -> Phrase:
        """One of the players of a pack's chooser, as the pack says it; or several of them."""
        noun = self.say.noun("player", asked.where, scope, number=0)
        text = self.variant(one, {**self.say.parameters(pool, scope), "noun": Phrase(noun)})
        if not asked.is_single:
            text = fill(self.words["chosen_many"], things=text, n=asked.how_many(self.words))
        return self.words.noun_phrase(text)

    def _one_player(self, asked: _Asked, pool: Use, scope: Scope) -> Phrase:
        """One of all players, or of those but for somebody."""
        without, ask = given_argument(pool, "except"), asked.use.arguments["ask"]
        of = self.say.entity(without, scope)
        others = without is not None and (are_alike(without, ask) or of.tag == "you")
        one = self.words.noun_phrase(self.words["text"]["playerChooser"])
        if others and (asked.is_by_you or of.tag != "you"):
            one = self.words.entity_phrase(_ONE_OF_THE_OTHERS)
        elif without is not None:
            text = fill(self.words["players"]["except"], who=of)
            one = self.words.noun_phrase(
                fill(self.words["asides"]["text"], text=one.text, more=text)
            )
        if where := (*self._player_conditions(pool), *asked.where):
            one = replace(one, text=self.say.narrow_noun(one.text, where, scope))
        return one

    @staticmethod
    def _player_conditions(pool: Use | None) -> tuple[Node, ...]:
        """Which of the players can be chosen, if the card says so."""
        return conjuncts(pool.arguments["where"]) if pool and pool.name == "players" else ()

    def pile_of(self, pool: Node | None) -> Pile | None:
        """The cards of a zone, whether a chooser names them or `{you.play}`; or printed ones."""
        if isinstance(pool, Use) and pool.name in ("cards", "definitions"):
            return Pile.of_chooser(pool)
        if not isinstance(pool, Member):
            return None
        zone = pool.name.rsplit(".", 1)[-1]
        return Pile(zone=zone, of=pool.of) if zone in self.words["zone"] else None

    def noun_of(self, pool: Use | None) -> str:
        """The noun for a pack's chooser such as `monsters`, if it has one."""
        name = pool.name.removesuffix("s") if pool is not None else ""
        name = name.removeprefix("all").lower()
        return name if name in self.words["noun"] else ""
