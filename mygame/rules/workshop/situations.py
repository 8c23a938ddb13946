"""
Where to try a card: the beginning of a situation, and how people change it.

`beginning_for` takes the scenario of the pack that fits best and puts the card where it has one of
its kind. `lay_out` reads a line such as `hand ember, icicle`, `seat 2 mana 9`, `dice 1 6 3` or
`ember.cost 2`: zones and fields are named as in the files or as players read them, in any language.
"""

from __future__ import annotations

import copy
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from ..ground.errors import suggest
from ..ground.places import Path
from ..language import dialect
from ..pack import CardDef, Pack
from ..playing.bots.worker import pack_in
from ..scenario.files import scenarios_in
from ..scenario.form import SCHEMA, ScenarioError, schema_misfits
from ..scenario.missing import cards_laid_out
from ..scenario.vocabulary import Vocabulary, vocabulary_of
from ..telling.text import Text

Scenario = dict[str, Any]

BEGINNING = ("seats", "seed", "options", "given")  # what of a scenario is its beginning
#: The form of a beginning, by that of scenarios.
FORM = {**SCHEMA["$defs"]["scenario"], "required": []}
DICE = ("dice", "setupDice")
SEAT = re.compile(r"(?:seat|座位|玩家)\s*(\d+)\s+", re.IGNORECASE)
GAPS = re.compile(r"\s*[,，、;；]\s*")


def begin_situation(
    folder: str, content: str, texts: list[tuple[str, str]], card_id: str, name: str
) -> tuple[Scenario, list[str]]:
    """
    Where to begin, of the pack in a folder with these files of scenarios: the one of a name, or
    what fits a card; and what the scenarios are called. A task for another process.

    :raises ScenarioError: there is none of that name.
    """
    pack, known = pack_in(folder, content), read_scenarios(texts)
    card = pack.declarations.catalogue.definitions.get(card_id)
    scenario = scenario_named(known, name) if name else beginning_for(pack, known, card)
    return scenario, [str(each.get("name", "")) for each in known]


def change_situation(folder: str, content: str, scenario: Scenario, text: str) -> Scenario:
    """`lay_out` for the pack in a folder. A task for another process."""
    return lay_out(pack_in(folder, content), scenario, text)


def read_scenarios(texts: Iterable[tuple[str, str]]) -> list[Scenario]:
    """The scenarios of these files (name, text); of those that cannot be read there are none."""
    found: list[Scenario] = []
    for name, text in texts:
        try:
            found += scenarios_in(text, name)
        except ScenarioError:
            continue
    return found


def beginning_for(pack: Pack, known: Iterable[Scenario], card: CardDef | None) -> Scenario:
    """
    A situation in which to try a card: that of the scenario which is most about a card like it,
    with the card in its place. Without any scenario the match begins as matches do.
    """
    words, rows = vocabulary_of(pack), list(known)
    if card is None or not rows:
        return _without_steps(rows[0]) if rows else {}
    places = [
        (scenario, *place) for scenario in rows for place in _cards_of_kind(words, scenario, card)
    ]
    if not places:
        return _without_steps(rows[0])
    usual = Counter(path for _, path, _ in places).most_common(1)[0][0]
    fitting = [(scenario, like) for scenario, path, like in places if path == usual]
    scenario, like = max(fitting, key=lambda each: _likeness_of(words, card, *each))
    return _with_card(words, _without_steps(scenario), usual, like, words.shortest_name(card.id))


def scenario_named(known: Iterable[Scenario], text: str) -> Scenario:
    """
    The beginning of the scenario of a name, or of the first whose name has the text.

    :raises ScenarioError: there is none.
    """
    wanted = text.casefold().strip()
    rows = [each for each in known if wanted in str(each.get("name", "")).casefold()]
    rows.sort(key=lambda each: len(str(each.get("name", ""))))
    if not wanted or not rows:
        raise ScenarioError(f"there is no scenario {text!r}")
    return _without_steps(rows[0])


def _without_steps(scenario: Scenario) -> Scenario:
    return copy.deepcopy({key: scenario[key] for key in BEGINNING if key in scenario})


def _cards_of_kind(
    words: Vocabulary, scenario: Scenario, card: CardDef
) -> list[tuple[Path, CardDef]]:
    """Where a scenario lays cards of the kind of this one."""
    found = []
    for path, name in cards_laid_out(words, scenario):
        try:
            other = words.find_copy(name).card
        except ScenarioError:
            continue
        if other.kind == card.kind:
            found.append((path, other))
    return found


def _likeness_of(
    words: Vocabulary, card: CardDef, scenario: Scenario, like: CardDef
) -> tuple[bool, int, int]:
    """How well the place of a card of a scenario is one for another card."""
    first: Any = next(iter(scenario.get("when", ())), {})
    about = first.get("card") if isinstance(first, dict) else None
    try:
        taken = about is not None and words.find_copy(about).card is like
    except ScenarioError:
        taken = False
    same = sum(like.facts.get(key) == value for key, value in card.facts.items())
    return taken, same, -len(list(cards_laid_out(words, scenario)))


def _with_card(
    words: Vocabulary, scenario: Scenario, path: Path, like: CardDef, name: str
) -> Scenario:
    """The same beginning with another card in the place of one."""
    cards: Any = scenario["given"]
    for key in path:
        cards = cards[key]
    at = next(n for n, each in enumerate(cards) if words.find_copy(each).card is like)
    cards[at] = name
    scenario["given"].get("cards", {}).pop(name, None)
    return scenario


# -- what people lay out ---------------------------------------------------------------------------


