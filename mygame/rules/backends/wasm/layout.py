"""
Where things stand in the kernel's structures (`kernel/kernel.h`), in bytes.

A test has the compiler of the kernel compare both.
"""

from __future__ import annotations

import struct

WORD = 8  # bytes of a value
POINTER = 4
TUPLE = 0x6000000000000000  # of a value that is a tuple; below it stands where
FIXED = 0x80000000  # of a tuple that is a constant of the pack

#: What a match begins with, in order, with how each is stored (`struct`); q also of values.
HEAD = {
    "random": "Q",
    **dict.fromkeys(("work", "result", "next_uuid", "cards", "spare", "owners", "stripped"), "q"),
    **dict.fromkeys(("known", "gaps", "keeping", "gathered", "dice", "tags", "settled"), "q"),
    **dict.fromkeys(("lists", "standings", "won", "drew", "lost", "rule"), "q"),
    **dict.fromkeys(("conceded", "quitters"), "I"),
    **dict.fromkeys(("ticks", "depth", "asked", "dealt", "rows_end", "frames"), "i"),
    **dict.fromkeys(("waiting_count", "choice_count", "sealed_count", "trigger_count"), "i"),
    **dict.fromkeys(("modifier_count", "heap_used", "muted_count", "logging"), "i"),
    **dict.fromkeys(("running_count", "guard_count", "option_count", "traced"), "i"),
    **dict.fromkeys(("luck", "floor"), "i"),
}
MAX_OPTIONS, OUTCOMES = 1000, 512
#: Structures that hosts elsewhere read, too (`plan_of_game`): what stands in them, in order.
STRUCTURES: dict[str, dict[str, str]] = {
    "Choice": {
        **dict.fromkeys(("seat", "minimum", "maximum", "words", "together", "spare"), "i"),
        **dict.fromkeys(("prompt", "subject", "options", "preset", "values", "barred"), "q"),
    },
    "Frame": {"code": "i", "at": "i", "registers": "q"},
    "Mark": {"kind": "i", "index": "i"},
    "Trigger": {
        **dict.fromkeys(("definition", "removers"), "i"),
        **dict.fromkeys(("uuid", "owner", "source", "captured", "id", "key", "parent"), "q"),
    },
    "Modifier": {
        **dict.fromkeys(("definition", "removers"), "i"),
        **dict.fromkeys(("uuid", "owner", "source", "captured", "id"), "q"),
    },
    "Code": {"routine": "I", "size": "i", "card": "i", "uncounted": "i"},
    "TriggerDef": {
        "key": "q",
        **dict.fromkeys(("mode", "captured", "priority", "unique", "code", "bearer"), "i"),
        **dict.fromkeys(("removers", "card"), "i"),
        **dict.fromkeys(("remover", "condition"), "I"),
    },
    "ModifierDef": {
        **dict.fromkeys(("property", "layer", "mode", "duration", "unique", "of", "bearer"), "i"),
        "removers": "i",
        "remover": "I",
        "amount": "I",
        "where": "I",
        "card": "i",
        "spare": "i",
    },
    "Aim": {"timing": "i", "card": "i", "pool": "I", "players": "I", "count": "i"},
    "Failure": {
        **dict.fromkeys(("code", "a", "b", "c"), "q"),
        **dict.fromkeys(("guard.kind", "guard.index", "running", "spare"), "i"),
    },
    "Line": {
        **dict.fromkeys(("total", "prior"), "d"),
        **dict.fromkeys(("first", "count", "worlds", "won"), "i"),
    },
    "Level": dict.fromkeys(("kind", "iterations", "slips", "forced"), "i"),
    "Outcome": {
        **dict.fromkeys(("entity", "low", "high"), "q"),
        **dict.fromkeys(("fact", "heard"), "i"),
    },
    "Tried": {
        **dict.fromkeys(("outcomes", "leaf_count", "by_chance", "lead_count"), "i"),
        "outcome": f"{OUTCOMES * 32}s",
        "lead": f"{MAX_OPTIONS * WORD}s",
    },
}


def format_of(structure: str) -> str:
    """All that stands in a structure, for `struct`."""
    return "".join(STRUCTURES[structure].values())


def offsets_of(structure: str) -> dict[str, int]:
    """Where each part of a structure stands; and `bytes`, of all of it."""
    found, at = {}, 0
    for name, kind in STRUCTURES[structure].items():
        found[name], at = at, at + struct.calcsize(f"<{kind}")
    return {**found, "bytes": at}


