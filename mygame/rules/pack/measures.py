"""
What a pack wants measured in its matches: its section `report` (docs/language/measures.md).

`Declaration` checks the section and makes `running.measures.Measures` of it; whoever compiles the
pack gives it the values. `rules.weighing.sim` records by it and knows no game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..ground.data import Json
from ..language.declared import Declarations
from ..language.spoken import Spoken
from ..running.measures import Done, Heard, Held, Measure, Measures, Offered, Stage


def _entry(*required: str, **properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties | {"comment": {}},
        "required": list(required),
        "additionalProperties": False,
    }


def _heard(*names: str, **more: Any) -> dict[str, Any]:
    text = {"type": "string"}
    return _entry("event", *names, event=text, **dict.fromkeys(names, text), **more)


_VALUE: dict[str, Any] = {"type": ["string", "number", "object"]}
_CARD = _heard("card")
#: JSON Schema of the section, for editors; what a pack's own names must be, `Declaration` says.
SCHEMA: dict[str, Any] = _entry(
    round=_heard("number"),
    score=_VALUE,
    series={"type": "object", "additionalProperties": _VALUE},
    deeds={
        "type": "object",
        "additionalProperties": _heard("player", amount={"type": "string"}),
    },
    cards=_entry(
        where=_VALUE,
        stages={
            "type": "object",
            "additionalProperties": {
                "anyOf": [
                    _heard("card", "player", where=_VALUE),
                    _entry("cards", cards={"type": ["string", "array", "object"]}, where=_VALUE),
                    _entry(
                        "prompt",
                        "option",
                        prompt={"type": "string"},
                        option={"type": "string"},
                        taken={"type": "boolean"},
                        where=_VALUE,
                    ),
                ]
            },
        },
        having={"type": "array", "items": {"type": "string"}},
    ),
    lives=_entry("begins", "ends", where=_VALUE, begins=_CARD, ends=_CARD),
)


def _keys(schema: dict[str, Any]) -> tuple[str, ...]:
    return tuple(schema["properties"])


class Declaration:
    """
    Reads the section `report`. `value` has a value compiled for a measure: of a place, what stands
    there, the type of {it} and what it comes to.
    """

    def __init__(
        self,
        declared: Declarations,
        spoken: Spoken,
        value: Callable[[Measure, str, Json, str, str], None],
        problem: Callable[[str, str], None],
    ):
        self.declared, self.spoken, self.value, self.problem = declared, spoken, value, problem

    def read(self, section: dict[str, Any]) -> Measures:
        self.known("report", section, _keys(SCHEMA))
        measures = Measures()
        if "round" in section:
            measures.round = self.heard("report.round", section["round"], {"number": "number"})
        scores = {"score": section["score"]} if "score" in section else {}
        for name, node in (scores | self.table("report.series", section.get("series"))).items():
            place = f"report.series.{name}" if name != "score" else "report.score"
            measures.series[name] = self.measure(place, node, "player")
        for name, node in self.table("report.deeds", section.get("deeds")).items():
            done = self.done(f"report.deeds.{name}", node)
            if done is not None:
                measures.deeds[name] = done
        self.read_cards(measures, self.table("report.cards", section.get("cards")))
        self.read_lives(measures, self.table("report.lives", section.get("lives")))
        return measures

    def read_cards(self, measures: Measures, section: dict[str, Any]) -> None:
        place = "report.cards"
        self.known(place, section, _keys(SCHEMA["properties"]["cards"]))
        measures.cards = self.where(place, section)
        stages = self.table(f"{place}.stages", section.get("stages"))
        for name, node in stages.items():
            stage = self.stage(f"{place}.stages.{name}", node)
            if stage is not None:
                measures.stages[name] = stage
        taken = [
            name
            for name, stage in measures.stages.items()
            if not isinstance(stage.source, Offered) or stage.source.taken
        ]
        measures.having = tuple(section.get("having", taken))
        for name in set(measures.having) - set(stages):
            self.problem(f"{place}.having", f"{name!r} is none of the stages {', '.join(stages)}")

    def read_lives(self, measures: Measures, section: dict[str, Any]) -> None:
        place = "report.lives"
        if not section:
            return
        self.known(place, section, _keys(SCHEMA["properties"]["lives"]))
        measures.lives = self.where(place, section)
        for name in ("begins", "ends"):
            heard = self.heard(f"{place}.{name}", section.get(name), {"card": "card"})
            setattr(measures, name, heard)

    def stage(self, place: str, node: Json) -> Stage | None:
        source: Heard | Offered | Held | None
        if isinstance(node, dict) and "prompt" in node:
            self.known(place, node, ("prompt", "option", "taken", "where"))
            source = self.offered(place, node)
        elif isinstance(node, dict) and "cards" in node:
            self.known(place, node, ("cards", "where"))
            source = Held(self.measure(f"{place}.cards", node["cards"], "player", "cards"))
        else:
            source = self.heard(place, node, {"card": "card", "player": "player"}, ("where",))
        if source is None or not isinstance(node, dict):
            return None
        return Stage(source, self.where(place, node))

    def offered(self, place: str, node: dict[str, Any]) -> Offered:
        spoken = self.spoken
        for key, known in (("prompt", spoken.prompts), ("option", spoken.option_words)):
            if node.get(key) not in known:
                self.problem(
                    f"{place}.{key}",
                    f"no choice has the {key} {node.get(key)!r}; there are "
                    f"{', '.join(sorted(known)) or 'none'}",
                )
        return Offered(str(node.get("prompt")), str(node.get("option")), bool(node.get("taken")))

    def heard(
        self, place: str, node: Json, names: dict[str, str], more: tuple[str, ...] = ()
    ) -> Heard | None:
        """`{"event": ...}` with names of its context; `names` says which, and of what type each."""
        declared = self.declared.event(node.get("event")) if isinstance(node, dict) else None
        if declared is None or not isinstance(node, dict):
            events = ", ".join(self.declared.events)
            self.problem(
                place, f"the name of an event belongs here, as `event`; there are {events}"
            )
            return None
        self.known(place, node, ("event", *names, *more))
        indices = []
        for key, type in names.items():
            fitting = [n for n, (kind, _) in declared.context.items() if kind == type]
            name = node.get(key)
            if not isinstance(name, str) or name not in fitting:
                self.problem(
                    f"{place}.{key}",
                    f"{declared.name} has no {type} {name!r} in its context; it has "
                    f"{', '.join(fitting) or 'none'}",
                )
                return None
            indices.append(list(declared.context).index(name))
        return Heard(2 * declared.index, *indices)

    def done(self, place: str, node: Json) -> Done | None:
        """An event with the player who does it, and maybe an amount."""
        counted = isinstance(node, dict) and "amount" in node
        names = {"player": "player"} | ({"amount": "number"} if counted else {})
        heard = self.heard(place, node, names)
        return Done(heard.key, heard.what, heard.player) if heard is not None else None

    def where(self, place: str, node: dict[str, Any]) -> Measure | None:
        return self.measure(f"{place}.where", node["where"], "card") if "where" in node else None

    def measure(self, place: str, node: Json, about: str, want: str = "number") -> Measure:
        measure = Measure()
        self.value(measure, place, node, about, want)
        return measure

    def table(self, place: str, node: Json) -> dict[str, Any]:
        if isinstance(node, dict) or node is None:
            return node or {}
        self.problem(place, "an object belongs here")
        return {}

    def known(self, place: str, node: dict[str, Any], keys: tuple[str, ...]) -> None:
        for key in node.keys() - {*keys, "comment"}:
            self.problem(f"{place}.{key}", f"there is no such entry; there are {', '.join(keys)}")
