"""
References: what stands in braces, `{onPlay.playerUUID.mana}`.

A name is looked up in the scope; what follows its dots are fields, zones and printed properties of
what it names. Part of the reader: `expressions` and `parameters` rest on it. Begin with
`read_reference`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from ..ground.errors import suggest
from ..running.catalogue import Fact
from ..running.state import SINGULAR, Field, Zone
from .reading import Reading
from .scope import ANYWHERE
from .tree import Binding, Literal, Member, Name, Node, Reference, empty_node, first_of

_OLD_REFERENCE = re.compile(r"\$([A-Za-z_]\w*(?:\.\w+)*)")


@lru_cache(maxsize=4096)
def split_references(written: str) -> tuple[tuple[str, str | None], ...]:
    """
    Split a text into (plain, None) and ("", reference) pieces; braces nest, `$a.b` is the older
    form.

    Raises ValueError when a brace is not closed.
    """
    pieces: list[tuple[str, str | None]] = []
    plain, i = "", 0
    while i < len(written):
        if written[i] == "{":
            depth, j = 1, i + 1
            while j < len(written) and depth:
                depth += {"{": 1, "}": -1}.get(written[j], 0)
                j += 1
            if depth:
                raise ValueError(f"{written!r} opens a brace that is never closed")
            pieces += [(plain, None), ("", written[i + 1 : j - 1])]
            plain, i = "", j
        elif written[i] == "$" and (found := _OLD_REFERENCE.match(written, i)):
            pieces += [(plain, None), ("", found.group(1))]
            plain, i = "", found.end()
        elif written[i] == "}":
            raise ValueError(f"{written!r} closes a brace that was never opened")
        else:
            plain += written[i]
            i += 1
    return (*pieces, (plain, None))


@lru_cache(maxsize=4096)
def _split_dots(written: str) -> tuple[str, ...]:
    """`dc{loop1.index}.UUID` as ["dc{loop1.index}", "UUID"]."""
    parts, depth, current = [], 0, ""
    for character in written:
        if character == "." and depth == 0:
            parts.append(current)
            current = ""
        else:
            depth += {"{": 1, "}": -1}.get(character, 0)
            current += character
    return (*parts, current)


def read_id(reader: Reading, written: str) -> Name:
    """An id: `dc{loop1.index}` is the pattern `dc{}` and the value of the index."""
    pattern, keys = "", []
    for piece, inside in split_references(written):
        if inside is None:
            pattern += piece
        else:
            pattern += "{}"
            keys.append(read_reference(reader, inside))
    return Name(place=reader.place, pattern=pattern, keys=tuple(keys))


def read_reference(reader: Reading, written: str) -> Node:
    """What stands between the braces of a reference."""
    chain = _split_dots(written.strip())
    head, rest = chain[0], chain[1:]
    name = read_id(reader, head) if "{" in head else Name(place=reader.place, pattern=head)
    binding = reader.scope.names.get(name.pattern)
    if binding is None and name.pattern == "match":
        return _read_match_member(reader, rest)
    if binding is None:
        binding = reader.scope.it if name.pattern == "it" else ANYWHERE.get(name.pattern)
    if binding is None:
        known = sorted({*reader.scope.names, *ANYWHERE, "match"})
        reader.problem(f"nothing is called {{{written}}} here{suggest(head, known, 'known are')}")
        return empty_node(reader.place)
    found, rest = _resolve_binding(reader, binding, name, rest)
    return read_members(reader, found, rest) if found is not None else empty_node(reader.place)


def _resolve_binding(
    reader: Reading, binding: Binding, name: Name, rest: tuple[str, ...]
) -> tuple[Node | None, tuple[str, ...]]:
    """What a name means, with the part of it that follows; and what follows that."""
    part = binding.aliases.get(rest[0], rest[0]) if rest else ""
    if part in binding.parts:
        type, domain = binding.parts[part]
        rest = rest[1:]
    elif not binding.valued:
        wanted = rest[0] if rest else "a value of its own"
        known = suggest(wanted, [*binding.parts, *binding.aliases], "it has")
        reader.problem(f"{{{name.pattern}}} has no {wanted}{known}")
        return None, ()
    else:
        part, type, domain = "", binding.type, binding.domain
    found = Reference(
        place=reader.place,
        type=type,
        domain=domain,
        binding=binding,
        keys=name.keys,
        part=part,
    )
    return found, rest


def _read_match_member(reader: Reading, rest: tuple[str, ...]) -> Node:
    if not rest:
        return Literal(place=reader.place, type="entity", value=0)
    name, layout = rest[0], reader.declarations.layout
    zone = layout.zones.get(name)
    found: Node
    if name == "players":
        found = _make_member(reader, None, name, "number", "players")
    elif name == "cards":
        found = _make_member(reader, None, name, "cards", "cards")
    elif ("match", name) in layout.fields:
        field = layout.fields["match", name]
        found = _make_member(reader, None, name, field.type, (field,), field.domain)
    elif name in reader.declarations.options:
        found = _make_member(reader, None, name, "definitions", "option")
    elif zone is not None and zone.of is None:
        found = _make_member(reader, None, name, "cards", zone)
    elif zone is not None and isinstance(zone.of, tuple):
        if len(rest) < 2 or rest[1] not in zone.of:
            reader.problem(
                f"zone {name} needs one of {', '.join(zone.of)}: {{match.{name}.{zone.of[0]}}}"
            )
            return empty_node(reader.place, "cards")
        found = _make_member(reader, None, f"{name}.{rest[1]}", "cards", zone)
        rest = rest[1:]
    else:
        known = [
            *(n for k, n in layout.fields if k == "match"),
            *reader.declarations.options,
            *(z.name for z in layout.zones.values() if z.of != "player"),
        ]
        reader.problem(
            f"the match has no {name}{suggest(name, ['players', 'cards', *known], 'it has')}"
        )
        return empty_node(reader.place)
    return read_members(reader, found, rest[1:])


def _make_member(
    reader: Reading,
    of: Node | None,
    name: str,
    type: str,
    means: tuple[Field, ...] | Zone | Fact | str,
    domain: tuple[str, ...] = (),
) -> Member:
    return Member(
        place=reader.place,
        type=type,
        domain=domain,
        of=of,
        name=name,
        means=means,
    )


def read_members(reader: Reading, node: Node, names: Iterable[str]) -> Node:
    """What follows the dots, up to the first that is nothing."""
    for name in names:
        found = read_member(reader, node, name)
        if found is None:
            return empty_node(reader.place)
        node = found
    return node


def read_member(reader: Reading, of: Node, name: str) -> Node | None:
    """What follows a dot; None, and a problem, where there is no such thing."""
    if of.is_list:
        if name == "count":
            return _make_member(reader, of, name, "number", "count")
        if name in ("first", "bottom", "last", "top"):
            end = "first" if name in ("first", "bottom") else "last"
            return _make_member(reader, of, name, SINGULAR[of.type], end)
        of = first_of(of)
    if name == "UUID":
        return of
    if name == "base":
        if isinstance(of, Member) and not of.printed and not isinstance(of.means, str):
            of.printed = of.base = True
        return of
    reader.guard(of, "entity")
    if name == "kind" and of.type in ("player", "entity", "any"):
        kinds = tuple(reader.declarations.layout.kinds)
        return _make_member(reader, of, name, "symbol", "kind", kinds)
    if isinstance(of, Member) and of.type == "symbol" and of.name == "id":
        of = replace(of, type="definition")
    found: Node | None = None
    if of.type == "definition":
        fact = reader.declarations.properties.get(name)
        if fact is not None and name != "forPlayer":
            found = _make_member(reader, of, name, fact.type, fact, fact.domain)
    if of.type in ("player", "entity", "any"):
        found = _read_player_member(reader, of, name)
    if found is None and of.type in ("card", "entity", "any"):
        found = _read_card_member(reader, of, name)
    if found is None:
        known = suggest(name, _names_after_dot(reader, of.type), "it has")
        reader.problem(f"a {of.type} has no {name}{known}")
    return found


def _names_after_dot(reader: Reading, type: str) -> list[str]:
    """What can follow a dot after a player, a card or either."""
    layout, found = reader.declarations.layout, {"UUID"}
    if type == "definition":
        found |= {*reader.declarations.properties} - {"forPlayer"}
    if type in ("player", "entity", "any"):
        found |= {"kind", "seat", "next", "previous"}
        found |= {name for kind, name in layout.fields if kind == "player"}
        found |= {zone.name for zone in layout.zones.values() if zone.of == "player"}
    if type in ("card", "entity", "any"):
        found |= {"zone", "owner", "position", *reader.declarations.properties}
        found |= {name for kind, name in layout.fields if kind not in ("player", "match")}
    return sorted(found)


def _read_player_member(reader: Reading, of: Node, name: str) -> Node | None:
    layout = reader.declarations.layout
    if name == "seat":
        return _make_member(reader, of, name, "number", "seat")
    if name in ("next", "previous"):
        return _make_member(reader, of, name, "player", name)
    field = layout.fields.get(("player", name))
    if field is not None:
        return _make_member(reader, of, name, field.type, (field,), field.domain)
    zone = layout.zones.get(name)
    if zone is not None and zone.of == "player":
        return _make_member(reader, of, name, "cards", zone)
    return None


def _read_card_member(reader: Reading, of: Node, name: str) -> Node | None:
    layout = reader.declarations.layout
    if name == "zone":
        return _make_member(reader, of, name, "symbol", "zone", tuple(layout.zones))
    if name == "owner":
        return _make_member(reader, of, name, "player", "owner")
    fact = reader.declarations.properties.get(name)
    if fact is not None:
        return _make_member(reader, of, name, fact.type, fact, fact.domain)
    columns = tuple(
        f for (kind, n), f in layout.fields.items() if n == name and kind not in ("player", "match")
    )
    if not columns:
        return _make_member(reader, of, name, "number", "position") if name == "position" else None
    return _make_member(reader, of, name, columns[0].type, columns, columns[0].domain)
