"""A sandbox for clients that draw tables: the messages of a match, and what it has beside one."""

import json
from pathlib import Path

import pytest
from data_client import Drawing
from jsonschema import Draft202012Validator

from world import content

SCHEMA = Path(__file__).parents[2] / "mygame" / "web" / "static" / "protocol" / "3.schema.json"


@pytest.fixture
def drawn(builder):
    """A builder whose client draws; `drawn.sandbox()` is what came last of that."""
    return Drawn(builder("Bob"))


class Drawn(Drawing):
    def __init__(self, bob):
        super().__init__(bob.person)
        self.bob = bob
        self.ask("subscribe", text=False)

    def type(self, *lines):
        return self.bob.type(*lines)

    def give(self, *picks, number=None):
        """Answer, and wait for what comes of it."""
        self.answer(*picks, number=number)
        self.bob.settle()

    @property
    def own(self):
        return self.bob.character.ndb.sandbox

    def told(self):
        return [m for name, m in self.seen if name == "chrono_sandbox"][-1]

    def option(self, text):
        options = self.prompt["prompts"][0]["options"]
        return next(n for n, each in enumerate(options) if text in each["text"])


def test_a_sandbox_is_drawn_as_a_match_is(drawn):
    said = drawn.type("card try bash")
    assert "1)" not in said
    assert drawn.table["table"] == 0
    assert drawn.table["you"] == 0
    assert drawn.lobby["where"] == "sandbox"
    assert drawn.view() == {**drawn.own.match.view(0), "choices": []}
    drawn.give(drawn.option("Bash"))
    assert drawn.error is None
    assert drawn.own.situation["answers"]
    seat = drawn.own.pending_choice.seat
    assert drawn.view() == {**drawn.own.match.view(seat), "choices": []}
    steps = drawn.told()["steps"]
    assert any(step["what"] == "does" and step["card"] == "Bash" for step in steps)
    assert any(step["what"] == "log" and "damage" in step["told"] for step in steps)


def test_its_messages_keep_to_the_schema(drawn):
    drawn.type("card try bash")
    drawn.give(drawn.option("Bash"))
    drawn.type("try undo", "try bots random", "try eyes none", "try leave")
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    assert "chrono_sandbox" in drawn.names()
    for name, message in drawn.seen:
        kind = f"#/$defs/Chrono.{name.removeprefix('chrono_').capitalize()}"
        Draft202012Validator({**schema, "$ref": kind}).validate(message)


def test_what_never_changes_is_told_once(drawn):
    drawn.type("card try bash")
    assert drawn.told()["zones"]
    assert drawn.told()["beginnings"]
    number = drawn.told()["number"]
    drawn.type("try eyes 1")
    drawn.give(drawn.option("Bash"))
    assert drawn.told()["number"] > number
    assert drawn.told()["zones"] is None


def test_what_is_typed_and_what_is_clicked_is_one_sandbox(drawn):
    drawn.type("card try bash", "1")
    assert drawn.told()["answers"] == len(drawn.own.situation["answers"]) > 0
    drawn.type("try undo")
    assert drawn.told()["answers"] == 0
    assert drawn.view() == {**drawn.own.match.view(0), "choices": []}


def test_the_eyes_are_those_one_wants(drawn):
    drawn.type("card try bash", "try eyes 2")
    assert drawn.table["you"] == 1
    assert drawn.private["you"] == 1
    assert drawn.prompt["prompts"], "the questions stay those of who is asked"
    drawn.type("try eyes none")
    assert drawn.table["you"] is None
    assert drawn.private is None
    drawn.type("try eyes asked")
    assert drawn.table["you"] == drawn.own.pending_choice.seat
    assert "no seat 9" in drawn.type("try eyes 9")
    assert "Whose eyes" in drawn.type("try eyes everybody")


def test_an_answer_that_is_late_or_none_changes_nothing(drawn):
    drawn.type("card try bash")
    before = drawn.own.situation["answers"]
    drawn.give(0, number=drawn.prompt["number"] - 1)
    assert drawn.error["key"] == "late"
    drawn.give(99)
    assert drawn.error["key"] == "sandboxRefused"
    drawn.give("x")
    assert drawn.error["key"] == "answerUnreadable"
    assert drawn.own.situation["answers"] == before
    assert drawn.prompt["prompts"]


def test_who_leaves_a_sandbox_is_where_they_were(drawn):
    drawn.type("open chrono", "card try bash")
    drawn.type("try leave")
    assert drawn.lobby["where"] == "table"
    assert drawn.bob.character.ndb.sandbox is None
    assert drawn.lobby["table"]["number"] == drawn.bob.character.location.number


def test_a_match_does_not_mix_with_what_is_tried(drawn, clock):
    drawn.type("play", "card try bash")
    table, bob = drawn.bob.character.location, drawn.bob.character
    while (choice := table.match.choice_of(table.seat_of(bob))) is None:
        clock.advance(1)
    drawn.seen.clear()
    table.answer(bob, choice.default)
    drawn.type("try eyes none")
    matches = ("chrono_table", "chrono_prompt", "chrono_foretold", "chrono_over")
    assert {message["table"] for name, message in drawn.seen if name in matches} == {0}
    drawn.type("try leave")
    assert drawn.table["table"] == drawn.bob.character.location.number


def test_the_draft_is_what_is_tried(drawn):
    drawn.type("card copy bash as Wallop", "card try wallop")
    version = drawn.table["pack"]["version"]
    draft = content.drafts_of(drawn.bob.account).get()
    text = draft.text.replace("9", "1")
    assert text != draft.text
    content.save_draft(drawn.bob.account, "chrono", draft.address, text)
    drawn.type("try again")
    assert drawn.table["pack"]["version"] != version


def test_a_reviewer_tries_the_draft_that_waits(drawn, builder):
    drawn.type("card copy bash as Wallop")
    draft = content.drafts_of(drawn.bob.account).get()
    draft.status = "submitted"
    draft.save()
    rita, ben = builder("Rita"), builder("Ben")
    rita.account.permissions.add("Reviewer")
    assert "play Wallop" in rita.type(f"card try {draft.pk}")
    assert "no draft" in ben.type(f"card try {draft.pk}").lower()


def test_seats_and_steps_are_in_the_language_one_reads_now(drawn):
    drawn.type("card try bash")
    drawn.ask("subscribe", text=False, language="zh")
    assert drawn.table["names"][0] == "1号座"
    drawn.give(0)
    assert any("行动" in step["told"] for step in drawn.told()["steps"])
