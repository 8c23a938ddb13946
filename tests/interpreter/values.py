"""What values come to: a walk over their nodes, on its own."""

from __future__ import annotations

from functools import partial
from typing import Any, Self

from rules.language.scope import SPELL, TARGET, THIS, YOU
from rules.language.tree import SINGULAR, About, Binding, Node, Use
from rules.running import aiming, machine, modifiers, moving, printed, sides
from rules.running.catalogue import Fact
from rules.running.failing import leave_out
from rules.running.state import ZONE, index_for

ENV, BEARER, CONTEXT = 4, 5, 6  # registers of what lasts
OPERATIONS = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "//": lambda a, b: a // b,
    "%": lambda a, b: a % b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "in": lambda a, b: a in b,
    "not in": lambda a, b: a not in b,
}


class Values:
    """What is known in one piece of code, and what values come to there."""

    def __init__(self, game: Any, m: Any, r: Any, cast: bool = False):
        self.game, self.m, self.cast, self.pack = game, m, cast, game.pack
        self.r, self.context = list(r[:4]), r[CONTEXT:]
        lasts = len(r) > ENV and isinstance(r[ENV], dict)
        self.values: dict[Binding, Any] = dict(r[ENV]) if lasts else {}
        self.asked: dict[int, Any] = {}  # what was answered, by the chooser that asked

    def heard(self, node: Any) -> Self:
        """With the context of the event that is heard."""
        self.values[node.context] = dict(zip(node.context.parts, self.context, strict=False))
        return self

    def zone(self, of: Any) -> int:
        """The number of a zone."""
        if of.zone is None:
            return 0
        if of.owner is None:
            return of.zone.first
        owner = self.value(of.owner)
        offset = owner if of.zone.of == "player" else self.pack.program.places[of.zone.name][owner]
        return of.zone.first + offset

    def many(self, node: Node) -> tuple[int, ...]:
        return tuple(self.value(node) or ())

    def held(self, node: Node) -> Any:
        return self.many(node) if node.is_list else self.value(node)

    def test(self, of: About, it: int) -> Any:
        self.values[of.it] = it
        return self.value(of.test)

    def filtered(self, pool: Any, where: About | None) -> Any:
        return pool if where is None else tuple(e for e in pool if self.test(where, e))

    def value(self, node: Any) -> Any:
        """What a node comes to now."""
        found = getattr(self, f"of_{type(node).__name__}")(node)
        if node.guard:
            known = {"entity": machine.known_entity, "player": machine.known_player}
            return known[node.guard](self.m, found)
        return found

    def of_Literal(self, node: Any) -> int:
        value = node.value
        return self.pack.program.symbol(value) if isinstance(value, str) else int(value)

    def of_Reference(self, node: Any) -> Any:
        binding = node.binding
        place = {YOU: 0, THIS: 1, SPELL: 2, TARGET: 3}.get(binding)
        if place is not None:
            return (self.r[3] or ()) if place == 3 else self.r[place]
        if binding not in self.values and binding.given is not None:
            return self.value(binding.given)
        found = self.values.get(binding)
        if isinstance(found, dict):
            return found[node.part]
        if node.keys or binding.keyed:
            found = machine.result_of_family(found, self.key(node.keys))
        if node.part:
            return found[list(binding.parts).index(node.part)]
        return found

    def of_Member(self, node: Any) -> Any:
        m, means, state = self.m, node.means, self.m.state
        if node.of is None:
            if means == "players":
                return m.seats
            if means == "cards":
                return m.cards
            if means == "option":
                return tuple(map(self.pack.program.symbol, m.options[node.name]))
            if isinstance(means, tuple):
                return self.modified(means[0].name, 0, state[means[0].base], node)
            label = node.name.partition(".")[2]
            return m.zones[means.first + (means.of.index(label) if label else 0)]
        of = self.value(node.of)
        if isinstance(means, str):
            return self.built_in(means, of)
        if isinstance(means, tuple):
            kind = m.kind_of(of)
            field = next((f for f in means if f.kind == kind), None)
            return self.modified(means[0].name, of, state[field.base + of] if field else 0, node)
        if isinstance(means, Fact):
            if node.of.type == "definition":
                return self.printed(means, of, True)
            return self.modified("", of, self.printed(means, of), node, means)
        return m.zones[means.first + of] if of <= self.pack.program.layout.players else ()

    def built_in(self, name: str, of: Any) -> Any:
        m, state = self.m, self.m.state
        return {
            "count": lambda: len(of),
            "first": lambda: machine.first_of(of),
            "last": lambda: machine.last_of(of),
            "seat": lambda: of - 1,
            "next": lambda: m.neighbour(of, 1),
            "previous": lambda: m.neighbour(of, -1),
            "zone": lambda: self.pack.program.zone_family[state[of + ZONE]],
            "owner": lambda: self.pack.program.layout.zone_owner[state[of + ZONE]],
            "kind": lambda: machine.kind_of(
                m, of, *map(self.pack.program.symbol, ("player", "match"))
            ),
            "position": lambda: moving.position(m, of),
        }[name]()

    def printed(self, fact: Fact, of: int, definition: bool = False) -> int:
        if fact.name == "forPlayer":
            return self.m.owners.get(of, 0)
        symbol = of if definition else self.m.state[of]
        return symbol if fact.name == "id" else self.m.printed[symbol][fact.index]

    def modified(self, field: str, of: int, base: int, node: Any, fact: Any = None) -> int:
        fact = fact or self.pack.program.modifiable.get(field)
        if fact is None or node.printed or fact.name in ("id", "forPlayer"):
            return base
        return modifiers.modified_value(self.m, fact.index, of, base)

    def of_Operation(self, node: Any) -> int:
        items = [self.value(each) for each in node.items]
        if node.operator in ("min", "max"):
            return (min if node.operator == "min" else max)(*items)
        if node.operator in ("abs", "negative", "truth"):
            return {"abs": abs, "negative": lambda n: -n, "truth": int}[node.operator](items[0])
        found = items[0]
        for item in items[1:]:
            found = machine.clamp_number(OPERATIONS[node.operator](found, item))
        return found

    def of_Comparison(self, node: Any) -> bool:
        return OPERATIONS[node.operator](self.value(node.left), self.value(node.right))

    def of_Logic(self, node: Any) -> bool:
        if node.operator == "not":
            return not self.value(node.items[0])
        tests = (bool(self.value(each)) for each in node.items)
        return all(tests) if node.operator == "and" else any(tests)

    def of_Conditional(self, node: Any) -> Any:
        return self.value(node.then if self.value(node.test) else node.otherwise)

    def of_Several(self, node: Any) -> tuple[int, ...]:
        found: list[int] = []
        for each in node.items:
            value = self.value(each)
            if not node.spread:
                found.append(value)
            elif each.is_list:
                found += value
            elif value or getattr(each, "binding", None) in (YOU, THIS):
                found.append(value)
        return tuple(found)

    def of_First(self, node: Any) -> int:
        return machine.first_of(self.many(node.of))

    def of_Use(self, use: Use) -> Any:
        if use.body is not None:
            return self.value(use.body)
        if "plural" in use.arguments:
            return self.asked[id(use)]
        given = {f"{key}_": value for key, value in use.arguments.items()}
        return getattr(self, f"word_{use.name}")(**given)

    def word_count(self, of_: Node, where_: Any) -> int:
        return len(self.filtered(self.many(of_), where_))

    def word_sum(self, of_: Node, value_: About, **_: Any) -> int:
        return machine.clamp_number(sum(self.test(value_, each) for each in self.many(of_)))

    def word_min(self, of_: Node, value_: About, **_: Any) -> int:
        return min((self.test(value_, each) for each in self.many(of_)), default=0)

    def word_max(self, of_: Node, value_: About, **_: Any) -> int:
        return max((self.test(value_, each) for each in self.many(of_)), default=0)

    def word_AlwaysTrue(self) -> bool:
        return True

    def word_AlwaysFalse(self) -> bool:
        return False

    def word_HasCard(self, playerUUID_: Node, cardUUID_: Node) -> bool:
        owner = self.built_in("owner", self.value(cardUUID_))
        return bool(owner == self.value(playerUUID_))

    def word_HasNoCard(self, **given: Any) -> bool:
        return not self.word_HasCard(**given)

    def word_IsAlly(self, of_: Node, entity_: Node) -> bool:
        return sides.are_allies(self.m, self.value(entity_), self.value(of_))

    def word_IsEnemy(self, **given: Any) -> bool:
        return not self.word_IsAlly(**given)

    def word_HasGivenUp(self, player_: Node) -> bool:
        player = self.value(player_)
        return bool(player) and self.m.has_conceded(player - 1)

    def word_HasAim(self, card_: Node, player_: Node, at_: Any) -> bool:
        at = None if at_ is None else at_.index
        return aiming.has_target(self.m, self.value(card_), self.value(player_), at)

    def word_HasRoom(self, zone_: Any, of_: Any, target_: Any) -> bool:
        cards = None if target_ is None else self.many(target_)
        return moving.has_room(self.m, cards, self.zone(zone_))

    def word_room(self, zone_: Any, of_: Any) -> int:
        return max(0, moving.room(self.m, self.zone(zone_)))

    def word_Awaited(self, event_: Any, when_: str, of_: Any) -> bool:
        key = 2 * event_.index + (when_ == "before")
        listeners = self.m.listeners
        return key in listeners or (
            of_ is not None and index_for(key, self.value(of_)) in listeners
        )

    def word_ActsAt(self, card_: Node, at_: Any) -> bool:
        of = self.held(card_)
        of = machine.first_of(of) if card_.is_list else of
        kind = card_.type if not card_.is_list else SINGULAR[card_.type]
        of = of if kind == "definition" else self.m.state[of]
        return (at_.index, of) in self.pack.program.behaviors

    def word_answer(self, question_: Any, of_: Node, with_: Any) -> Any:
        return self.said(question_, self.value(of_), self.of_context(with_))

    def word_anyAnswer(self, question_: Any, of_: Node, with_: Any) -> bool:
        given = self.of_context(with_)
        return any(self.said(question_, card, given) for card in self.answering(question_, of_))

    def word_sumOfAnswers(self, question_: Any, of_: Node, with_: Any) -> int:
        given = self.of_context(with_)
        said = [self.said(question_, card, given) for card in self.answering(question_, of_)]
        return machine.clamp_number(sum(said))

    def answering(self, question: Any, of: Node) -> list[int]:
        """The cards that answer a question at all."""
        known = self.game.answers
        return [each for each in self.many(of) if (question.name, self.m.state[each]) in known]

    def said(self, question: Any, card: int, given: list[Any]) -> Any:
        """What a card answers; the default, where it answers nothing or cannot."""
        answer = self.game.answers.get((question.name, self.m.state[card]))
        if answer is None or card in self.m.stripped:
            return question.default
        walk = type(self)(self.game, self.m, [self.built_in("owner", card), card, 0, None])
        walk.values |= dict(zip(answer.context, given, strict=True))
        try:
            return walk.held(answer.value)
        except Exception as error:  # noqa: BLE001 (a card may fail in any way)
            leave_out(self.m, self.m.card_id(card), error)
            return question.default

    def of_context(self, context: Any) -> list[Any]:
        """The values of a context; cards that are told by their ids, so."""
        found = []
        for node, (type_, _) in zip(context.values, context.declared.context.values(), strict=True):
            value = self.held(node)
            if type_ == "symbols" and node.type == "cards":
                value = tuple(self.m.state[each] for each in value)
            found.append(value)
        return found

    def word_players(
        self, except_: Any, from_: Any, direction_: str, where_: Any, by_: Any, **ends: Any
    ) -> Any:
        start = 0 if from_ is None else self.value(from_)
        back = direction_ == "clockwise"
        found = self.m.players_back(start) if back else self.m.players_from(start)
        without = () if except_ is None else self.many(except_)
        found = self.filtered(tuple(e for e in found if e not in without), where_)
        if by_ is None:
            return found
        down = -1 if ends["top_"] is not None else 1
        found = tuple(sorted(found, key=lambda each: down * self.test(by_, each)))
        count = ends["bottom_"] if ends["top_"] is None else ends["top_"]
        return found if count is None else found[: max(0, self.value(count))]

    def word_allies(self, of_: Node, where_: Any, from_: Any) -> Any:
        among = None if from_ is None else self.many(from_)
        return self.filtered(sides.allies_of(self.m, self.value(of_), among), where_)

    def word_enemies(self, of_: Node, where_: Any, from_: Any) -> Any:
        among = None if from_ is None else self.many(from_)
        return self.filtered(sides.enemies_of(self.m, self.value(of_), among), where_)

    def word_cards(self, zone_: Any, from_: Any, where_: Any, by_: Any, **a: Any) -> Any:
        found: Any = self.m.cards
        if from_ is not None:
            found = self.many(from_)
        elif zone_ is not None:
            found = self.cards_of(zone_)
        found = self.filtered(tuple(found), where_)
        if by_ is not None:
            found = tuple(sorted(found, key=partial(self.test, by_)))
        if a["top_"] is not None:
            found = machine.top_of(found, self.value(a["top_"]))
        if a["bottom_"] is not None:
            found = found[: max(0, self.value(a["bottom_"]))]
        return found

    def cards_of(self, of: Any) -> list[int]:
        """The cards of a zone, or of all of its family."""
        zone = of.zone
        if zone is None:
            return []
        if zone.of is None or of.owner is not None:
            return list(self.m.zones[self.zone(of)])
        offsets = self.m.players_from(0) if zone.of == "player" else range(zone.size)
        return [card for each in offsets for card in self.m.zones[zone.first + each]]

    def word_neighbours(self, of_: Node) -> Any:
        return (*self.word_leftOf(of_), *self.word_rightOf(of_))

    def word_leftOf(self, of_: Node) -> Any:
        return moving.neighbours_at(self.m, self.value(of_), -1)

    def word_rightOf(self, of_: Node) -> Any:
        return moving.neighbours_at(self.m, self.value(of_), 1)

    def word_numbers(self, from_: Node, to_: Node, where_: Any) -> Any:
        found = self.m.number_range(self.value(from_), self.value(to_))
        return self.filtered(tuple(found), where_)

    def word_symbols(self, of_: Any, where_: Any) -> Any:
        return self.filtered(tuple(map(self.value, of_)), where_)

    def word_definitions(self, where_: Any, all_: bool) -> Any:
        return self.filtered(printed.definitions_of(self.pack.program, all_), where_)

    def word_aims(self, card_: Node, player_: Node, at_: Any) -> Any:
        at = None if at_ is None else at_.index
        return aiming.legal_targets(self.m, self.value(card_), self.value(player_), at)

    def word_triggerGetter(self, mode_: str, value_: Any) -> Any:
        if mode_ == "event":
            return self.m.triggers_by_event(value_.index)
        return self.m.lasting_by_id(self.id(value_))
