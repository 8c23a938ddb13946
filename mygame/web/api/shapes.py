"""What goes into the API and comes out of it, as the documentation says it and as it is checked."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.fields import empty

from server import cleaning

LARGEST = 2**31 - 1  # of numbers of rows
ADDRESS, COMMENT = 200, 400  # characters
TEXT = 400_000  # characters of a piece; `world.content` has limits for each kind
SENTENCE = 400
Shape = dict[str, Any]

STRING: Shape = {"type": "string"}
NUMBER: Shape = {"type": "integer"}
FLAG: Shape = {"type": "boolean"}
TIME: Shape = {"type": "string", "format": "date-time", "nullable": True}
ANY: Shape = {}
TEXTS: Shape = {
    "type": "object",
    "properties": {"zh": STRING, "en": STRING},
    "description": "one text for each language",
}


def record(**properties: Shape) -> Shape:
    """An object of these parts."""
    return {"type": "object", "properties": properties}


def list_of(each: Shape) -> Shape:
    """A list."""
    return {"type": "array", "items": each}


def page_of(each: Shape) -> Shape:
    """A page of a list: see `base.page_of`."""
    link = {"type": "string", "format": "uri", "nullable": True}
    return record(count=NUMBER, next=link, previous=link, results=list_of(each))


GAME = record(
    id=STRING, folder=STRING, name=TEXTS, version=STRING, content=STRING, seats=list_of(NUMBER),
    cards=NUMBER, decks=FLAG, inherits=STRING, schemas={"type": "object"},
    options={"type": "object"}, kinds=list_of(STRING), properties={"type": "object"},
)  # fmt: skip
CARD = record(
    id=STRING, kind=STRING, name=TEXTS, text=TEXTS, flavour=TEXTS, count=NUMBER,
    printed={"type": "object"}, page=STRING, behaviors=list_of({"type": "object"}), file=STRING,
    limit=NUMBER,
)  # fmt: skip
STANDING = record(
    player=STRING, played=NUMBER, won=NUMBER, met=NUMBER, beat=NUMBER, conceded=NUMBER,
    streak=NUMBER, best_streak=NUMBER, best_score={**NUMBER, "nullable": True}, last_played_at=TIME,
)  # fmt: skip
CHANGE = record(address=STRING, gone=FLAG, new=FLAG, difference=list_of(STRING))
VERSION = record(
    number=NUMBER, version=STRING, content=STRING, how=STRING, comment=STRING, by=STRING, at=TIME,
    changes=list_of(CHANGE),
)  # fmt: skip
SEAT = record(
    seat=NUMBER, name=STRING, player={**STRING, "nullable": True}, bot={**STRING, "nullable": True},
    place={**NUMBER, "nullable": True}, result={**STRING, "nullable": True}, conceded=FLAG,
)  # fmt: skip
MATCH = record(
    number=NUMBER, game=STRING, version=STRING, content=STRING, status=STRING, started_at=TIME,
    ended_at=TIME, seats=list_of(SEAT), page=STRING, summary={"type": "object", "nullable": True},
)  # fmt: skip
STEP = record(rounds=list_of(ANY), steps=list_of({"type": "object"}))
PIECE = record(
    address=STRING, kind=STRING, file=STRING, line=NUMBER, text=STRING, inherited=FLAG,
    history=list_of(record(publication=NUMBER, by=STRING, at=TIME, difference=list_of(STRING))),
)  # fmt: skip
PROBLEM = record(place=STRING, line=NUMBER, column=NUMBER, text=STRING)
CORNER = {**record(number=NUMBER, label=TEXTS), "nullable": True}
SIMILAR = list_of(
    record(
        id=STRING, kind=STRING, cost={**NUMBER, "nullable": True}, corner=CORNER, name=TEXTS,
        text=TEXTS,
    )
)  # fmt: skip
REPORT = record(
    problems=list_of(PROBLEM), sentences=TEXTS, untold=list_of(list_of(STRING)),
    warnings=list_of(ANY), worth={"type": "object"}, face={"type": "object"},
    similar=SIMILAR, difference=list_of(STRING), seconds={"type": "number"}, digest=STRING,
)  # fmt: skip
DRAFT = record(
    number=NUMBER, game=STRING, folder=STRING, address=STRING, text=STRING, status=STRING,
    comment=STRING, author=STRING, updated_at=TIME, difference=list_of(STRING),
    report={**REPORT, "nullable": True}, trial={"type": "object", "nullable": True},
    reviewer=STRING, review=STRING, publication={**NUMBER, "nullable": True},
    may=list_of(STRING), page=STRING,
)  # fmt: skip
DELIVERED = record(drafts=list_of(DRAFT), left_out=list_of(STRING))
TRIAL = record(
    running=FLAG, done=NUMBER, total=NUMBER, strength=STRING,
    trial={"type": "object", "nullable": True},
)  # fmt: skip
PRICE = record(running=FLAG, done=NUMBER, total=NUMBER, strength=STRING, price=STRING)
PLACE = record(
    path=list_of(ANY), help=STRING, value=STRING, adds=FLAG,
    inside=list_of(record(key=ANY, help=STRING, value=STRING, filled=FLAG, required=FLAG)),
    fits=list_of(record(name=STRING, help=STRING, json=STRING)),
)  # fmt: skip
READINGS = list_of(
    record(
        behaviors=list_of(ANY), sentence=TEXTS, facts={"type": "object"},
        answers={"type": "object"},
        differs={"type": "object", "additionalProperties": list_of(STRING)}, similar=SIMILAR,
        left_out=list_of(STRING), added=list_of(STRING), is_unclear=FLAG,
    )
)  # fmt: skip
READING = record(
    readings=READINGS, upto=NUMBER, next=list_of(STRING),
    mended=list_of(record(start=NUMBER, end=NUMBER, word=STRING)),
    nearby=READINGS, begun=READINGS, lacking=list_of(STRING), model=FLAG, proposed=STRING,
    learning=FLAG,
)  # fmt: skip
SCENARIOS = record(
    scenarios=list_of(
        record(
            name=STRING, holds=FLAG, transcript=list_of(STRING),
            failures=list_of(record(place=STRING, sentence=STRING)),
        )
    ),
    problem=STRING,
)  # fmt: skip
OUTCOME = record(
    published=FLAG, added=list_of(STRING), changed=list_of(STRING), removed=list_of(STRING),
    problems=list_of(STRING), version=STRING,
)  # fmt: skip
ERROR = record(error=STRING, sentence=STRING, fields={"type": "object"}, problems=list_of(ANY))


def _query_parameter(name: str, description: str, **more: Any) -> OpenApiParameter:
    return OpenApiParameter(name, str, OpenApiParameter.QUERY, description=description, **more)


CARDS = [
    _query_parameter("q", "words that its names or sentences hold, in any language"),
    _query_parameter("kind", "its kind; every printed symbol filters likewise (?school=fire)"),
    _query_parameter("sort", "name, or a printed number"),
]
MATCHES = [
    _query_parameter("game", "the id of a game"),
    _query_parameter("player", "the name of an account"),
]
STEPS = [
    _query_parameter("seat", "whose eyes: none, all, or a seat from 0"),
    _query_parameter("language", "zh or en", enum=["zh", "en"]),
]
PIECES = [
    _query_parameter("kind", "card, entry or file", enum=["card", "entry", "file"]),
    _query_parameter("q", "part of the address"),
]
DRAFTS = [
    _query_parameter("status", "open, submitted, approved, published or dropped; several by commas")
]


# -- what goes in ----------------------------------------------------------------------------------


class Line(serializers.CharField):
    """A line of somebody's words."""

    def run_validation(self, data: Any = empty) -> str:
        """Without what harms."""
        return cleaning.clean_line(super().run_validation(data))


