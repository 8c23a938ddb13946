"""What people always answer is given for them at once, as their own answer."""

import pytest
from hosted import PEOPLE, ears, start

from world.errors import TableError
from world.models import JournalEntry, MatchRecord
from world.play.hosting import orders, recovery
from world.play.hosting.seating import Sitter

pytestmark = pytest.mark.django_db

TOLD = {"zh": ["出一颗石子", "过"], "en": ["Play a stone", "pass"]}


@pytest.fixture
def host(pebbles, clock):
    return start(pebbles, clock, PEOPLE)


def pass_of(host, seat):
    options = host.choice_of(seat).options
    return next((i,) for i, option in enumerate(options) if option.word == "pass")


def always_pass(host, seat, **how):
    """A seat passes, now and always."""
    picks = pass_of(host, seat)
    host.orders.add(seat, picks, told=TOLD, **how)
    host.answer(seat, picks)


def give_nothing(host, clock):
    """Everybody who is asked for a gift gives none."""
    clock.advance(0)
    for choice in host.match.pending:
        assert choice.prompt == "gift"
        host.answer(choice.seat, ())
    clock.advance(0)


def own_of(seat):
    return list(JournalEntry.objects.filter(seat=seat).values_list("picks", "own"))


def test_the_house_gives_the_answer_of_who_sits_there(host, clock):
    always_pass(host, 0)
    host.answer(1, pass_of(host, 1))
    give_nothing(host, clock)
    (choice,) = host.match.pending
    assert (choice.seat, choice.prompt) == (1, "turn")
    assert [own for _, own in own_of(0)] == [True, True, True]
    (told,) = ears(host).all("always")
    assert (told[2]["seat"], told[2]["choice"].prompt) == (0, "turn")


def test_nobody_is_shown_a_question_that_is_answered(host, clock):
    always_pass(host, 0)
    host.answer(1, pass_of(host, 1))
    ears(host).heard.clear()
    give_nothing(host, clock)
    shown = [choice for _, (choices,), *_ in ears(host).all("prompt") for choice in choices]
    assert (0, "turn") not in [(choice.seat, choice.prompt) for choice in shown]


def test_an_order_outlives_a_restart(host, clock):
    always_pass(host, 0)
    host.release()
    (again,) = recovery.recover_matches(clock=clock)
    again.answer(1, pass_of(again, 1))
    give_nothing(again, clock)
    assert [choice.seat for choice in again.match.pending] == [1]
    assert again.orders.of_seat(0)[0].told == TOLD


def test_until_ones_turn_ends_with_the_next_question_that_is_no_response(
    host, clock, monkeypatch, pebbles
):
    always_pass(host, 0, until_turn=True)
    host.answer(1, pass_of(host, 1))
    assert host.orders.of_seat(0) == []
    assert {choice.prompt for choice in host.match.pending} == {"gift"}


def test_until_ones_turn_outlives_responses(host, clock, monkeypatch, pebbles):
    monkeypatch.setitem(pebbles.board, "responses", ["gift"])
    always_pass(host, 0, until_turn=True)
    host.answer(1, pass_of(host, 1))
    give_nothing(host, clock)
    assert [choice.seat for choice in host.match.pending] == [1]


def test_answers_in_secret_can_be_given_always(host, clock):
    host.answer(0, pass_of(host, 0))
    host.answer(1, pass_of(host, 1))
    host.orders.add(0, (), told=TOLD)
    host.answer(0, ())
    host.answer(1, ())
    host.answer(0, pass_of(host, 0))
    host.answer(1, pass_of(host, 1))
    clock.advance(0)
    assert [choice.seat for choice in host.match.pending] == [1]


def test_no_card_is_answered_always(host):
    card = next(i for i, o in enumerate(host.choice_of(0).options) if o.kind == "card")
    with pytest.raises(TableError) as refused:
        host.orders.add(0, (card,), told=TOLD)
    assert refused.value.key == "alwaysCard"
    with pytest.raises(TableError, match="notAsked"):
        host.orders.add(1, (0,), told=TOLD)


def test_an_answer_that_is_not_offered_is_left_to_the_player(host, clock):
    always_pass(host, 0)
    (order,) = host.orders.of_seat(0)
    host.orders._by_seat[0] = [order._replace(answer=(("wait", "", 0),))]
    host.answer(1, pass_of(host, 1))
    give_nothing(host, clock)
    assert [choice.seat for choice in host.match.pending] == [0]


