"""
Trying out a card, all that a script declares, or a file of cards: matches of bots in which it comes
up often, and what they tell about it. What is tried is said by its address (`card:ID`,
`file:lua/NAME.lua`, `file:cards/NAME.json5`).

`play_matches`, `play_pairs` and `summarize` are tasks for another process. `play_matches` plays
some matches and gives their results as bytes; so who asks can tell how far it is, and loses little
when a process dies. `play_pairs` does the same with and without the files that tell the bot how to
play what a script declares (`guided`). `summarize` counts all of them. Matches follow from the
pack, what is tried and their numbers alone.
"""

from __future__ import annotations

import gzip
from collections import Counter, OrderedDict, deque
from collections.abc import Iterator, Sequence
from statistics import median
from typing import Any, NamedTuple

import orjson

from ..ground.digests import digest
from ..pack import CardDef, Pack, pieces, publisher
from ..pack.legible import legible_text
from ..pack.publisher import Put
from ..pack.script_cards import (
    cards_of_script,
    guides_of_script,
    is_guide,
    is_script_of_others,
    script_guided_by,
    scripts_about,
)
from ..playing.bots import SCRIPTED
from ..playing.bots.machines import changed_pack, thinker_for
from ..playing.bots.scripted import PLACE
from ..running.bring import OPTION
from . import guided, often, paired
from .price import price_of
from .sim import play_match as play_match
from .sim.figures import Tally

PACKS = 3  # kept
CHECKED = 8  # of each turn of `BOTS` the match in which the invariants are looked at
MOST = 12  # failures told
ENDLESS = "no end after"  # of `sim.playing`
LIMIT = "BudgetExceeded: "
_NINE = (*[("greedy",)] * 4, *[("random",)] * 5)
#: Of twenty matches in turn: which bots, beginning with another seat each time.
BOTS = (*_NINE, ("random",), *_NINE, ("novice:iterations=1", "greedy"))
#: Who thinks in the last of them where there is a native machine: what has to be planned is, too.
PLANNER = "master:iterations=8"
#: The same of a script where scripts can answer for players: in three of ten.
SCRIPTED_BOTS = tuple(
    (SCRIPTED,) if at % 10 in (2, 3, 4) else kinds for at, kinds in enumerate(BOTS)
)
LINES = 100  # that scripts have told, of a trial
BOT_FAILED = f"RuleError: {PLACE}: "  # of `sim.playing`: a script did not answer, another bot did

_packs: OrderedDict[str, Pack] = OrderedDict()
_compared: dict[str, guided.Compared | None] = {}


class Part(NamedTuple):
    """
    A part of a trial: so many matches from the `first` on, of the version `before` with pieces put
    into it; see `publisher.prepare` for the rest.
    """

    asking: str
    before: tuple[str, str]
    puts: Sequence[Put]
    address: str
    first: int
    matches: int
    seconds: float

    @property
    def numbers(self) -> range:
        """Those of its matches."""
        return range(self.first, self.first + self.matches)


def play_matches(part: Part) -> bytes:
    """A row for each match of a part."""
    with publisher.time_limit(part.asking, part.seconds):
        pack = _pack_with_many(part.before, part.puts, part.address)
        rows = [_match_row(pack, part.address, seed) for seed in part.numbers]
        return gzip.compress(orjson.dumps(rows), 5)


def play_pairs(part: Part) -> bytes:
    """
    As `play_matches`, of pairs of matches with and without what is tried: the files of a script
    that tell the bot how to play (`guided.play_pair`), or a card (`paired.play_pair`). Nothing
    where there are none.
    """
    with publisher.time_limit(part.asking, part.seconds):
        pairs: list[Any] = []
        if is_script_of_others(part.address):
            compared = _versions_to_compare(part.before, part.puts, part.address)
            if compared is not None:
                pairs = [guided.play_pair(compared, number) for number in part.numbers]
        else:
            pack = _pack_with_many(part.before, part.puts, part.address)
            card = paired.card_tried(pack, part.address)
            if card is not None:
                pairs = [paired.play_pair(pack, card, number) for number in part.numbers]
        return gzip.compress(orjson.dumps([pair for pair in pairs if pair is not None]), 5)


