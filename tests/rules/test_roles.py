"""Simulations of games of hidden roles: arms, what is kept, the picture, the tables."""

from __future__ import annotations

from pathlib import Path

import pytest
from court import SECTIONS
from tiny import merged, write

from rules.pack import Pack, load_pack
from rules.running.match import Match
from rules.running.sides import side_of
from rules.weighing import roles
from rules.weighing.roles import Arm, Picture, arms_of, main

ROLE = "{it.shown.first.id} if {it.shown.count} > 0 else {it.role.first.id}"
LOYAL, OTHERS = "c.role.king+c.role.knight", "c.role.other+c.role.rebel"


def court_with(folder: Path, **zones: dict) -> Path:
    given = {"report": {"role": ROLE}, "zones": zones}
    return write(folder, merged(SECTIONS, given))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return court_with(tmp_path / "court")


@pytest.fixture
def pack(folder: Path) -> Pack:
    return load_pack(folder)


def run(folder: Path, out: Path, *more: str, matches: int = 2) -> int:
    given = ("--seats", "4", "--bots", "random,greedy", "--matches", str(matches))
    return main([str(folder), *given, "--out", str(out), *more])


def test_each_side_in_turn_plays_otherwise(pack: Pack) -> None:
    assert arms_of(pack, [4, 3], ["random", "greedy"]) == [
        *(Arm(4, "random"), Arm(4, "greedy"), Arm(3, "random"), Arm(3, "greedy")),
        *(Arm(4, "random", side, "random", even=True) for side in sides_of(pack)),
        *(Arm(4, "greedy", side, "greedy", even=True) for side in sides_of(pack)),
        *(Arm(4, "greedy", side, "random") for side in sides_of(pack)),
    ]  # fmt: skip


def sides_of(pack: Pack) -> list[str]:
    arms = arms_of(pack, [4], ["greedy"])
    sides = [arm.role for arm in arms if arm.role]
    assert sorted(sides) == [LOYAL, OTHERS]
    return sides


def test_a_side_that_plays_otherwise_is_that_of_the_match(pack: Pack) -> None:
    row = roles.play(pack, pack, Arm(4, "greedy", OTHERS, "random"), 3)
    assert not row["failure"]
    named = dict(zip(row["roles"], row["bots"], strict=True))
    assert named == {
        **dict.fromkeys(OTHERS.split("+"), "random"),
        **dict.fromkeys(LOYAL.split("+"), "greedy"),
    }


def test_a_run_goes_on_and_tells_what_a_side_loses(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(folder, tmp_path / "out") == 0
    kept = {file: file.read_bytes() for file in (tmp_path / "out").iterdir()}
    assert len(kept) == 1 + 2 + 6
    assert run(folder, tmp_path / "out") == 0
    assert kept == {file: file.read_bytes() for file in (tmp_path / "out").iterdir()}
    told = capsys.readouterr().out
    assert told.count("On average over the sides") == 2 * 3
    assert "| 4 | greedy | 2 |" in told


def test_a_line_cut_off_is_played_again(folder: Path, tmp_path: Path) -> None:
    assert run(folder, tmp_path / "out", "--whole") == 0
    file = tmp_path / "out" / "4-greedy.jsonl"
    whole = file.read_bytes()
    file.write_bytes(whole[:-10])
    assert run(folder, tmp_path / "out", "--whole") == 0
    assert file.read_bytes() == whole


def test_a_folder_of_another_game_is_refused(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(folder, tmp_path / "out", "--whole", matches=1) == 0
    other = court_with(tmp_path / "other", role={"likely": 2})
    assert run(other, tmp_path / "out") == 2
    assert "holds matches of another pack or code" in capsys.readouterr().err


def test_a_game_without_roles_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(write(tmp_path / "court", SECTIONS), tmp_path / "out") == 2
    assert "court has no roles" in capsys.readouterr().err


def test_the_report_keeps_what_stands_before_the_tables(folder: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Balance\n\n<!-- tables -->\n\nold\n")
    assert run(folder, tmp_path / "out", "--whole", "--report", str(page), matches=1) == 0
    text = page.read_text()
    assert text.startswith("# Balance\n\n<!-- tables -->\n\n## Who wins")
    assert "old" not in text


def test_the_picture_names_sides_by_what_is_likely(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The points of a player tell their side; whom all see is not counted."""
    monkeypatch.setattr(roles, "ROUNDS", 0)
    folder = court_with(
        tmp_path / "court", role={"likely": "1 if {it.side} == {owner.points} else 0"}
    )
    match = Match.new(load_pack(folder), 4, 5)
    points = match.program.layout.fields["player", "points"].base
    for player in range(1, 5):
        match.state[points + player] = side_of(match, player)
    picture = Picture(roles.load_even_pack(folder), 1)
    picture.look(match)
    assert picture.found == {"players": 3, "right": 3, "blind": 2}
