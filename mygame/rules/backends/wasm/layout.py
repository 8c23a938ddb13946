"""
Where things stand in the kernel's structures (`kernel/kernel.h`), in bytes.

A test has the compiler of the kernel compare both.
"""

from __future__ import annotations

WORD = 8  # bytes of a value
POINTER = 4

#: A match, as far as units and hosts read it in place.
MATCH = {
    "random": 0, "work": 8, "result": 16, "next_uuid": 24, "cards": 32, "owners": 48,
    "stripped": 56, "gaps": 72, "keeping": 80, "lists": 120, "standings": 128, "won": 136,
    "drew": 144, "lost": 152, "rule": 160, "ticks": 176, "dealt": 188, "rows_end": 192,
    "choice_count": 204, "logging": 228, "choice": 248,
    "index[BY_EVENT].bloom": 604_824, "index[BY_PROPERTY].bloom": 768_936,
}  # fmt: skip
#: A choice: six numbers of 4 bytes (seat, minimum, maximum, words, together, nothing), then values:
#: prompt, subject, options, preset, values, barred.
CHOICE = "6i6q"
#: What bots know of a pack: see `kernel/bots.h`.
BOT_TABLES, PREFERENCE, DECK_PART = "4Iq4i6I", "4iI", "3I2i"
#: How strong a bot is: kind, iterations, slips, forced.
LEVEL = "4i"
#: An answer that bots weighed: total, prior; where its picks begin, how many; worlds, won.
LINE = "2d4i"
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