def count_pairs(
    asking: str,
    before: tuple[str, str],
    puts: Sequence[Put],
    address: str,
    matches: int,
    seconds: float,
) -> int:
    """How many pairs with and without a card are played in a trial of so many matches."""
    with publisher.time_limit(asking, seconds):
        pack = _pack_with_many(before, puts, address)
        card = paired.card_tried(pack, address)
        return 0 if card is None else matches * len(paired.setups_of(pack, card))


def has_guides(pack: Pack, puts: Sequence[Put], address: str) -> bool:
    """Whether a file tells the bot how to play what is tried, once these are put into a pack."""
    scripts = pack.program.scripts
    if not is_script_of_others(address) or scripts is None or not scripts.bot:
        return False
    own = [
        put.address
        for put in puts
        if is_guide(put.address) and script_guided_by(put.address) == script_guided_by(address)
    ]
    return bool(own or guides_of_script(pack, address))


def _tried_cards(pack: Pack, address: str) -> list[CardDef]:
    """The card at an address, or those of a script."""
    if is_script_of_others(address):
        return cards_of_script(pack, address)
    if address.startswith("file:"):
        text = pack.sources.get(f"{pack.folder}/{address.removeprefix('file:')}", "")
        return [pack.card(card_id) for card_id in pieces.cards_of(text)]
    return [pack.card(address.removeprefix("card:"))]


def _version(before: tuple[str, str], puts: Sequence[Put]) -> Pack:
    base = publisher.published_version(*before)
    return publisher.next_version(base, publisher.put_pieces(base.sources, puts))


def _versions_to_compare(
    before: tuple[str, str], puts: Sequence[Put], address: str
) -> guided.Compared | None:
    key = digest(before[1], [list(put) for put in puts], address)
    if key not in _compared:
        _compared.clear()
        _compared[key] = guided.versions_to_compare(_version(before, puts), address)
    return _compared[key]


def _pack_with_many(before: tuple[str, str], puts: Sequence[Put], address: str) -> Pack:
    key = digest(before[1], [list(put) for put in puts], address)
    if key not in _packs:
        made = _version(before, puts)
        cards = _tried_cards(made, address)
        if is_script_of_others(address):
            made = often.pack_with_all(made, cards)
        elif not address.startswith("file:"):
            made = often.pack_with_many(made, cards[0])
        _packs[key] = changed_pack(publisher.published_version(*before), made)
        while len(_packs) > PACKS:
            _packs.popitem(last=False)
    return _packs[key]


def _match_row(pack: Pack, address: str, seed: int) -> dict[str, Any]:
    """A match, and in how many of its events what is tried was what happened."""
    cards = _tried_cards(pack, address)
    seats = pack.program.seats[seed % len(pack.program.seats)]
    turn = seed // len(BOTS)
    scripts = pack.program.scripts
    answers = is_script_of_others(address) and scripts is not None and bool(scripts.bot)
    kinds = (SCRIPTED_BOTS if answers else BOTS)[seed % len(BOTS)]
    if kinds == BOTS[-1] and thinker_for(pack, seats, True) is not None:
        kinds = (PLANNER, *kinds[1:])
    bots = [kinds[min((seat + turn) % seats, len(kinds) - 1)] for seat in range(seats)]
    options = _options_with(pack, address, cards, seats, seed)
    checks = int(seed % len(BOTS) == CHECKED)
    result = play_match(pack, seed, seats, bots, checks, options)
    ids = {card.id for card in cards}
    met = sum(count for (_, about), count in result.subjects.items() if about in ids)
    row = result.as_row()
    if result.failure.startswith(BOT_FAILED):
        row["failure"] = ""  # told in `unanswered`; the match went on
    names = tuple(f"{name}:" for name in scripts_about(pack, address))
    told = {
        key: [legible_text(line) for line in lines if line.startswith(names)]
        for key, lines in (("output", result.output), ("unanswered", result.unanswered))
    }
    return {**row, "options": {}, "events": {}, "met": met, **told}


