"""Tallies: what is counted over events by itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tiny import beast, build, entity, spell, start, value

from rules.ground.errors import PackError
from rules.running.match import Match

YOU = "{match.startPlayer}"
OTHER = "{match.startPlayer.next}"
CARDS = [beast("ox"), spell("spark", school="fire"), spell("jolt")]
TALLIES = {
    "cast": {"event": "onCast", "by": "playerUUID", "per": "turn"},
    "fires": {
        "event": "onCast",
        "by": "playerUUID",
        "condition": "{onCast.cardUUID.school} == fire",
    },
    "hits": {"event": "onHit", "by": "beast"},
    "harm": {"event": "onHit", "amount": "amount", "per": "round"},
    "lastCast": {"event": "onCast", "last": "cardUUID"},
}


def card(name: str, kind: str = "spell") -> dict:
    return {"chooser": "cards", "where": f"{{it.id}} == t.{kind}.{name}"}


def cast(name: str, player: str = YOU) -> dict:
    given = {"playerUUID": player, "cardUUID": card(name)}
    return {"type": "fire", "event": "onCast", "with": given}


def hit(amount: int) -> dict:
    return {"type": "hit", "target": card("ox", "beast"), "amount": amount}


def counted(tmp_path: Path, *main: Any) -> Match:
    return start(tmp_path, *main, cards=CARDS, tallies=TALLIES)


def test_an_event_is_counted_for_the_player_in_its_context(tmp_path: Path) -> None:
    m = counted(tmp_path, cast("spark"), cast("jolt"), cast("jolt", OTHER))
    assert [value(m, "cast", player) for player in (1, 2)] == [2, 1]


def test_a_condition_says_which_events_count(tmp_path: Path) -> None:
    m = counted(tmp_path, cast("spark"), cast("jolt"), cast("spark"))
    assert [value(m, "fires", player) for player in (1, 2)] == [2, 0]


def test_nobody_has_nothing(tmp_path: Path) -> None:
    m = counted(tmp_path, cast("jolt", "{you}"))
    assert m.state[m.program.layout.fields["player", "cast"].base] == 0


def test_what_is_counted_per_mode_begins_anew_with_it(tmp_path: Path) -> None:
    end = {"type": "fire", "event": "onEnd", "with": {"playerUUID": YOU}}
    m = counted(tmp_path, cast("spark"), cast("jolt", OTHER), end, cast("jolt"), cast("jolt"))
    assert [value(m, "cast", player) for player in (1, 2)] == [2, 1]
    assert value(m, "fires", 1) == 1


def test_an_event_is_counted_for_a_card_and_its_amount_for_the_match(tmp_path: Path) -> None:
    m = counted(tmp_path, hit(3), hit(2))
    assert (value(m, "hits", entity(m, "ox")), value(m, "harm")) == (2, 5)


def test_who_hears_of_an_event_finds_it_counted(tmp_path: Path) -> None:
    note = {"type": "note", "amount": "{onCast.playerUUID.cast}"}
    listen = {"type": "addTriggers", "triggers": {"event": "onCast", "do": [note]}}
    assert value(counted(tmp_path, listen, cast("jolt"), cast("jolt")), "total") == 1 + 2


def test_the_last_one_is_kept(tmp_path: Path) -> None:
    m = counted(tmp_path, cast("spark"), cast("jolt"))
    assert value(m, "lastCast") == entity(m, "jolt")


def test_a_tally_has_a_name_of_its_own(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="there is a field of this name"):
        build(tmp_path, cards=CARDS, tallies={"mana": {"event": "onCast", "by": "playerUUID"}})


@pytest.mark.parametrize(
    ("tally", "message"),
    [
        ({"event": "onCost"}, "did you mean onCast"),
        ({"event": "onCast", "by": "player"}, "onCast has no player in its context"),
        ({"event": "onHit", "by": "amount"}, "amount is no player or card"),
        ({"event": "onCast", "per": "trun"}, "did you mean turn"),
        ({"event": "onCast", "every": "turn"}, "nothing reads .every. here"),
        ({"event": "onCast", "condition": "{nobody}"}, "nothing is called"),
    ],
)
def test_tallies_are_checked(tmp_path: Path, tally: dict, message: str) -> None:
    with pytest.raises(PackError, match=message):
        build(tmp_path, cards=CARDS, tallies={"t": tally}, main=[cast("jolt")])
