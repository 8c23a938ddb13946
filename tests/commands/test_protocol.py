"""Matches as data, for clients that draw them: what they are sent, and what they answer."""

import pytest
from data_client import Drawing, until_prompted

from rules.running.outcome import Outcome
from server import INPUT_MARK
from world.play.hosting.events import Ended, Foreseen, MatchClosed
from world.render import oob


@pytest.fixture
def drawing(ann):
    client = Drawing(ann)
    client.ask("subscribe", text=False)
    return client


def test_nothing_is_sent_before_somebody_asks(ann, clock):
    client = Drawing(ann)
    ann.session.protocol_flags.update(OOB=True, GMCP=True)  # able to is not asked for
    ann.type("play")
    assert not client.seen
    client.ask("subscribe")
    assert client.names()[:2] == ["chrono_table", "chrono_hand"]
    assert client.private["you"] == ann.character.location.seat_of(ann.character)
    client.ask("unsubscribe")
    client.seen.clear()
    oob.send_match(ann.character.location, ann.character)
    assert not client.seen


def test_what_a_client_holds_is_the_match(drawing, ann, clock):
    ann.type("play")
    table = ann.character.location
    seat = table.seat_of(ann.character)
    for _ in range(6):
        prompt = until_prompted(drawing, clock)
        drawing.answer(*prompt["default"])
        assert drawing.error is None
        assert drawing.view() == {**table.match.view(seat), "choices": []}
        assert drawing.table["number"] == table.host.number
    whole = [message for name, message in drawing.seen if message.get("since", 0) is None]
    assert len(whole) == 2  # table and hand, once


def test_who_draws_is_told_no_boards(drawing, ann, clock):
    told = ann.type("play")
    assert "The game begins!" in told
    prompt = until_prompted(drawing, clock)
    drawing.answer(*prompt["default"])
    until_prompted(drawing, clock)
    assert "1) " not in ann.told()
    assert "Players" not in ann.told()
    assert "1) " in ann.type("?")  # who types is answered


def test_a_prompt_has_the_words_of_its_lines(drawing, ann, clock):
    ann.type("play")
    prompt = until_prompted(drawing, clock)
    lines = ann.type("?")
    assert prompt["text"] in lines
    for option in prompt["options"]:
        assert option["text"] in lines
        assert "|" not in option["detail"]


def test_what_options_would_do_comes_later_where_it_takes_time(drawing, ann, clock, monkeypatch):
    monkeypatch.setattr("world.play.foreseeing.facts_of", lambda match, seat: ())
    ann.type("play")
    prompt = until_prompted(drawing, clock)
    assert {(option["does"], *option["facts"]) for option in prompt["options"]} == {("",)}
    monkeypatch.undo()
    table = ann.character.location
    table.host.readers.tell(Foreseen(table.host.number, table.seat_of(ann.character)))
    assert drawing.names()[-1] == "chrono_foretold"


def test_questions_that_are_answered_along_are_no_prompts(drawing, ann, clock):
    ann.type("play")
    table = ann.character.location
    prompt = until_prompted(drawing, clock)
    drawing.seen.clear()
    ann.character.ndb.queued = True  # more of what was typed is being used
    table.answer(ann.character, prompt["default"])
    assert "chrono_table" in drawing.names()
    assert "chrono_prompt" not in drawing.names()
    ann.character.ndb.queued = None
    oob.send_match(table, ann.character)
    assert drawing.names()[-1] == "chrono_prompt"


def test_the_end_is_told_with_the_number_of_the_match(drawing, ann, clock):
    ann.type("play")
    table = ann.character.location
    outcome = Outcome((1,), (), (0, 2, 3), None)
    oob.DataReader(table, table.host).read(Ended(((1,), (0, 2), (3,)), outcome))
    assert drawing.over["match"] == table.host.record.pk
    assert drawing.over["standings"] == ((1,), (0, 2), (3,))
    first, second, _ = drawing.over["text"].splitlines()
    assert first == f"1. {table.names[1]}"
    assert second == f"2. {table.names[0]}, {table.names[2]} (tied)"
    together = Outcome((), (), (0, 1, 2, 3), None)
    oob.DataReader(table, table.host).read(Ended(((0, 1, 2, 3),), together))
    assert drawing.over["outcome"] == together._asdict()
    assert drawing.over["text"] == f"The game is lost: {', '.join(table.names)}."
    oob.DataReader(table, table.host).read(MatchClosed("the hall closes"))
    assert drawing.over["standings"] is None
    assert "the hall closes" in drawing.over["text"]


