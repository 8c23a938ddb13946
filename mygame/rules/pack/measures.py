"""
What a pack wants measured in its matches: its section `report` (docs/language/measures.md).

`Declaration` checks the section and makes `running.measures.Measures` of it; whoever compiles the
pack gives it the values. `rules.weighing.sim` records by it and knows no game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..ground.data import Json
from ..ground.errors import suggest
from ..language.declared import Declarations
from ..language.spoken import Spoken
from ..running.measures import (
    Done,
    Heard,
    Held,
    Measure,
    Measures,
    Offered,
    Quests,
    Seen,
    Stage,
    Trade,
    Trial,
)


def _entry_schema(*required: str, **properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties | {"comment": {}},
        "required": list(required),
        "additionalProperties": False,
    }


def _event_schema(*names: str, **more: Any) -> dict[str, Any]:
    text = {"type": "string"}
    return _entry_schema("event", *names, event=text, **dict.fromkeys(names, text), **more)


_VALUE: dict[str, Any] = {"type": ["string", "number", "object"]}
_CARD = _event_schema("card")
#: JSON Schema of the section, for editors; what a pack's own names must be, `Declaration` says.
SCHEMA: dict[str, Any] = _entry_schema(
    round=_event_schema("number"),
    score=_VALUE,
    series={"type": "object", "additionalProperties": _VALUE},
    lead={"type": "string"},
    lap={"type": "integer", "minimum": 2},
    role=_VALUE,
    deeds={
        "type": "object",
        "additionalProperties": _event_schema(
            "player", amount={"type": "string"}, when={"enum": ["before", "after"]}
        ),
    },
    seen=_entry_schema(
        "columns",
        columns={"type": "object", "additionalProperties": _VALUE},
        moved=_VALUE,
        line={"type": "string"},
    ),
    cards=_entry_schema(
        where=_VALUE,
        stages={
            "type": "object",
            "additionalProperties": {
                "anyOf": [
                    _event_schema("card", "player", where=_VALUE),
                    _entry_schema(
                        "cards", cards={"type": ["string", "array", "object"]}, where=_VALUE
                    ),
                    _entry_schema(
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
    lives=_entry_schema("begins", "ends", where=_VALUE, begins=_CARD, ends=_CARD),
    trial=_entry_schema(
        "measures",
        "kinds",
        measures={"type": "object", "additionalProperties": _VALUE},
        settings={"type": "array", "items": {"type": "object"}},
        kinds={
            "type": "object",
            "additionalProperties": _entry_schema(
                at={"type": ["string", "number"]},
                **{side: {"type": "object"} for side in ("both", "with", "without")},
            ),
        },
    ),
    trade=_entry_schema(
        "what",
        "openings",
        what={"type": "string"},
        openings={"type": "array", "items": {"type": "object"}},
        brings={"type": "object"},
        **{name: {"type": "array", "items": {"type": "string"}} for name in ("words", "kinds")},
        **{name: {"type": "number"} for name in ("purse", "visits")},
    ),
    quests=_entry_schema(
        "kind",
        "ends",
        kind={"type": "string"},
        ends={"type": "string"},
        words={"type": "array", "items": {"type": "string"}},
        brings={"type": "object"},
        settings={
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "object"}},
        },
        facts=_entry_schema(
            **{name: {"type": "string"} for name in ("givenBy", "takenBy", "doneAt", "needs")}
        ),
    ),
)


def _keys_of_schema(schema: dict[str, Any]) -> tuple[str, ...]:
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

    def read_measures(self, section: dict[str, Any]) -> Measures:
        self.check_keys("report", section, _keys_of_schema(SCHEMA))
        measures = Measures()
        if "round" in section:
            measures.round = self.read_heard("report.round", section["round"], {"number": "number"})
        scores = {"score": section["score"]} if "score" in section else {}
        for name, node in (scores | self.as_table("report.series", section.get("series"))).items():
            place = f"report.series.{name}" if name != "score" else "report.score"
            measures.series[name] = self.read_measure(place, node, "player")
        measures.lead = self.read_lead(section, measures.series)
        measures.lap = self.read_lap(section.get("lap", 0))
        if "role" in section:
            measures.role = self.read_measure("report.role", section["role"], "player", "symbol")
        for name, node in self.as_table("report.deeds", section.get("deeds")).items():
            done = self.read_done(f"report.deeds.{name}", node)
            if done is not None:
                measures.deeds[name] = done
        measures.seen = self.read_seen(self.as_table("report.seen", section.get("seen")))
        self.read_cards(measures, self.as_table("report.cards", section.get("cards")))
        self.read_lives(measures, self.as_table("report.lives", section.get("lives")))
        measures.trial = self.read_trial(self.as_table("report.trial", section.get("trial")))
        measures.trade = self.read_trade(self.as_table("report.trade", section.get("trade")))
        measures.quests = self.read_quests(self.as_table("report.quests", section.get("quests")))
        return measures

    def read_lead(self, section: dict[str, Any], series: dict[str, Measure]) -> str:
        """The series that is named, else the score; "" where there is none."""
        name = section.get("lead", "score" if "score" in series else "")
        if name and name not in series:
            known = ", ".join(series) or "none"
            self.problem("report.lead", f"{name!r} is none of the series {known}")
            return ""
        return str(name)

    def read_lap(self, lap: Json) -> int:
        if not isinstance(lap, int) or isinstance(lap, bool) or lap < 0:
            self.problem("report.lap", "how much of the lead is a lap belongs here")
            return 0
        return lap

    def read_quests(self, section: dict[str, Any]) -> Quests | None:
        place = "report.quests"
        if not section:
            return None
        schema = SCHEMA["properties"]["quests"]
        self.check_keys(place, section, _keys_of_schema(schema))
        kind, kinds = section.get("kind", ""), self.declared.layout.kinds
        if kind not in kinds:
            told = f"there is no kind of card {kind!r}{suggest(kind, kinds)}"
            self.problem(f"{place}.kind", told)
        words = self.spoken.option_words
        for name in (section.get("ends", ""), *section.get("words", ())):
            if name not in words:
                self.problem(place, f"there is no option {name!r}{suggest(name, words)}")
        facts = self.as_table(f"{place}.facts", section.get("facts"))
        self.check_keys(f"{place}.facts", facts, _keys_of_schema(schema["properties"]["facts"]))
        for fact, name in facts.items():
            if name not in (known := self.declared.properties):
                told = f"there is no property {name!r}{suggest(name, known)}"
                self.problem(f"{place}.facts.{fact}", told)
        return Quests(**{name: value for name, value in section.items() if name != "comment"})

    def read_trade(self, section: dict[str, Any]) -> Trade | None:
        place = "report.trade"
        if not section:
            return None
        self.check_keys(place, section, _keys_of_schema(SCHEMA["properties"]["trade"]))
        numbers = [each.name for each in self.declared.bring.values() if each.type == "number"]
        if (what := section.get("what")) not in numbers:
            told = f"{what!r} is no number that players bring{suggest(str(what), numbers)}"
            self.problem(f"{place}.what", told)
        for number, opening in enumerate(section.get("openings", ())):
            for name in opening:
                if name not in self.declared.options:
                    known = suggest(name, self.declared.options)
                    told = f"there is no option {name!r}{known}"
                    self.problem(f"{place}.openings[{number}].{name}", told)
        return Trade(**{name: value for name, value in section.items() if name != "comment"})

    def read_trial(self, section: dict[str, Any]) -> Trial | None:
        place = "report.trial"
        if not section:
            return None
        schema = SCHEMA["properties"]["trial"]["properties"]
        self.check_keys(place, section, tuple(schema))
        measured = self.as_table(f"{place}.measures", section.get("measures"))
        kinds = self.as_table(f"{place}.kinds", section.get("kinds"))
        for kind, spec in kinds.items():
            if kind not in self.declared.layout.kinds:
                known = suggest(kind, self.declared.layout.kinds)
                self.problem(f"{place}.kinds.{kind}", f"there is no kind of card {kind!r}{known}")
            keys = tuple(schema["kinds"]["additionalProperties"]["properties"])
            table = self.as_table(f"{place}.kinds.{kind}", spec)
            self.check_keys(f"{place}.kinds.{kind}", table, keys)
        settings = section.get("settings")
        return Trial(
            {
                name: self.read_measure(f"{place}.measures.{name}", node, "player")
                for name, node in measured.items()
            },
            [each for each in settings if isinstance(each, dict)] if settings else [{}],
            {kind: spec for kind, spec in kinds.items() if isinstance(spec, dict)},
        )

    def read_seen(self, section: dict[str, Any]) -> Seen | None:
        place = "report.seen"
        if not section:
            return None
        self.check_keys(place, section, _keys_of_schema(SCHEMA["properties"]["seen"]))
        columns = {
            name: self.read_measure(f"{place}.columns.{name}", node, "player", "symbol")
            for name, node in self.as_table(f"{place}.columns", section.get("columns")).items()
        }
        moved, line = None, str(section.get("line", ""))
        if "moved" in section:
            moved = self.read_measure(f"{place}.moved", section["moved"], "player")
            if line not in self.spoken.messages:
                known = ", ".join(sorted(self.spoken.messages)) or "none"
                self.problem(
                    f"{place}.line", f"no line of the log is called {line!r}; there are {known}"
                )
        return Seen(columns, moved, line)

    def read_cards(self, measures: Measures, section: dict[str, Any]) -> None:
        place = "report.cards"
        self.check_keys(place, section, _keys_of_schema(SCHEMA["properties"]["cards"]))
        measures.cards = self.read_where(place, section)
        stages = self.as_table(f"{place}.stages", section.get("stages"))
        for name, node in stages.items():
            stage = self.read_stage(f"{place}.stages.{name}", node)
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
        self.check_keys(place, section, _keys_of_schema(SCHEMA["properties"]["lives"]))
        measures.lives = self.read_where(place, section)
        for name in ("begins", "ends"):
            heard = self.read_heard(f"{place}.{name}", section.get(name), {"card": "card"})
            setattr(measures, name, heard)

    def read_stage(self, place: str, node: Json) -> Stage | None:
        source: Heard | Offered | Held | None
        if isinstance(node, dict) and "prompt" in node:
            self.check_keys(place, node, ("prompt", "option", "taken", "where"))
            source = self.read_offered(place, node)
        elif isinstance(node, dict) and "cards" in node:
            self.check_keys(place, node, ("cards", "where"))
            source = Held(self.read_measure(f"{place}.cards", node["cards"], "player", "cards"))
        else:
            source = self.read_heard(place, node, {"card": "card", "player": "player"}, ("where",))
        if source is None or not isinstance(node, dict):
            return None
        return Stage(source, self.read_where(place, node))

    def read_offered(self, place: str, node: dict[str, Any]) -> Offered:
        spoken = self.spoken
        for key, known in (("prompt", spoken.prompts), ("option", spoken.option_words)):
            if node.get(key) not in known:
                self.problem(
                    f"{place}.{key}",
                    f"no choice has the {key} {node.get(key)!r}; there are "
                    f"{', '.join(sorted(known)) or 'none'}",
                )
        return Offered(str(node.get("prompt")), str(node.get("option")), bool(node.get("taken")))

    def read_heard(
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
        self.check_keys(place, node, ("event", *names, *more))
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

    def read_done(self, place: str, node: Json) -> Done | None:
        """An event with the player who does it, and maybe an amount."""
        counted = isinstance(node, dict) and "amount" in node
        names = {"player": "player"} | ({"amount": "number"} if counted else {})
        heard = self.read_heard(place, node, names, ("when",))
        if heard is None:
            return None
        before = isinstance(node, dict) and node.get("when") == "before"
        return Done(heard.key + before, heard.what, heard.player)

    def read_where(self, place: str, node: dict[str, Any]) -> Measure | None:
        return (
            self.read_measure(f"{place}.where", node["where"], "card") if "where" in node else None
        )

    def read_measure(self, place: str, node: Json, about: str, want: str = "number") -> Measure:
        measure = Measure()
        self.value(measure, place, node, about, want)
        return measure

    def as_table(self, place: str, node: Json) -> dict[str, Any]:
        if isinstance(node, dict) or node is None:
            return node or {}
        self.problem(place, "an object belongs here")
        return {}

    def check_keys(self, place: str, node: dict[str, Any], keys: tuple[str, ...]) -> None:
        for key in node.keys() - {*keys, "comment"}:
            self.problem(f"{place}.{key}", f"there is no such entry; there are {', '.join(keys)}")
