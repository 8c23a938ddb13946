"""Taking back and agreeing, typed by people at a table."""

import pytest
from data_client import Drawing

from world.render.prompt import option_number


@pytest.fixture
def match(person, clock):
    """Ann and 小安 play together, with bots."""
    ann, an = person("Ann"), person("小安", language="zh")
    ann.type("open chrono players 3")
    an.type(f"加入 {ann.character.location.number}")
    an.type("准备")
    ann.type("bot")
    ann.type("start")
    assert ann.character.location.state == "playing"
    return ann, an


def asked_together(ann, an, clock):
    """Until both are asked at once, in secret."""
    for _ in range(400):
        choices = [who.choice for who in (ann, an)]
        if all(choice is not None and choice.together for choice in choices):
            return
        for who, choice in zip((ann, an), choices, strict=True):
            if choice is not None and not choice.together:
                who.character.location.answer(who.character, choice.default)
                break
        clock.advance(0.01)
    pytest.fail("never asked together")


def answer(who):
    return who.type(
        " ".join(str(option_number(who.choice, pick)) for pick in who.choice.default) or "0"
    )


def test_a_secret_answer_is_acknowledged_at_once_and_can_be_changed(match, clock):
    ann, an = match
    asked_together(ann, an, clock)
    an.heard.clear()
    told = answer(ann)
    assert "Your answer is in; waiting for" in told
    assert "小安" in told
    assert "已收下" not in an.told()
    assert "Your answer is in" in ann.type("?")
    told = ann.type("back")
    assert "Taken back." in told
    assert "1) " in told
    assert "已收下" in answer(an)
    assert "已收回" in an.type("返回")


def test_a_prompt_says_when_there_is_a_way_back(person, clock):
    ann = person("Ann")
    ann.type("play chrono")
    table = ann.character.location
    for _ in range(400):
        if (choice := ann.choice) is not None:
            before = table.match.hash()
            picks = range(max(1, choice.minimum))
            told = ann.type(" ".join(str(option_number(choice, pick)) for pick in picks))
            assert ("takes back your last answer" in told) == (
                ann.choice is not None and table.can_take_back(0)
            )
            if "takes back" in told:
                break
        clock.advance(0.01)
    assert "takes back" in told
    assert "Taken back." in ann.type("back")
    assert table.match.hash() == before


def test_what_others_have_answered_after_needs_their_yes(match, clock):
    ann, an = match
    asked_together(ann, an, clock)
    answer(ann), answer(an)
    clock.advance(0.01)
    before = ann.character.location.match.hash()
    an.heard.clear()
    told = ann.type("undo")
    assert "小安" in told
    assert "Ann想收回" in an.told()
    assert "不同意" in an.type("不同意")
    assert "小安 does not agree" in ann.told()
    assert ann.character.location.match.hash() == before


def test_clients_that_draw_are_asked_by_whom_and_for_how_long(match, clock):
    ann, an = match
    client = Drawing(an)
    client.ask("subscribe")
    asked_together(ann, an, clock)
    answer(ann), answer(an)
    clock.advance(0.01)

    def asked():
        return [told for name, told in client.seen if name == "chrono_asked"][-1]

    assert asked()["text"] == ""
    ann.type("undo")
    assert asked()["text"].startswith("Ann想收回")
    assert 0 < asked()["left"] <= 60
    client.seen.clear()
    client.ask("again")
    assert asked()["text"].startswith("Ann想收回")
    an.type("不同意")
    assert asked()["text"] == ""


def test_yes_and_no_are_answers_when_nobody_asks(match, clock):
    ann, an = match
    asked_together(ann, an, clock)
    if ann.choice.minimum == 0:
        assert "Your answer is in" in ann.type("no")
    assert "does not fit" in an.type("yes") or "不" in an.told()


def test_the_autopilot_in_both_languages(match, clock):
    ann, an = match
    told = ann.type("auto on")
    assert "a bot (medium) plays for you" in told
    assert "由机器人（中等）替Ann行动" in an.told()
    assert "a bot plays meanwhile, medium" in ann.type("seats")
    assert "plays for you" in ann.type("?")
    assert "You play again" in ann.type("1")
    assert "中等" in an.type("托管 开 中等")
    assert "正在替你行动" in an.type("托管")
    assert "重新自己行动" in an.type("托管 关")
    assert "auto on" in ann.type("auto")
    assert "no such bot" in ann.type("auto wizard")


def test_a_bot_or_somebody_who_watches_plays_on_for_who_gave_up(match, person):
    ann, an = match
    told = ann.type("bot")
    assert "bot 2" in told
    assert "has not left for good" in ann.type("bot 2")
    an.type("认输 是")
    assert "bot 2" in ann.told()
    cem = person("Cem")
    cem.type(f"watch {ann.character.location.number}")
    told = cem.type("sit 2")
    assert "Cem plays on for 小安" in told
    assert "Cem接替小安" in an.told()
    an.type("坐下")
    assert "不能" in an.told() or "旁观" in an.told() or "观战" in an.told()


def test_who_has_no_autopilot_is_told_how_to_get_one(match):
    ann, _ = match
    assert "auto on" in ann.type("auto off")


def test_who_plays_with_bots_chooses_their_pace(person, clock, settings):
    settings.BOT_PACE = 0.5
    ann = person("Ann")
    ann.type("play chrono")
    host = ann.character.location.host
    assert "Type speed fast" in ann.type("speed")
    for word, pace in (("fast", 0.0), ("slow", 2.0), ("usual", 0.5)):
        assert "ots" in ann.type(f"speed {word}")
        assert host.pace == pace
    ann.type("language zh")
    assert "立刻" in ann.type("速度 快")
    assert host.pace == 0


def test_among_people_bots_keep_their_pace(match):
    ann, _ = match
    pace = ann.character.location.host.pace
    assert "Other people play here" in ann.type("speed fast")
    assert ann.character.location.host.pace == pace
