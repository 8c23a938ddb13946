"""
What a seat cannot see, dealt anew.

A bot that searched in the true state would see through the backs of cards. `redeal` gives it a
state that looks the same from its seat: what it may see stays, every hidden zone keeps its size,
every player the same cards; their order and place are random, and so are the dice to come. Where
zones name a pool (one deck for all), hidden cards are dealt among all of its zones, whosever they
are; what the seat has seen go there and knows to be there still (`running.known`) stays. Where
players bring decks of their own, others do not know them: their hidden cards are any that may be
in a deck, beside what is seen of it (the hero). So it is with the lists of cards that they bring,
where only they see them, and in zones of a pool that say what a hidden card `mayBe`. Two matches
that look the same from a seat give the same states.

A zone that says what it `holds` gets nothing else, since everybody knows that.

What others have answered in secret is open again.

A face-down card that waits for something (a trap) is dealt anew, too, and what waited is gone: to
leave it would be to know it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from ...running.bring import Brought
from ...running.choices import Choice
from ...running.decks import DeckRules, deck_rules
from ...running.failing import leave_value_out
from ...running.known import PLACES
from ...running.log import DEFINITION_SHIFT, card_with_definition, logged_card
from ...running.match import Match
from ...running.state import ZONE, Value
from ...running.zone_rules import NO_RULES

CARDS = ("card", "cards", "entity", "entities", "any")  # kinds of values
STEPS = 8  # tried exchanges for each card whose place is more or less likely


def redeal(match: Match, seat: int | None, dice: Random) -> Match:
    """A clone in which everything hidden from the seat is random; the match notes what fails."""
    other = match.clone()
    other.rng = dice.getrandbits(64)
    layout, zones = match.program.layout, other.zones
    piles: dict[int, list[int]] = {}
    pools: dict[str, list[int]] = {}
    for zone in layout.hidden_from(seat):
        if not zones[zone]:
            continue
        if zone in layout.pools:
            pools.setdefault(layout.pools[zone], []).append(zone)
        else:
            piles.setdefault(layout.zone_owner[zone] or -zone, []).append(zone)
    became: dict[int, int] = {}
    for owner in sorted(piles, reverse=True):  # what belongs to nobody comes last
        hidden = piles[owner]
        before = [card for zone in hidden for card in zones[zone]]
        _forget_traps(other, before)
        if match.decks and owner > 0:
            _replace_deck(other, owner, hidden, dice)
            continue
        after = sorted(before)
        dice.shuffle(after)
        sizes = {zone: len(zones[zone]) for zone in hidden}
        after = _assign_to_zones(match, sizes, after, dice, match.state.__getitem__)
        if len(hidden) == 1:
            zones[hidden[0]] = tuple(after)
            continue
        became.update(zip(before, after, strict=True))
        start = 0
        for zone in hidden:
            cards = zones[zone] = tuple(after[start : start + len(zones[zone])])
            start += len(cards)
            for card in cards:
                other.state[card + ZONE] = zone
    if pools:
        own = 0 if seat is None else 1 << seat | 1 << seat + PLACES
        other.known = {card: mask & own for card, mask in other.known.items() if mask & own}
        moved: dict[int, int] = {}
        for hidden in pools.values():
            moved |= _redeal_pool(other, hidden, dice)
        match.failed |= other.failed
        _translate_references(other, moved)
        became |= moved
    other.brought = _redeal_brought(match, seat, dice)
    asked = [*other.choices, *(choice for choice, _ in other.sealed if choice.seat != seat)]
    other.sealed = tuple([answered for answered in other.sealed if answered[0].seat == seat])
    other.choices = [
        choice if choice.seat == seat else _translate_choice(choice, became, match, other)
        for choice in asked
    ]
    return other


def has_likely_deals(match: Match) -> bool:
    """Whether a zone says which hidden cards are likely to lie there."""
    return any(rules.likely is not None for rules in match.program.zone_rules.values())


def _redeal_pool(other: Match, hidden: list[int], dice: Random) -> dict[int, int]:
    """
    Deal the cards of the zones of a pool anew among them, but for those that are known: what each
    of them became.
    """
    zones, state, known = other.zones, other.state, other.known
    unknown = {zone: [card for card in zones[zone] if card not in known] for zone in hidden}
    before = [card for cards in unknown.values() for card in cards]
    _forget_traps(other, before)
    after = sorted(before)
    after.sort(key=lambda _: dice.random())  # a shuffle, in a fifth of the time
    sizes = {zone: len(cards) for zone, cards in unknown.items()}
    after = _assign_to_zones(other, sizes, after, dice, state.__getitem__)
    _deal_by_likelihood(other, sizes, after, dice)
    start = 0
    for zone, size in sizes.items():
        cards, there = after[start : start + size], zones[zone]
        start += size
        _make_others(other, zone, cards, dice)
        for card in cards:
            state[card + ZONE] = zone
        stays = [known.get(card, 0) >> PLACES for card in there]
        loose = sorted(card for card in there if card in known and not known[card] >> PLACES)
        if loose:
            cards += loose
            dice.shuffle(cards)
        rest = iter(cards)
        zones[zone] = tuple(
            [card if stay else next(rest) for card, stay in zip(there, stays, strict=True)]
        )
    return dict(zip(before, after, strict=True))


def _make_others(match: Match, zone: int, cards: list[int], dice: Random) -> None:
    """
    Make of hidden cards of a zone others, where nothing tells which ones may lie there (`mayBe`):
    things that a player has brought. Each becomes one of those, as it is printed.
    """
    may_be = match.program.zone_rules.get(zone, NO_RULES).may_be
    width, rows = match.program.layout.width, match.program.catalogue.rows
    for card in cards if may_be else ():
        match.state[card : card + width] = rows[dice.choice(may_be)]


def _deal_by_likelihood(
    match: Match, sizes: dict[int, int], cards: list[int], dice: Random
) -> None:
    """
    Exchange cards dealt to these zones, so many each, so that each deal comes as often as it is
    likely: the product of what its zones say (`likely`; 1 where that fails). The algorithm of
    Metropolis.
    """
    rules, layout = match.program.zone_rules, match.program.layout
    owners = layout.zone_owner
    if all(rules.get(zone, NO_RULES).likely is None for zone in sizes):
        return
    places = [zone for zone, size in sizes.items() for _ in range(size)]
    state, found = match.state, dict[tuple[int, int], int]()

    def likely(zone: int, card: int) -> int:
        key = zone, state[card]
        if key not in found:
            ask, found[key] = rules.get(zone, NO_RULES).likely, 1
            match.work = match.WORK
            try:
                if ask is not None:
                    found[key] = max(ask(match, owners[zone], state[card]), 0)
            except Exception as error:  # noqa: BLE001 (a value may fail in any way)
                name = layout.zone_names[zone]
                place = f"zones.{name}.likely"
                leave_value_out(match, f"likely {name}", place, error, match.WORK)
        return found[key]

    dice = Random(dice.getrandbits(64))  # what is likely changes nothing of the other pools
    for _ in range(STEPS * len(cards)):
        one, other = dice.randrange(len(cards)), dice.randrange(len(cards))
        a, b, x, y = places[one], places[other], cards[one], cards[other]
        if not all(rules.get(zone, NO_RULES).takes(state[card]) for zone, card in ((a, y), (b, x))):
            continue
        now, then = likely(a, x) * likely(b, y), likely(a, y) * likely(b, x)
        if then >= now or dice.randrange(now) < then:
            cards[one], cards[other] = y, x


def _translate_references(other: Match, became: dict[int, int]) -> None:
    """
    What waits speaks of the cards that lie there now, and so does what others have taken for want
    of a choice. Numbers of cards are larger than what is counted with (`COUNTED`).
    """

    def translate(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple([translate(each) for each in value])
        return became.get(value, value)

    other.stack = [(code, [translate(each) for each in r], block) for code, r, block in other.stack]
    other.gathered, other.keeping = translate(other.gathered), translate(other.keeping)


def _assign_to_zones[Thing](
    match: Match,
    sizes: dict[int, int],
    things: list[Thing],
    dice: Random,
    of: Callable[[Thing], int],
) -> list[Thing]:
    """
    Things in random order for so many places in these zones, one zone after the other, so that each
    can lie where it comes to lie; `of` gives the definition of one. Where no zone minds, or there
    is no such order, they stay as they are.
    """
    rules = [match.program.zone_rules.get(zone, NO_RULES) for zone in sizes]
    if all(each.holds is None for each in rules):
        return things
    places = [each for each, size in zip(rules, sizes.values(), strict=True) for _ in range(size)]
    order = dice.sample(range(len(places)), len(places))
    fits = {
        definition: [place for place in order if places[place].takes(definition)]
        for definition in dict.fromkeys(map(of, things))
    }
    there: dict[int, Thing] = {}

    def settle(thing: Thing, tried: set[int]) -> bool:
        """Find a place for a thing; one that is there already may have to go to another place."""
        mine = fits[of(thing)]
        place = next((place for place in mine if place not in there), None)
        for other in () if place is not None else mine:
            if other not in tried:
                tried.add(other)
                if settle(there[other], tried):
                    place = other
                    break
        if place is not None:
            there[place] = thing
        return place is not None

    # What can lie in few places chooses first.
    things_in_order = sorted(things, key=lambda one: len(fits[of(one)]))
    if all(settle(thing, set()) for thing in things_in_order):
        return [there[place] for place in range(len(places))]
    return things


def _replace_deck(match: Match, player: int, zones: list[int], dice: Random) -> None:
    """
    Make of the cards of these zones, hidden, what they may be as well where players bring decks:
    cards of the same kinds that may be in a deck, as often as they may be and are not seen
    elsewhere. Each stays where it lies, and becomes another one.
    """
    program, state, width = match.program, match.state, match.program.layout.width
    rules, owners = deck_rules(program), dict(match.owners)
    cards = [card for zone in zones for card in match.zones[zone]]
    rows: dict[int, list[list[int]]] = {}
    for card in sorted(cards):
        whose = owners.get(card, 0)  # goes with the card
        rows.setdefault(state[card], []).append([*state[card : card + width], whose])
    known = Counter([state[card] for card in match.cards if owners.get(card) == player])

    def new(definition: int) -> list[int]:
        return [*program.catalogue.rows[definition], player]

    pools: list[tuple[list[list[int] | int], int]] = []  # and how many are to be drawn of each
    seen = known - Counter({definition: len(those) for definition, those in rows.items()})
    for part, definitions in rules.of_part.items():
        hidden = sum(len(rows.get(definition, ())) for definition, _ in definitions)
        pool: list[list[int] | int] = []  # hidden rows, and definitions of cards not brought
        fitting = _definitions_beside_seen(rules, part, seen) if hidden else None
        for definition, limit in definitions if hidden else ():
            pool += rows.pop(definition, ())
            if fitting is None or definition in fitting:
                pool += [definition] * (limit - known[definition])
        if hidden:
            pools.append((pool, hidden))
    drawn = _draw_needed(match, zones, pools, dice)
    for pool, count in pools:
        drawn += dice.sample(pool, count)
    chosen = [new(one) if isinstance(one, int) else one for one in drawn]
    chosen += [row for others in rows.values() for row in others]  # they belong in no deck
    dice.shuffle(chosen)
    sizes = {zone: len(match.zones[zone]) for zone in zones}
    chosen = _assign_to_zones(match, sizes, chosen, dice, lambda row: row[0])
    for card, row in zip(cards, chosen, strict=True):
        *fields, owners[card] = row
        fields[ZONE] = state[card + ZONE]
        state[card : card + width] = fields
    match.owners = {card: whose for card, whose in owners.items() if whose}


def _definitions_beside_seen(
    rules: DeckRules, part: str, seen: Counter[int]
) -> frozenset[int] | None:
    """
    The definitions of a part that go with the cards of other parts which are seen; None where all
    may, or what decides it is not seen.
    """
    company = rules.company.get(part)
    if company is None:
        return None
    chosen = []
    for other in company.of:
        there = [definition for definition, _ in rules.of_part[other] if seen[definition]]
        if len(there) != 1:
            return None
        chosen += there
    return company.allowed_beside(rules.of_part[part], chosen)


def _draw_needed(
    match: Match,
    zones: list[int],
    pools: list[tuple[list[list[int] | int], int]],
    dice: Random,
) -> list[list[int] | int]:
    """Draw what the zones that do not hold everything need; it is taken off the pools."""
    found: list[list[int] | int] = []
    for zone in zones:
        rules = match.program.zone_rules.get(zone, NO_RULES)
        if rules.holds is None:
            continue
        fitting = [
            [
                at
                for at, one in enumerate(pool)
                if rules.takes(one if isinstance(one, int) else one[0])
            ]
            if count
            else []
            for pool, count in pools
        ]
        taken = [set[int]() for _ in pools]
        for _ in match.zones[zone]:
            lots = sum(map(len, fitting))
            if not lots:
                break
            lot, number = dice.randrange(lots), 0
            while lot >= len(fitting[number]):
                lot, number = lot - len(fitting[number]), number + 1
            at = fitting[number].pop(lot)
            taken[number].add(at)
            pool, count = pools[number]
            found.append(pool[at])
            if len(taken[number]) == count:
                fitting[number] = []
        for number, ((pool, count), gone) in enumerate(zip(pools, taken, strict=True)):
            left = [one for at, one in enumerate(pool) if at not in gone]
            pools[number] = left, count - len(gone)
    return found


def _redeal_brought(match: Match, seat: int | None, dice: Random) -> Brought:
    """
    The lists of cards that players have brought; those that the seat does not see are any cards
    that could have been brought.
    """
    found: list[dict[str, tuple[int, ...]]] = []
    for player, lists in enumerate(match.brought):
        found.append(dict(lists))
        for name, cards in lists.items():
            entry = match.program.bringing.entries[name]
            if cards and entry.see != "all" and not (entry.see == "owner" and player - 1 == seat):
                pool = entry.pool(match.program.catalogue)
                found[-1][name] = tuple(sorted(dice.choices(pool, k=len(cards))))
    return tuple(found)


def _forget_traps(match: Match, cards: list[int]) -> None:
    """End what hidden cards do while they lie where they lie, and what was done to them there."""
    match.stripped -= set(cards)
    for card in cards:
        for uuid in match.attached.pop(card, ()):
            match.remove(uuid)


def _translate_choice(choice: Choice, became: dict[int, int], match: Match, other: Match) -> Choice:
    """What another seat is asked at the same time, about the cards that were dealt to it."""
    options = tuple(
        [
            option._replace(entity=became.get(option.entity, option.entity))
            if option.kind == "card"
            else option
            for option in choice.options
        ]
    )
    if not choice.values:
        return choice._replace(options=options)
    values = tuple(
        [
            (name, kind, _translate_value(value, became, match, other) if kind in CARDS else value)
            for name, kind, value in choice.values
        ]
    )
    return choice._replace(options=options, values=values)


def _translate_value(value: Value, became: dict[int, int], match: Match, other: Match) -> Value:
    """What is told of a card, of the one that lies there in the deal."""
    if isinstance(value, tuple):
        return tuple([_translate_value(item, became, match, other) for item in value])
    card = logged_card(value)
    if not card or not isinstance(value, int) or match.state[card] != value >> DEFINITION_SHIFT:
        return value  # none, or it has turned into another card since
    card = became.get(card, card)
    return card_with_definition(card, other.state[card])