def lay_out(pack: Pack, scenario: Scenario, text: str) -> Scenario:
    """
    A beginning with something laid out otherwise.

    :raises ScenarioError: nothing is called so, or the value is none.
    """
    other = copy.deepcopy(scenario)
    given = other.setdefault("given", {})
    if text.lstrip().startswith("{"):
        data, problems = dialect.parse_json5(text, "given")
        if problems or not isinstance(data, dict):
            raise ScenarioError("; ".join(map(str, problems)) or "given is an object")
        given |= data
    else:
        _apply_line(pack, other, given, text)
    for path, sentence in schema_misfits(other, FORM):
        raise ScenarioError(sentence, path)
    if "at" not in given and given.keys() - {"setupDice"}:
        raise ScenarioError(
            "begin with a scenario first: it says at which moment things are laid out"
        )
    return other


def _apply_line(pack: Pack, other: Scenario, given: Scenario, text: str) -> None:
    """What a line of words lays out."""
    found, seat = SEAT.match(text), int(given.get("seat", 0))
    if found is not None:
        seat, text = int(found.group(1)) - 1, text[found.end() :]
    if not 0 <= seat < other.get("seats", pack.declarations.seats[-1]):
        raise ScenarioError(f"there is no seat {seat + 1}")
    name, rest = _split_line(pack, text.strip())
    if name in DICE:
        given[name] = [_parse_number(each) for each in rest.replace(",", " ").split()]
    elif name in ("seed", "seats"):
        other[name] = _parse_number(rest)
    elif name in pack.declarations.options:
        other.setdefault("options", {})[name] = _parse_value(rest)
    else:
        _lay_part(pack, given, seat, name, rest)


def _lay_part(pack: Pack, given: Scenario, seat: int, name: str, rest: str) -> None:
    """Zones and fields of players, of the match and of cards."""
    words = vocabulary_of(pack)
    if name in words.player_zones:
        _player_given(given, seat)[name] = _parse_cards(words, rest)
    elif name in words.shared_zones:
        given.setdefault("zones", {})[name] = _parse_cards(words, rest)
    elif ("player", name) in pack.declarations.layout.fields:
        _player_given(given, seat)[name] = _parse_value(rest)
    elif ("match", name) in pack.declarations.layout.fields:
        given.setdefault("match", {})[name] = _parse_value(rest)
    else:
        card, _, field = name.rpartition(".")
        wanted = words.find_copy(card)
        definition = wanted.card
        fields = given.setdefault("cards", {}).setdefault(words.written_name(wanted), {})
        fields[_field_name(pack, definition, field)] = _parse_value(rest)


def _player_given(given: Scenario, seat: int) -> dict[str, Any]:
    """What is given of a player."""
    players = given.setdefault("players", [])
    players += [{} for _ in range(seat + 1 - len(players))]
    found: dict[str, Any] = players[seat]
    return found


def _split_line(pack: Pack, text: str) -> tuple[str, str]:
    """What a line is about, by its name in the files, and the rest of it."""
    known = names_to_lay_out(pack)
    lower = text.casefold()
    for told in sorted(known, key=len, reverse=True):
        after = lower[len(told) : len(told) + 1]
        ends = not after or not told[-1].isascii() or not (after.isalnum() or after in "._")
        if lower.startswith(told) and ends:
            return known[told], text[len(told) :].strip(" =:：")
    head, _, rest = text.partition(" ")
    if "." in head:
        return head, rest.strip()
    shown = sorted({each for each in known.values() if "." not in each})
    raise ScenarioError(f"nothing is called {head!r}{suggest(head, [*known, *shown])}")


def names_to_lay_out(pack: Pack) -> dict[str, str]:
    """What can be laid out, as people name it in any language -> its name in the files."""
    words = vocabulary_of(pack)
    found = {each.casefold(): each for each in (*DICE, "seed", "seats", *pack.declarations.options)}
    found |= {"骰子": "dice"}
    for language in pack.words or ("en",):
        text = Text(pack, language)
        for zone in (*words.shared_zones, *words.player_zones):
            family, _, rest = zone.partition(".")
            told = text.zone(family)
            found.setdefault(
                f"{told} {text.symbol(rest)}".strip().casefold() if rest else told.casefold(), zone
            )
            found[zone.casefold()] = zone
        for kind, field in pack.declarations.layout.fields:
            if kind in ("player", "match"):
                found.setdefault(text.field(field).casefold(), field)
                found[field.casefold()] = field
    return found


def _field_name(pack: Pack, card: CardDef, name: str) -> str:
    """A field of a card by its name in the files or for players."""
    fields = [field for kind, field in pack.declarations.layout.fields if kind == card.kind]
    for language in pack.words:
        for field in fields:
            if Text(pack, language).field(field).casefold() == name.casefold():
                return field
    if name not in fields:
        raise ScenarioError(f"a {card.kind} has no field {name!r}{suggest(name, fields)}")
    return name


def _parse_cards(words: Vocabulary, text: str) -> list[str]:
    """Cards by any of their names; none for `-` and for nothing."""
    wanted = [each for each in GAPS.split(text.strip()) if each and each != "-"]
    return [words.written_name(words.find_copy(each)) for each in wanted]


def _parse_number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ScenarioError(f"a number belongs here, not {text[:40]!r}") from None


def _parse_value(text: str) -> Any:
    """A number, true or false, or a name."""
    told = text.strip()
    if told.lower() in ("true", "false"):
        return told.lower() == "true"
    return int(told) if re.fullmatch(r"-?\d{1,10}", told) else told
