"""
A tried situation written down as a scenario: its beginning, the answers given, what came of them.

`scenario_of` is a task for another process, as `sandbox.play_situation`.
"""

from __future__ import annotations

from typing import Any

from ..ground.errors import RuleError
from ..pack import Pack, pack_of_match
from ..playing.bots.worker import pack_in
from ..running.choices import Choice
from ..scenario.facts import Facts
from ..scenario.form import ScenarioError
from ..scenario.names import Names
from ..scenario.playing import Player
from .layout import lay_out, one_line
from .sandbox import Answer, Played, Situation

MAX_FACTS = 16  # of a scenario that is written down
MARGIN = 6 * " "  # of the lines of a scenario in its file


def scenario_of(
    folder: str, content: str, situation: Situation, name: str
) -> tuple[str, list[str]]:
    """
    A situation as the text of a file with one scenario: its beginning, its answers, and what has
    changed by them; and what of it does not hold when it is played again (nothing, if all is well).

    :raises ScenarioError: its beginning cannot be had.
    """
    pack = pack_in(folder, content)
    played = Played(pack, situation["scenario"])
    before = _facts_of(played)
    steps: list[dict[str, Any]] = []
    for answer in situation["answers"]:
        choice = played.match.choice_of(answer[0])
        if choice is None:
            break
        step = step_of(played.trace.names, choice, answer)
        if not played.take_answer(answer):
            break
        steps.append(step)
    after = _facts_of(played)
    changed = {path: shown for path, shown in after.items() if before.get(path) != shown}
    then = dict(list(changed.items())[:MAX_FACTS]) or {"over": played.match.is_over}
    scenario = {"name": name, **situation["scenario"], "when": steps, "then": then}
    failures = Player(pack, scenario).play()
    return text_of([scenario]), list(map(str, failures))


def step_of(names: Names, choice: Choice, answer: Answer) -> dict[str, Any]:
    """An answer in the form of a scenario."""
    (seat, picks), match = answer, names.match
    first = match.pending[0].seat if match.pending else -1
    by = {"by": seat} if len(match.pending) > 1 or seat != first else {}
    return {
        **by,
        **_picks_by_name(names, choice, choice.default if picks is None else tuple(picks)),
    }


def _picks_by_name(names: Names, choice: Choice, picks: tuple[int, ...]) -> dict[str, Any]:
    """Picks by the names of what they are about."""
    if choice.words is None:
        return {"pick": [_option_about(names, choice, pick)[1] for pick in picks]}
    key, about = _option_about(names, choice, picks[0])
    word: dict[str, Any] = {"choose": choice.options[picks[0]].word}
    return {**word, key: about} if key else word


def _option_about(names: Names, choice: Choice, pick: int) -> tuple[str, Any]:
    """What an option is about: the key of a scenario's answer, and the name."""
    option = choice.options[pick]
    if option.kind == "player":
        return "player", option.entity - 1
    if option.kind == "number":
        return "number", option.entity
    if option.kind == "symbol":
        return "symbol", names.match.program.symbol_name(option.entity)
    if option.kind == "text":
        return "text", option.entity
    if option.kind == "definition":
        return "definition", names.full_name(option.entity)
    if option.kind == "card":
        return "card", names.full_name(option.entity)
    return "", option.word


def _facts_of(played: Played) -> dict[str, Any]:
    """The fields and zones of players, the fields of the match and of the cards that lie open."""
    match, facts = played.match, Facts(played.trace.names, played.trace.events)
    pack, found = pack_of_match(match), {}
    paths = [
        f"players.{seat}.{name}" for seat in range(match.seats) for name in _player_facts(pack)
    ]
    paths += [f"match.{name}" for kind, name in pack.declarations.layout.fields if kind == "match"]
    paths += [f"zones.{name}.count" for name in facts.words.shared_zones]
    for path in (*paths, "over", "asked", "prompt"):
        try:
            found[path] = facts.find(path)
        except (ScenarioError, RuleError, LookupError):
            continue
    return found


def _player_facts(pack: Pack) -> list[str]:
    """What scenarios can say of a player."""
    fields = [name for kind, name in pack.declarations.layout.fields if kind == "player"]
    zones = [zone.name for zone in pack.declarations.layout.zones.values() if zone.of == "player"]
    return [*fields, *(f"{zone}.count" for zone in zones)]


def text_of(scenarios: list[dict[str, Any]]) -> str:
    """The text of a file of scenarios: one thing a line, players and steps on their own."""
    lines = ["{", '  "scenarios": [']
    for scenario in scenarios:
        rows = [f"{one_line(key)}: {lay_out(value, MARGIN)}" for key, value in scenario.items()]
        lines.append("    {" + rows[0] + ",")
        lines += [f"{MARGIN}{row}," for row in rows[1:-1]]
        lines.append(f"{MARGIN}{rows[-1]}}},")
    return "\n".join([*lines, "  ],", "}", ""])
