"""What a card is worth while it is written: one text of a person at a time, beside the server."""

import pytest
from shelved import GREY, refused
from twisted.internet import defer
from twisted.internet.task import Clock

from rules.ground.errors import PackError
from world import content
from world.content import pricing, trying
from world.render.content import price_line

FIGURES = {"strength": None, "price": None}


@pytest.fixture(autouse=True)
def begun(monkeypatch, settings):
    """Steps of matches that were begun, each a Deferred; what they tell is told at once."""
    settings.PRICING, settings.TRIAL_MATCHES = True, 30
    steps = []

    def play(task, before, puts, address, first, count):
        steps.append(defer.Deferred())
        return steps[-1]

    monkeypatch.setattr(trying, "play_some", play)
    monkeypatch.setattr(trying.workers, "ask", lambda *job: defer.succeed(FIGURES))
    yield steps
    pricing.stop()


def priced(who, text, told=None):
    heard = []
    content.price_text(who, "pebbles", GREY, text, told).addCallback(heard.append)
    return heard


def test_figures_come_as_matches_are_played(people, begun):
    seen = []
    heard = priced(people.bob, "{}", lambda each: seen.append((each.done, each.total)))
    while begun and not begun[-1].called:
        assert content.pricing_of(people.bob).running
        begun[-1].callback(b"")
    assert (len(begun), seen) == (3, [(10, 30), (20, 30), (30, 30)])
    assert heard == [FIGURES]
    assert not content.pricing_of(people.bob).running
    assert priced(people.bob, "{}") == [FIGURES], "the same text is not played with again"


def test_the_next_text_of_a_person_takes_the_place_of_the_last(people, begun):
    first, other = priced(people.bob, "{}"), priced(people.rita, "{}")
    second = priced(people.bob, '{"id": 1}')
    begun[0].callback(b"")
    assert first == [None], "no more matches of it are played"
    assert len(begun) == 3
    assert (second, other) == ([], [])


def test_trials_of_drafts_go_first(people, begun, monkeypatch):
    clock, busy = Clock(), [True]
    monkeypatch.setattr(pricing, "twisted_reactor", lambda: clock)
    monkeypatch.setattr(trying, "is_busy", lambda: busy[0])
    priced(people.bob, "{}")
    clock.advance(pricing.PAUSE)
    assert begun == []
    busy[0] = False
    clock.advance(pricing.PAUSE)
    assert len(begun) == 1


def test_a_text_with_mistakes_has_no_price(people, begun):
    heard = priced(people.bob, "{")
    begun[0].errback(PackError([]))
    assert heard == [None]
    assert not content.pricing_of(people.bob).running


def test_who_may_not_try_cards_has_none_priced(people):
    refused("mayNot", content.price_text, people.ann, "pebbles", GREY, "{}")
    refused("badAddress", content.price_text, people.bob, "pebbles", "nowhere", "{}")


def test_nothing_is_played_where_the_house_does_not_want_it(people, begun, settings):
    settings.PRICING = False
    assert priced(people.bob, "{}") == [{}]
    assert begun == []


@pytest.mark.parametrize(
    ("verdict", "rate", "like", "en", "zh"),
    [
        ("fair", 0.5, [1, 2, 5], "as strong as cards of cost 2.", "与费用为2的牌一样强"),
        ("fair", None, [4, 7], "as strong as cards of cost 4.", "与费用为4的牌一样强"),
        ("strong", 0.5, [4, 7], "stronger than cards of cost 2 (they won 50%)", "费用为4、7"),
        ("strong", 0.5, [], "than those of any other", "强于其他任何费用的牌"),
        ("weak", 0.5, [1], "weaker than cards of cost 2", "与费用为1的牌一样强"),
        ("weak", 0.5, [], "weaker than cards of cost 2", "弱于其他任何费用的牌"),
    ],
)
def test_a_price_is_told_in_a_sentence(verdict, rate, like, en, zh):
    label = {"zh": "费用", "en": "cost"}
    found = {"cost": 2, "label": label, "rate": rate, "verdict": verdict, "like": like}
    assert en in price_line({"pricing": found}, "en")
    assert zh in price_line({"pricing": found}, "zh")


def test_where_nothing_compares_no_price_is_told():
    assert price_line({}, "en") == price_line({"pricing": None}, "zh") == ""
