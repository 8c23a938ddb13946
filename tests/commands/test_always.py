"""What somebody always answers, typed at a table."""

import re

import pytest
from data_client import Drawing


@pytest.fixture
def match(person, clock):
    """Ann and 小安 play with a bot."""
    ann, an = person("Ann"), person("小安", language="zh")
    ann.type("open chrono players 3")
    an.type(f"加入 {ann.character.location.number}")
    an.type("准备")
    ann.type("bot")
    ann.type("start")
    return ann, an


def asked(who, others, clock, word=""):
    """
    Until somebody is asked what can be answered without a card, by an option of that word if one
    is given: its number.
    """
    for _ in range(400):
        for other in (who, *others):
            choice = other.choice
            plain = choice and [
                i for i, o in enumerate(choice.options) if o.kind != "card" and word in ("", o.word)
            ]
            if other is who and plain and choice.minimum == 1:
                return plain[0] + 1
            if choice is not None:
                other.character.location.answer(other.character, choice.default)
        clock.advance(0.01)
    pytest.fail("never asked so")


def test_an_answer_is_given_and_listed_and_dropped(match, clock):
    ann, an = match
    number = asked(ann, [an], clock)
    prompt = ann.choice.prompt
    ann.type(f"always any {number}")
    told = ann.type("always")
    assert "You always answer:" in told
    assert "(whatever it is about)" in told
    orders = ann.character.location.orders_of(ann.character)
    assert [(order.prompt, order.subject) for order in orders] == [(prompt, None)]
    assert "no 2 in that list" in ann.type("always drop 2")
    assert "You are asked again." in ann.type("always drop")
    assert "no question that you always answer" in ann.type("always")


def test_the_words_are_there_in_chinese(match, clock):
    ann, an = match
    number = asked(an, [ann], clock)
    an.type(f"总是 一律 本轮 {number}")
    told = re.sub(r"\s", "", an.type("总是"))
    assert "（不论对象）（到你的回合为止）" in told
    assert "以后再问你。" in an.type("总是 取消 1")


def test_who_is_told_what_was_answered(match, clock):
    ann, an = match
    number = asked(ann, [an], clock, "pass")
    table = ann.character.location
    ann.type(f"always any {number}")
    ann.heard.clear(), an.heard.clear()
    for _ in range(400):
        for who in (ann, an):
            if who.choice is not None and not table.answers_for(who.choice.seat):
                who.character.location.answer(who.character, who.choice.default)
        clock.advance(0.01)
        if "As always:" in ann.told():
            break
    assert "As always:" in ann.told()
    assert "照旧" not in an.told()


def test_a_card_and_a_wrong_word_are_explained(match, clock):
    ann, an = match
    for _ in range(400):
        for who in (ann, an):
            choice = who.choice
            if choice is None:
                continue
            if who is ann and choice.options[0].kind == "card" and choice.maximum == 1:
                assert "only an answer without a card" in ann.type("always 1")
                assert ann.type("always xyzzy")
                assert ann.choice == choice
                return
            who.character.location.answer(who.character, choice.default)
        clock.advance(0.01)
    pytest.fail("never asked so")


def test_who_only_watches_has_nothing_to_answer(match, person):
    eve = person("Eve")
    eve.type(f"watch {match[0].character.location.number}")
    assert "no seat here" in eve.type("always")


def orders_told(client):
    """What a client that draws was told last of what is always answered."""
    return [told["orders"] for name, told in client.seen if name == "chrono_orders"][-1]


def test_another_window_lists_and_takes_back_what_was_said_in_the_first(match, clock, person):
    ann, an = match
    number = asked(ann, [an], clock)
    ann.type(f"always any {number}")
    browser = Drawing(person("Ann", account=ann.account))
    browser.ask("subscribe", text=False)
    (told,) = orders_told(browser)
    assert "(whatever it is about)" in told
    browser.person.type("always drop 1")
    assert orders_told(browser) == []
    telnet = person("Ann", account=ann.account)
    assert "no question that you always answer" in telnet.type("always")


def test_what_is_answered_always_is_told_to_nobody_else(match, clock, person):
    ann, an = match
    number = asked(ann, [an], clock)
    eve = person("Eve")
    eve.type(f"watch {ann.character.location.number}")
    others = [Drawing(each) for each in (an, eve)]
    for other in others:
        other.ask("subscribe", text=False)
        other.seen.clear()
    ann.type(f"always any {number}")
    assert [name for other in others for name in other.names() if "orders" in name] == []


def test_who_leaves_and_comes_back_still_answers_so(match, clock):
    ann, an = match
    table, number = ann.character.location, asked(ann, [an], clock)
    ann.type(f"always any {number}")
    ann.type("leave")
    assert ann.character.location != table
    ann.type(f"join {table.number}")
    assert len(table.orders_of(ann.character)) == 1


def test_who_gives_up_answers_nothing_any_more(match, clock):
    ann, an = match
    table, number = ann.character.location, asked(ann, [an], clock)
    ann.type(f"always any {number}")
    ann.type("concede yes")
    assert table.host.has_conceded(table.seat_of(ann.character))
    assert list(table.orders_of(ann.character)) == []


def test_nothing_is_answered_always_in_the_next_match(match, clock):
    ann, an = match
    table, number = ann.character.location, asked(ann, [an], clock)
    ann.type(f"always any {number}")
    table.host.call_off("no light")
    assert ann.type("always")
    ann.type("play")
    an.type("ready")
    ann.type("start")
    assert table.state == "playing"
    assert list(table.orders_of(ann.character)) == []