class Lines(serializers.CharField):
    """A piece's text: what it says is for the checks to judge, also if it is no JSON5 at all."""

    def __init__(self, **options: Any):
        options = {"max_length": TEXT, "allow_blank": True, "trim_whitespace": False, **options}
        super().__init__(**options)

    def run_validation(self, data: Any = empty) -> str:
        """Without what harms."""
        return cleaning.clean_text(super().run_validation(data), TEXT)


class Commented(serializers.Serializer):
    """What is said of a deed."""

    comment = Line(max_length=COMMENT, required=False, allow_blank=True, default="")


class DraftForm(Commented):
    """A draft of a piece: `card:<id>`, `entry:<section>.<name>`, `file:<path>`."""

    address = Line(max_length=ADDRESS)
    text = Lines()


class TextForm(Commented):
    """What a draft is changed to."""

    text = Lines()


class CheckForm(serializers.Serializer):
    """A text to be checked without a draft."""

    address = Line(max_length=ADDRESS)
    text = Lines()


class PlaceForm(CheckForm):
    """A place in a text: names of members and numbers of items from the outermost in."""

    language = serializers.ChoiceField(["zh", "en"])
    path = serializers.ListField(
        child=serializers.JSONField(), max_length=40, required=False, default=list
    )

    def validate_path(self, path: list[Any]) -> list[str | int]:
        """Names and numbers, and nothing else."""
        if not all(type(each) is int or isinstance(each, str) for each in path):
            raise serializers.ValidationError("names and numbers")
        return path


class SentenceForm(serializers.Serializer):
    """A sentence to be read as behaviours."""

    language = serializers.ChoiceField(["zh", "en"])
    sentence = Line(max_length=SENTENCE, allow_blank=True)
    kind = Line(max_length=64, required=False, allow_blank=True, default="")
    facts = serializers.DictField(required=False, default=dict)
    model = serializers.BooleanField(required=False, default=False)


class CardForm(serializers.Serializer):
    """A card to be written down: what was read, and what is printed on it."""

    behaviors = serializers.ListField(max_length=40, required=False, default=list)
    facts = serializers.DictField(required=False, default=dict)
    name = serializers.DictField(child=Line(max_length=80))
    kind = Line(max_length=64)
    id = Line(max_length=ADDRESS, required=False, allow_blank=True, default="")


class ScenarioForm(serializers.Serializer):
    """A file of scenarios, to be played with the game, or with a draft in it."""

    text = Lines()
    draft = serializers.IntegerField(required=False, min_value=1, max_value=LARGEST)
    transcript = serializers.BooleanField(required=False, default=False)


class PublishForm(Commented):
    """Several drafts of one game, published at once."""

    drafts = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST), min_length=1, max_length=100
    )


class RetireForm(Commented):
    """A piece that is to go."""

    address = Line(max_length=ADDRESS)


class RollbackForm(Commented):
    """The publication that is to hold again."""

    publication = serializers.IntegerField(min_value=1, max_value=LARGEST)


class ArchiveForm(serializers.Serializer):
    """A game as a zip."""

    archive = serializers.FileField(max_length=100)


class PackagesForm(serializers.Serializer):
    """Packages of scripts: a script, or a zip of them."""

    packages = serializers.FileField(max_length=100, allow_empty_file=True)