def test_a_late_answer_changes_nothing_and_the_present_question_comes(drawing, ann, clock):
    ann.type("play")
    prompt = until_prompted(drawing, clock)
    late = drawing.prompt["number"]
    drawing.answer(*prompt["default"])
    until_prompted(drawing, clock)
    table, now = ann.character.location, drawing.prompt
    journal, drawing.prompt = table.host.number, None
    drawing.answer(0, number=late)
    assert drawing.error["key"] == "late"
    assert drawing.error["text"] == "That question has passed; here is what you are asked now."
    assert drawing.prompt == now
    assert table.host.number == journal


def test_an_answer_that_a_dead_server_has_stored_is_not_called_late(drawing, ann, clock):
    ann.type("play")
    prompt = until_prompted(drawing, clock)
    answered = drawing.prompt["number"]
    drawing.answer(*prompt["default"])
    until_prompted(drawing, clock)
    now, drawing.prompt = drawing.prompt, None
    answer = [[], {"number": answered, "picks": prompt["default"]}]
    ann.session.data_in(chrono_answer=answer, **{INPUT_MARK: ("7", True)})
    assert drawing.error is None
    assert drawing.prompt == now


UNREADABLE = (
    {},
    {"number": "1", "picks": [0]},
    {"number": True, "picks": [0]},
    {"number": None, "picks": 0},
    {"number": 0, "picks": [True]},
    {"number": 0, "picks": [[0]]},
    {"number": 0, "picks": [0] * 300},
)
ANSWERS = (
    *(("answerUnreadable", answer) for answer in UNREADABLE),
    ("late", {"number": 10**30, "picks": [0]}),
    ("late", {"number": -1, "picks": [0]}),
    *(("illegalAnswer", {"picks": picks}) for picks in ([-1], [10**30], [0, 0], [])),
)


def test_an_answer_that_fits_no_question_is_refused_in_a_sentence(drawing, ann, clock):
    ann.type("play")
    until_prompted(drawing, clock)
    table, now = ann.character.location, drawing.prompt
    number = table.host.number
    for key, answer in ANSWERS:
        drawing.prompt = None
        drawing.ask("answer", **({"number": now["number"]} | answer if answer else {}))
        assert (drawing.error["key"], answer) == (key, answer)
        assert drawing.error["text"].endswith(".")
        assert drawing.prompt == now
        assert table.host.number == number


def test_who_has_no_seat_is_told_so(drawing, ann, ben, clock):
    drawing.ask("answer", number=0, picks=[0])
    assert drawing.error["key"] == "notAtTable"
    ann.type("play")
    watcher = Drawing(ben)
    watcher.ask("subscribe", text=False, language="zh")
    ben.type(f"watch {ann.character.location.number}")
    assert watcher.private is None
    assert watcher.prompt["prompts"] == []
    watcher.answer(0, number=watcher.table["number"])
    assert watcher.error["text"] == "你在这里没有座位。"  # and none is free


def test_a_client_may_say_the_language(drawing, ann, clock):
    ann.type("play")
    english = until_prompted(drawing, clock)["text"]
    drawing.ask("subscribe", text=False, language="zh")
    assert ann.account.language == "zh"
    assert drawing.prompt["prompts"][0]["text"] != english
    drawing.ask("subscribe", language={"zh": 1})
    assert ann.account.language == "zh"


def test_who_is_answered_for_and_at_which_pace_bots_answer_is_told(drawing, ann, clock):
    ann.type("play")
    assert (drawing.table["auto"], drawing.table["pace"]) == ("", "usual")
    ann.type("speed fast")
    assert drawing.table["pace"] == "fast"
    ann.type("auto on")
    assert drawing.table["auto"] == "greedy"
    ann.type("auto off")
    assert drawing.table["auto"] == ""


def test_what_is_said_comes_as_text_with_the_seat_of_who_says_it(drawing, ann, ben, clock):
    ann.type("play")
    ann.type("say |rred <b>bold</b>")
    *_, (name, said) = drawing.seen
    assert name == "chrono_said"
    assert (said["seat"], said["own"], said["form"]) == (0, True, "table")
    assert said["text"] == "|rred <b>bold</b>"
    ben.type("tell Ann hello")
    *_, (name, said) = drawing.seen
    assert (name, said["seat"], said["own"], said["form"]) == ("chrono_said", None, False, "tell")
