"""What a player is asked for: "a card in your hand", "up to 2 of those cards"."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ...ground.holes import fill
from ...language.expressions import NUMBER
from ...language.query import alike, chooser, conjuncts, given, meant, name_of, whole
from ...language.tree import Member, Node, Use
from .part import Part, Pile
from .scope import Phrase, Scope

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
        return meant(given(self.use, "from"))

    @property
    def by_you(self) -> bool:
        return self.who is None or self.who.tag == "you"

    @property
    def optional(self) -> bool:
        return whole(given(self.use, "minimum")) == 0

    @property
    def one(self) -> bool:
        most = given(self.use, "maximum")
        return most is None or whole(most) == 1

    @property
    def quantity(self) -> str:
        """Which of the quantities of the language it is."""
        if self.optional:
            return "up_to" if NUMBER.fullmatch(self.n.tag) else "any"
        return "one" if self.one else "n"


class Choices(Part):
    """Says what is chosen, and by whom if that is not you."""

    def choice(self, use: Use, scope: Scope) -> Phrase:
        """
        A chooser that asks, or what `askAll` asks of each; your own choice among everything is only
        "a card".
        """
        asked = self._asked(use, scope)
        name = name_of(use)
        if asked.kind == "number":
            return self._number(asked, scope)
        if asked.pool is None and name in self.words["text"]:
            return self._among_all(name, asked, scope)
        phrase = self._among(asked, scope)
        # Somebody among the others of whoever chooses: who that is goes without saying.
        others = given(pool, "except") if (pool := chooser(asked.pool)) else None
        theirs = others is not None and alike(others, given(use, "ask"))
        if asked.by_you or (theirs and phrase.tag == _ONE_OF_THE_OTHERS):
            return phrase
        told = {"things": phrase.text, "who": asked.who}
        return self.words.noun_phrase(fill(self.words["chosen_by"], **told))

    def _asked(self, use: Use, scope: Scope) -> _Asked:
        kind = "card" if use.name == "askAll" else use.arguments["kind"]
        who = self.say.entity(use.arguments["ask"], scope) if "ask" in use.given else None
        most = given(use, "maximum")
        n = self.say.value(most, scope) if most is not None else Phrase("1", tag="1")
        return _Asked(use, kind, who, n, conjuncts(given(use, "where")))

    def _number(self, asked: _Asked, scope: Scope) -> Phrase:
        """A number between two."""
        least = given(asked.use, "minimum")
        low = self.say.value(least, scope) if least is not None else Phrase("0", tag="0")
        template = self.words["text"]["numberChooser"]
        text = self.variant(template, {"minimum": low, "maximum": asked.n})
        return self.words.noun_phrase(text, "any" if asked.optional else "")

    def _among_all(self, name: str, asked: _Asked, scope: Scope) -> Phrase:
        """A choice among everything there is: "a monster"."""
        text = self.say.phrase(name, asked.use, scope)
        if asked.where:
            text = self.say.narrowed(text, asked.where, scope)
        tag = asked.kind if asked.by_you and not asked.where else ""
        return Phrase(text, self.words.possessive(text), tag)

    def _among(self, asked: _Asked, scope: Scope) -> Phrase:
        """A choice among the cards of a zone, or among what another chooser gives."""
        if (pile := self.pile(asked.pool)) is not None:
            pile = replace(pile, where=(*pile.where, *asked.where))
            return self.say.cards(pile, scope, asked.quantity, asked.n.text)
        pool = chooser(asked.pool)
        if asked.where and (noun := self.noun_of(pool)):
            text = self.say.noun(noun, asked.where, scope, number=0 if asked.one else 1)
            text = fill(self.words["quantity"][asked.quantity], noun=text, n=asked.n.text)
            return self.words.noun_phrase(text)
        if asked.pool is None and asked.kind == "card":
            everywhere = Pile(where=asked.where)
            return self.say.cards(everywhere, scope, asked.quantity, asked.n.text)
        of = self.say.entity(asked.use.arguments["from"], scope)
        if asked.kind == "player":
            if of.tag == "every_other_player":
                one = self.words.entity_phrase(_ONE_OF_THE_OTHERS)
                if where := self._of_players(pool):
                    one = replace(one, text=self.say.narrowed(one.text, where, scope))
                return one
            if of.tag == "players_of_a_side":
                some = self.words.of_those(of, of.text, asked.quantity, asked.n.text)
                return self.words.noun_phrase(some)
            return self.words.noun_phrase(self.words["text"]["playerChooser"])
        things = self.words.cards_of(of)
        if asked.where:
            things = self.say.narrowed(things, asked.where, scope)
        elif asked.quantity == "one" and (one := self.words.look("one", pool and pool.name)):
            return self.words.noun_phrase(one)
        some = self.words.of_those(of, things, asked.quantity, asked.n.text)
        return self.words.noun_phrase(some)

    @staticmethod
    def _of_players(pool: Use | None) -> tuple[Node, ...]:
        """Which of the players can be chosen, if the card says so."""
        return conjuncts(pool.arguments["where"]) if pool and pool.name == "players" else ()

    def pile(self, pool: Node | None) -> Pile | None:
        """The cards of a zone, whether a chooser names them or `{you.play}`; or printed ones."""
        if isinstance(pool, Use) and pool.name in ("cards", "definitions"):
            return Pile.named_by(pool)
        if not isinstance(pool, Member):
            return None
        zone = pool.name.rsplit(".", 1)[-1]
        return Pile(zone=zone, of=pool.of) if zone in self.words["zone"] else None

    def noun_of(self, pool: Use | None) -> str:
        """The noun for a pack's chooser such as `monsters`, if it has one."""
        name = pool.name.removesuffix("s") if pool is not None else ""
        name = name.removeprefix("all").lower()
        return name if name in self.words["noun"] else ""
