"""
The hash of a match on both machines: `Match.hash` of what stands in the native one, and of the same
in the other.

What is hashed is a match of the other machine all the same: `native_hash` makes one of the rows in
memory, in which only what the host keeps (what was brought, what seats take home) is that of
another. Truths are numbers there, and texts, prompts and options have their numbers of the machine,
so `plain_hash` first puts those into a copy; what lasts stands by age.
"""

from __future__ import annotations

from typing import Any

from ...running.active import Modifier, Trigger
from ...running.choices import Choice, Option
from ...running.match import Match
from ...running.state import Ended
from .match_fields import MatchNumbers, choice_values, plain_values
from .matches import NativeMatch


def plain_hash(m: Match, n: MatchNumbers) -> str:
    """
    The hash of a match of the other machine, with numbers for what the native one has as numbers.

    :raises NotNative: it has what only the other machine can do.
    """
    copy = m.clone()
    copy.stack = [(code, _numbers(r), at) for code, r, at in m.stack]
    copy.triggers = {
        uuid: Trigger(t.definition, *_numbers(t.state_tuple))
        for uuid, t in sorted(m.triggers.items())
    }
    copy.modifiers = {
        uuid: Modifier(t.definition, *_numbers(t.state_tuple))
        for uuid, t in sorted(m.modifiers.items())
    }
    copy.choices = [_choice_of(choice_values(each, n)) for each in m.choices]
    copy.sealed = tuple([(_choice_of(choice_values(each, n)), picks) for each, picks in m.sealed])
    copy.gathered, copy.keeping, copy.gaps = map(_numbers, (m.gathered, m.keeping, m.gaps))
    copy.dice, copy.standings = _numbers(m.dice), _numbers(m.standings)
    return copy.hash()


def native_hash(native: NativeMatch, dealt: Match, settled: tuple[Any, ...]) -> str:
    """
    The hash of a match of the native machine, beside one of the same deal (`Match.prepare`) and
    with what seats take home.
    """
    found, parts = native.fields(), native.loaded.numbering
    m = dealt.clone()
    for name in _ALIKE:
        setattr(m, name, found[name])
    m.rng, m.stripped, m.settled = found["random"], frozenset(found["stripped"]), settled
    m.owners, m.known = _paired(found["owners"]), _paired(found["known"])
    ended = [found[name] for name in Ended._fields]
    m.ended = None if m.standings is None else Ended(*ended)
    m.stack = [(parts.codes[code], list(r), at) for code, at, r in found["frame"]]
    m.triggers = {
        uuid: Trigger(parts.triggers[of], *(*rest[:-1], _removers(uuid, count), rest[-1]))
        for of, count, uuid, *rest in found["trigger"]
    }
    m.modifiers = {
        uuid: Modifier(parts.modifiers[of], *(*rest, _removers(uuid, count)))
        for of, count, uuid, *rest in found["modifier"]
    }
    m.choices = [_choice_of(each) for each in found["choice"]]
    sealed = zip(found["sealed"], found["sealed_picks"], strict=True)
    m.sealed = tuple([(_choice_of(each), picks) for each, (picks,) in sealed])
    return m.hash()


#: What has the same name and shape in both machines.
_ALIKE = (
    *("state", "zones", "cards", "spare", "next_uuid", "gathered", "conceded", "quitters", "dice"),
    *("keeping", "gaps", "standings", "dealt"),
)


def _numbers(value: Any) -> Any:
    value = plain_values(value)
    if isinstance(value, tuple):
        return tuple(map(_numbers, value))
    return int(value) if isinstance(value, bool) else value


def _choice_of(values: tuple[Any, ...]) -> Choice:
    """A choice in which numbers stand for names; `values` as `match_fields.choice_values`."""
    seat, least, most, words, together, _, prompt, subject, options, preset, told, barred = values
    pairs = zip(options[::2], options[1::2], strict=True)
    offered: Any = tuple([Option(kind, entity, "") for kind, entity in pairs])
    left_out: Any = [(reason, Option(kind, entity, "")) for reason, kind, entity in barred]
    return Choice(
        *(seat, prompt, offered, least, most, preset, subject, words, together),
        *(_numbers(told), tuple(left_out)),
    )


def _paired(values: tuple[int, ...]) -> dict[int, int]:
    return dict(zip(values[::2], values[1::2], strict=True))


def _removers(uuid: int, count: int) -> tuple[int, ...]:
    return tuple(range(uuid + 1, uuid + 1 + count))