def _options_with(
    pack: Pack, address: str, cards: Sequence[CardDef], seats: int, seed: int
) -> dict[str, Any]:
    """Options of a match in which what is tried comes up."""
    if (card := paired.card_tried(pack, address)) is not None:
        setups = paired.setups_of(pack, card)
        options = setups[seed % len(setups)].with_card
        brought = options.get(OPTION)
        return options | ({OPTION: [brought[0]] * seats} if brought else {})
    return {} if address.startswith("file:") else often.decks_with(pack, cards[0], seats, seed)


def summarize(
    asking: str,
    before: tuple[str, str],
    puts: Sequence[Put],
    address: str,
    results: Sequence[bytes],
    seconds: float,
    pairs: Sequence[bytes] = (),
) -> dict[str, Any]:
    """What all matches tell; see `world.content.trying`."""
    with publisher.time_limit(asking, seconds):
        pack = _pack_with_many(before, puts, address)
        ids = [card.id for card in _tried_cards(pack, address)]
        tally, matches, met, failed = Tally(pack), 0, 0, []
        output: deque[str] = deque(maxlen=LINES)
        unanswered: Counter[str] = Counter()
        for row in _walk_rows(results):
            tally.add(row)
            matches += 1
            met += row["met"] > 0
            output.extend(row["output"])
            unanswered.update(row["unanswered"])
            if row["failure"]:
                failed.append(row)
        return {
            "matches": matches,
            "met": met,
            **_count_failures(failed, ids),
            "output": list(output),
            "unanswered": [list(each) for each in unanswered.most_common(MOST)],
            **_summary_of_pairs(pack, address, pairs),
            **_share_with_cards(
                pack, ids, tally.cards.rows() if pack.program.measures.stages else []
            ),
        }


def _summary_of_pairs(pack: Pack, address: str, pairs: Sequence[bytes]) -> dict[str, Any]:
    found: dict[str, Any] = {"guided": None, "paired": None}
    if pairs and is_script_of_others(address):
        found["guided"] = guided.summarize_pairs(_walk_rows(pairs))
    elif pairs:
        found["paired"] = paired.summarize(pack, _walk_rows(pairs))
    return found


def _walk_rows(results: Sequence[bytes]) -> Iterator[Any]:
    for packed in results:
        yield from orjson.loads(gzip.decompress(packed))


def _count_failures(rows: Sequence[dict[str, Any]], ids: Sequence[str]) -> dict[str, Any]:
    """
    Matches that were broken off: how many without end, at a limit; some of them in words. Those in
    which another card fails by itself are `others`.
    """
    failed = [row for row in rows if row["culprit"] in ("", *ids)]
    sentences = [row["failure"] for row in failed]
    endless = [each for each in sentences if ENDLESS in each]
    limits = [each for each in sentences if each.startswith(LIMIT)]
    told = {row["failure"]: f"{row['failure']} (seed {row['seed']})" for row in reversed(failed)}
    return {
        "failed": len(failed),
        "endless": len(endless),
        "limits": len(limits),
        "others": len(rows) - len(failed),
        "failures": list(told.values())[::-1][:MOST],
    }


def _share_with_cards(
    pack: Pack, ids: Sequence[str], rows: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    """
    By how many players it was played; of one card the share of matches won by who had it, and its
    place among those of its kind and its price.
    """
    found = [row for row in rows if row["id"] in ids]
    played = sum(row["with"]["tries"] for row in found)
    if len(found) != 1 or not played:
        return {"played": played, "strength": None, "beside": None, "pricing": None}
    own, card = found[0], found[0]["id"]
    kind = pack.card(card).kind
    rates = {
        row["id"]: row["with"]["rate"]
        for row in rows
        if row["with"]["tries"] and pack.card(row["id"]).kind == kind
    }
    better = sum(rate > rates[card] for rate in rates.values())
    return {
        "played": own["with"]["tries"],
        "strength": {
            "mean": own["with"]["rate"],
            "low": own["with"]["low"],
            "high": own["with"]["high"],
        },
        "beside": {"rank": better + 1, "of": len(rates), "median": median(rates.values())},
        "pricing": price_of(pack, pack.card(card), rows),
    }