def test_who_takes_such_an_answer_back_is_asked_again(host, clock):
    always_pass(host, 0)
    host.answer(1, pass_of(host, 1))
    give_nothing(host, clock)
    host.is_present = lambda seat: seat == 0
    host.undoing.take_back(0)
    clock.advance(1)
    assert [(choice.seat, choice.prompt) for choice in host.match.pending] == [(0, "turn")]
    assert host.orders.of_seat(0) == []


def test_whose_answer_somebody_else_takes_back_keeps_the_order(host, clock):
    host.answer(0, pass_of(host, 0))
    always_pass(host, 1)
    host.is_present = lambda seat: seat == 0
    for choice in host.match.pending:
        assert choice.prompt == "gift"
    host.undoing.take_back(0)
    assert host.choice_of(0).prompt == "turn"
    host.answer(0, pass_of(host, 0))
    clock.advance(0)
    assert {choice.prompt for choice in host.match.pending} == {"gift"}


def test_a_bot_that_stands_in_and_who_has_given_up_have_no_orders(host, clock):
    always_pass(host, 0)
    host.answer(1, pass_of(host, 1))
    host.set_autopilot(0, "random")
    assert host.orders.answer_for(0) is None
    host.set_autopilot(0, "")
    host.concede(0)
    assert host.orders.answer_for(0) is None
    host.hand_over(0, Sitter("Cem"))
    assert host.orders.of_seat(0) == []


def test_while_a_match_is_paused_nothing_is_answered(host, clock):
    always_pass(host, 0)
    host.answer(1, pass_of(host, 1))
    host.pause()
    clock.advance(5)
    assert host.choice_of(0).prompt == "gift"
    host.pause(False)
    give_nothing(host, clock)
    assert host.choice_of(0) is None


def test_orders_are_dropped_by_their_place(host):
    always_pass(host, 0)
    with pytest.raises(TableError, match="alwaysNone"):
        host.orders.drop(0, 1)
    host.orders.drop(0, 0)
    assert host.orders.of_seat(0) == []
    assert MatchRecord.objects.get().seats.get(seat=0).orders == []


def test_an_order_takes_the_place_of_one_for_the_same_question(host, clock, monkeypatch):
    monkeypatch.setattr(orders, "ORDERS_MOST", 1)
    picks = pass_of(host, 0)
    host.orders.add(0, picks, told=TOLD)
    host.orders.add(0, picks, told=TOLD, until_turn=True)
    assert [order.until_turn for order in host.orders.of_seat(0)] == [True]
    with pytest.raises(TableError, match="alwaysMany"):
        host.orders.add(0, picks, told=TOLD, any_subject=True)


def test_an_answer_that_leads_nowhere_is_left_to_the_player(host, clock, monkeypatch):
    always_pass(host, 0)
    monkeypatch.setattr(host._bots, "_is_going_round", lambda seat: seat == 0)
    host.answer(1, pass_of(host, 1))
    give_nothing(host, clock)
    assert [choice.seat for choice in host.match.pending] == [0]
    assert host.orders.of_seat(0) == []
    assert (0, "turn") in [
        (choice.seat, choice.prompt)
        for _, (choices,), *_ in ears(host).all("prompt")
        for choice in choices
    ]


def test_whatever_one_player_does_can_be_answered_alike(host, clock, monkeypatch, pebbles):
    monkeypatch.setitem(pebbles.board, "doer", "from")
    choice = host.choice_of(0)
    asked = choice._replace(values=(("from", "player", 2),))
    by_another = choice._replace(values=(("from", "player", 1),), subject=0)
    monkeypatch.setattr(host, "choice_of", lambda seat: asked)
    host.orders.add(0, pass_of(host, 0), of_doer=True, told=TOLD)
    (order,) = host.orders.of_seat(0)
    assert (order.subject, order.doer) == (None, 1)
    assert host.orders.answer_for(0) == pass_of(host, 0)
    monkeypatch.setattr(host, "choice_of", lambda seat: by_another)
    assert host.orders.answer_for(0) is None
    assert orders.Order.from_data(list(order)) == order


def test_what_nobody_does_is_not_answered_for_somebody(host):
    with pytest.raises(TableError) as refused:
        host.orders.add(0, pass_of(host, 0), of_doer=True, told=TOLD)
    assert refused.value.key == "alwaysNobody"


def test_orders_of_before_there_were_doers_are_read(host, clock):
    always_pass(host, 0)
    (order,) = host.orders.of_seat(0)
    assert orders.Order.from_data(list(order)[:5]) == order
