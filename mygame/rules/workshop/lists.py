"""Lists of what a pack declares and says, for people who write cards and scenarios."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from ..language.declared import Declared
from ..pack.definition import Pack
from ..running.state import Field, Zone

Arguments = Iterable[tuple[str, Iterable[str]]]


def word_line(name: str, arguments: Arguments) -> str:
    """`damage: monster (card), amount (number)`."""
    told = ", ".join(f"{argument} ({' or '.join(kinds)})" for argument, kinds in arguments)
    return f"{name}: {told}" if told else name


def declaration_lines(table: Mapping[str, Declared]) -> Iterator[str]:
    """Events, timings or questions with their contexts."""
    for name, one in table.items():
        yield word_line(
            name, [(key, domain or (type,)) for key, (type, domain) in one.context.items()]
        )


def prompt_lines(pack: Pack) -> Iterator[str]:
    yield from sorted({*pack.spoken.prompts, pack.program.turns.simultaneous} - {""})


def option_lines(pack: Pack) -> Iterator[str]:
    """Options as scenarios write them: `play CARD`."""
    for word, kinds in sorted(pack.spoken.option_words.items()):
        for kind in sorted(kinds):
            about = "player SEAT" if kind == "player" else kind.upper()
            yield about if word == kind == "player" else f"{word} {about}".rstrip()


def zone_lines(pack: Pack) -> Iterator[str]:
    """Zones of players and shared ones: what is in them, who sees it, how many cards."""
    for zone in pack.declarations.layout.zones.values():
        for name in [zone.name] if isinstance(zone.of, str | None) else zone.of:
            most = pack.origin.raw["zones"][zone.name].get("max", zone.most)
            yield _zone_line(zone, name if name == zone.name else f"{zone.name}.{name}", most)


def _zone_line(zone: Zone, name: str, most: int | str | Mapping[str, object] | None) -> str:
    whose = "each player's" if zone.of == "player" else "shared"
    seen = {"all": "seen by all", "owner": "seen by its player", "none": "seen by nobody"}
    limit = f", at most {most}" if most is not None else ""
    return f"{name}: {whose}, {seen[zone.see]}{limit}"


def field_lines(pack: Pack) -> Iterator[str]:
    for (kind, name), field in pack.declarations.layout.fields.items():
        yield f"{kind} {name}: {_type_text(field)}"


def _type_text(field: Field) -> str:
    told = ", ".join(field.domain) or field.type
    if field.minimum is not None:
        told += f", at least {field.minimum}"
    return told if field.maximum is None else f"{told}, at most {field.maximum}"


def message_lines(pack: Pack) -> Iterator[str]:
    """Messages of the log with their arguments."""
    for message in sorted(pack.spoken.messages):
        kinds: dict[str, set[str]] = {}
        for name, arguments in pack.program.notes.values():
            for argument, kind in arguments if name == message else ():
                kinds.setdefault(argument, set()).add(kind)
        yield word_line(message, ((argument, sorted(of)) for argument, of in kinds.items()))


def value_lines(pack: Pack) -> Iterator[str]:
    for name, one in pack.declarations.defines["values"].items():
        yield word_line(name, ((key, (param.type,)) for key, param in one.params.items()))


LISTS: dict[str, Callable[[Pack], Iterator[str]]] = {
    "events": lambda pack: declaration_lines(pack.declarations.events),
    "timings": lambda pack: declaration_lines(pack.declarations.timings),
    "questions": lambda pack: declaration_lines(pack.declarations.questions),
    "prompts": prompt_lines,
    "options": option_lines,
    "zones": zone_lines,
    "fields": field_lines,
    "messages": message_lines,
    "values": value_lines,
    "cards": lambda pack: (f"{c.id}: {', '.join(sorted({*c.name.values()}))}" for c in pack.cards),
}