CHOICE = format_of("Choice")
#: What a match has several of.
ROWS = {
    "choice": CHOICE, "sealed": CHOICE, "sealed_picks": "q", "muted": format_of("Mark"),
    "frame": format_of("Frame"), "trigger": format_of("Trigger"),
    "modifier": format_of("Modifier"),
}  # fmt: skip
#: Which number in the head says how many there are.
COUNTERS = {
    "choice": "choice_count", "sealed": "sealed_count", "sealed_picks": "sealed_count",
    "frame": "frames", "trigger": "trigger_count", "modifier": "modifier_count",
}  # fmt: skip
_MOST = {
    "choice": 17, "sealed": 17, "sealed_picks": 17, "muted": 256, "frame": 2048, "trigger": 5064,
    "modifier": 5064,
}  # fmt: skip
MAX_KEYS = 10_256
#: What fails in the kernel alone: `FAIL_MEMORY`, `FAIL_UNKNOWN`.
OUT_OF_MEMORY = 10
MAY_TRAP = (OUT_OF_MEMORY, 67)
#: What fails of the budget of an action, in both: `FAIL_STEPS` to `FAIL_LISTENERS`.
BUDGET = range(1, 10)
#: Of what fails, the last that is of the budget of an action.
LAST_BUDGET = 31
INDEXES = ("BY_EVENT", "BY_PROPERTY", "BY_SOURCE", "BY_BEARER")


def _places() -> dict[str, int]:
    """Where the parts of a match stand."""
    found, at = {}, 0
    for name, kind in HEAD.items():
        found[name], at = at, at + struct.calcsize(kind)
    at += -at % WORD
    for name, kind in ROWS.items():
        found[name], at = at, at + _MOST[name] * struct.calcsize(kind)
    for name in INDEXES:
        found[f"index[{name}]"] = at
        found[f"index[{name}].bloom"] = at + WORD
        found[f"index[{name}].key"] = at + 2 * WORD
        found[f"index[{name}].value"] = at + (2 + MAX_KEYS) * WORD
        at += (2 + 2 * MAX_KEYS) * WORD
    return found


#: Where the parts of a match stand; behind them come its zones, its state and its heap (`OFFSETS`).
MATCH = _places()
#: What bots know of a pack: see `kernel/bots.h`.
BOT_TABLES, PREFERENCE, DECK_PART = "4Iq4i7I3i", "4iI", "3I2i"
WATCHED = "q2i"
#: How strong a bot is; an answer that bots weighed: its picks are `count` from `first` on.
LEVEL, LINE = format_of("Level"), format_of("Line")
#: What came of an option that was tried: how many outcomes, of how many leaves, chance, leads; an
#: outcome; where leads begin.
TRIED, OUTCOME, LEADS_AT = "4i", format_of("Outcome"), offsets_of("Tried")["lead"]
#: What a pack wants written down of matches, and what was: see `kernel/recording.h`. Who plays a
#: seat: a level, the state of one at random, dice.
RECORD_TABLES, LISTENER, OFFER_STAGE, HELD_STAGE = "3I5i6I", "q4i", "4i", "Ii"
LIMIT = "4i2q"
COUNT, RECORD, PLAYER = "2i4q", "2q4i16q", "4iQIi"
#: The tables of a pack: numbers and addresses, in order.
PACK_FIELDS = (
    *("players", "seats", "zones", "width", "first", "order_base", "facts", "definitions"),
    *("codes", "triggers", "modifiers", "properties", "timings", "answers", "resets", "changers"),
    *("start_code", "quitting_code", "simultaneous", "simultaneous_option"),
    *("by_age", "age_base", "last_left_wins", "leaving"),
    *("side_of_players", "has_parties", "pools", "owned"),
    *("hash_shift", "random_word", "heap", "spare"),
    *("hash", "definition", "printed", "rows", "has_row"),
    *("zone_owner", "zone_family", "zone_seers", "zone_flags"),
    *("minimums", "constants", "rotations", "code", "trigger", "modifier", "behaviors"),
    *("own_first", "own", "own_modifiers", "zone_rule", "ruled", "aim", "aims", "gates"),
    *("answer", "reset", "reset_run", "reset_values", "changer", "option", "words"),
    *("side_of_cards", "side_value", "places", "facts_by_hash"),
)
PACK = {name: POINTER * at for at, name in enumerate(PACK_FIELDS)}
#: Where in the block of a match its parts begin.
OFFSETS = {"zones": 0, "state": 4, "heap": 8, "size": 12}
