"""Options of a match whose value is some cards of the pack."""

from __future__ import annotations

import pytest
from tiny import BASE, WAIT, beast, build, spell, value

from rules.ground.errors import PackError
from rules.running.match import Match, TooManyChosen

CARDS = [spell("a"), spell("b"), beast("ox")]
BANNED = {"type": "definitions", "of": "spell", "max": "{match.players}"}


def with_banned(tmp_path, *main, **option):
    """A game in which spells can be banned, as many as there are players."""
    pack = {**BASE["pack"], "options": {"banned": {**BANNED, **option}}}
    return build(tmp_path, pack=pack, main=[*main, WAIT], cards=CARDS)


def test_cards_that_are_an_option_are_read_as_they_are_printed(tmp_path):
    count = {"type": "count", "of": "{match.banned}"}
    note = {"type": "set", "of": "{match}", "field": "total", "amount": count}
    open_ones = {"chooser": "cards", "where": "not {it.id} in {match.banned}"}
    pack = with_banned(tmp_path, note, {"type": "move", "target": open_ones, "to": "field"})
    m = Match.new(pack, 2, 1, {"banned": ["t.spell.b"]})
    assert value(m, "total") == 1
    field = m.zones[m.program.layout.zones["field"].first]
    assert "t.spell.b" not in set(map(m.card_id, field))
    assert "t.spell.a" in set(map(m.card_id, field))


def test_cards_that_are_an_option_are_saved_and_replayed_with_the_match(tmp_path):
    m = Match.new(with_banned(tmp_path), 2, 1, {"banned": ["t.spell.b", "t.spell.a", "t.spell.b"]})
    assert m.options == {"banned": ["t.spell.a", "t.spell.b"]}
    assert Match.load(m.game, m.save()).options == m.options
    assert Match.replay(m.game, 2, 1, m.options, m.journal).hash() == m.hash()
    assert Match.new(m.game, 2, 1).options == {"banned": []}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("t.spell.a", "option banned is a list of ids of cards"),
        (["t.spell.c"], "option banned: there is no card 't.spell.c'"),
        (["t.beast.ox"], "option banned: t.beast.ox is no spell"),
    ],
)
def test_what_is_no_card_of_an_option_is_refused_in_a_sentence(tmp_path, given, message):
    with pytest.raises(ValueError, match=message):
        Match.new(with_banned(tmp_path), 2, 1, {"banned": given})


def test_more_cards_than_an_option_can_have_are_refused_with_what_can_be(tmp_path):
    both = {"banned": ["t.spell.a", "t.spell.b"]}
    Match.new(with_banned(tmp_path / "as many as players"), 2, 1, both)
    fewer = with_banned(tmp_path / "fewer", max="{match.players} - 1")
    with pytest.raises(TooManyChosen, match=r"at most 1 cards for 2 players .* not 2"):
        Match.new(fewer, 2, 1, both)
    Match.new(fewer, 3, 1, both)
    Match.new(with_banned(tmp_path / "failing", max="1 // ({match.players} - 2)"), 2, 1, both)
    with pytest.raises(ValueError, match="option banned is 0 to 1 cards, not 2"):
        Match.new(with_banned(tmp_path / "number", max=1), 2, 1, both)


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ({"of": "spel"}, "pack.options.banned.of: there is no kind of card 'spel'.*spell"),
        ({"default": []}, "pack.options.banned.default: an option has no default"),
        ({"max": "{match.plaiers}"}, "pack.options.banned.max: the match has no plaiers"),
        ({"type": "cards"}, "pack.options.banned: an option is a boolean, a number or some cards"),
    ],
)
def test_a_wrong_option_of_cards_is_told_at_its_place(tmp_path, option, message):
    with pytest.raises(PackError, match=message):
        with_banned(tmp_path, **option)
