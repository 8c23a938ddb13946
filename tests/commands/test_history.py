"""Summaries at the end, lists of matches, records; and what to type at a finished table."""

from functools import cache

import pytest

from rules.playing import bots
from rules.running.match import Match
from typeclasses.tables import Table
from world.models import MatchRecord, PlayerRecord
from world.shelf import games

SEED = 5


@cache
def journal():
    """The answers of a whole match of three greedy bots."""
    match = Match.new(games.find_game("chrono"), 3, SEED)
    players = [bots.make_bot("greedy", seat) for seat in range(3)]
    while not match.is_over:
        seat = match.choices[0].seat
        match.answer(seat, players[seat].choose(match, seat))
    return match.journal


@pytest.fixture
def finished(ann, person):
    """Ann and 小安 have played a match to its end."""
    an = person("小安", language="zh")
    ann.type("open chrono players 3")
    an.type(f"加入 {ann.character.location.number}")
    an.type("准备")
    ann.type("bot")
    table = ann.character.location
    table.start(seed=SEED)
    *before, last = journal()
    readers = list(table.host.readers)
    for reader in readers:
        table.host.readers.remove_reader(reader)  # nobody needs to be told of all that
    for seat, picks, *_ in before:
        table.host.answer(seat, picks)
    for reader in readers:
        table.host.readers.add_reader(reader)
    ann.heard.clear()
    an.heard.clear()
    table.host.answer(*last[:2])
    return ann, an


def test_at_the_end_everybody_reads_who_did_what(finished):
    ann, an = finished
    number = MatchRecord.objects.get().pk
    told = ann.told()[ann.told().rindex(f"Game {number}") :].split("\n")
    assert len(told) <= 17
    assert max(map(len, told)) <= 80
    assert "rounds" in told[0]
    assert any("Ann: cells gone" in line and "damage" in line for line in told)
    assert any("Turning point: round" in line for line in told)
    assert f"第{number}局" in an.told()
    assert "走过的格数" in an.told()
    assert MatchRecord.objects.get().summary["rounds"] > 0


def test_the_last_games_and_one_of_them(finished):
    ann, an = finished
    number = MatchRecord.objects.get().pk
    told = ann.type("history")
    assert "小安" in told
    assert f"history {number}" in told
    assert "of 3" in told
    assert "Ann" in an.type("战绩")
    assert f"Game {number}" in ann.type(f"history {number}")
    assert f"第{number}局" in an.type(f"战绩 {number}")
    assert "no finished game 999" in ann.type("history 999")


def test_a_summary_that_was_never_computed_is_when_somebody_asks(finished):
    ann, _ = finished
    record = MatchRecord.objects.get()
    MatchRecord.objects.update(summary=None)
    assert "Best turn" in ann.type(f"history {record.pk}")
    assert MatchRecord.objects.get().summary is not None


def test_what_was_played_at_a_private_table_is_for_its_players(finished, person):
    number = MatchRecord.objects.get().pk
    cem = person("Cem")
    assert "小安" in cem.type("history Ann")
    assert f"Game {number}" in cem.type(f"match {number}")
    MatchRecord.objects.update(private=True)
    assert "not finished a game yet that you could see" in cem.type("history Ann")
    assert "no finished game" in cem.type(f"match {number}")
    ann, _ = finished
    assert f"Game {number}" in ann.type(f"match {number}")
    assert "nobody called “Nemo”" in cem.type("history Nemo")
    assert "have not finished a game" in cem.type("history")


def test_a_private_table_makes_a_private_match(ann, clock):
    Table.open_table("chrono", ann.character, private=True)
    ann.type("play")
    assert MatchRecord.objects.get().private


def test_records_tell_the_best_and_ones_own_figures(finished):
    ann, an = finished
    told = ann.type("records")
    assert "Ann: won" in told
    assert "You: among people" in told
    assert "of 1 won, against bots 0 of 0" in told
    assert "At the end of a game you had at most: cells gone" in " ".join(told.split())
    assert "你：与人1局" in an.type("排行榜")
    rows = PlayerRecord.objects.all()
    assert {row.best_score is not None for row in rows} == {True}
    assert all(row.streak == row.best_streak == row.won for row in rows)


def test_a_lost_game_ends_a_streak_and_what_was_reached_stays(finished):
    from world.accounts import records

    record = MatchRecord.objects.get()
    account = finished[0].account
    seat = record.seats.get(account=account).seat
    others = [other for other in range(3) if other != seat]
    PlayerRecord.objects.filter(account=account).update(streak=4, best_streak=4)
    records.finish_record(record, [[seat], others])
    assert PlayerRecord.objects.get(account=account).best_streak == 5
    records.finish_record(record, [others, [seat]])
    row = PlayerRecord.objects.get(account=account)
    assert (row.streak, row.best_streak) == (0, 5)


# ------------------------------------------------------------------------------ finished tables


@pytest.fixture
def practice(hall):
    """Solo practice stands on the shelf as well."""
    from pathlib import Path

    from rules.pack import load_pack

    folder = Path(games.__file__).parents[1] / "packs" / "chrono_practice"
    games.put_on_shelf(load_pack(folder))


def test_play_solo_at_a_finished_table_begins_the_practice(finished, practice, clock):
    ann, an = finished
    for who, line in ((ann, "play solo"), (an, "开始 独自练习")):
        who.type(line)
        table = who.character.location
        assert (table.game_id, table.state) == ("chrono_practice", "playing")
        assert table.seat_of(who.character) == 0


def test_play_at_a_finished_table_is_another_game_there(finished):
    ann, an = finished
    assert "准备" in an.type("看")
    told = an.type("开始")
    assert "小安准备好了" in told or "准备" in told
    told = ann.type("play")
    assert "The game begins!" in told


def test_a_game_that_there_is_not_is_not_played_instead(finished):
    ann, _ = finished
    assert "There is no game chess" in ann.type("play chess")
    assert ann.character.location.state == "finished"
    assert "There is no game chess" in ann.type("start chess")


def test_who_watches_their_own_table_is_told_that_they_play(ann, clock):
    ann.type("play chrono")
    number = ann.character.location.number
    assert "You play at this table" in ann.type("watch")
    assert "You play at this table" in ann.type(f"watch {number}")


def test_what_is_no_number_of_a_match_is_told_in_a_short_sentence(ann):
    assert "no finished game 0" in ann.type("history 0")
    assert len(ann.type("history " + "9" * 500)) < 120
    assert len(ann.type("history " + "x" * 500)) < 120


def test_at_the_end_the_address_to_share_is_told_where_it_is_known(finished, settings):
    ann, an = finished
    number = MatchRecord.objects.get().pk
    assert f"replay {number}" in ann.told()
    assert "/matches/" not in ann.told()
    settings.SITE_ADDRESS = "https://play.example.org"
    table = ann.character.location
    ann.heard.clear()
    table._tell_summary(MatchRecord.objects.get().summary, number)
    assert f"https://play.example.org/matches/{number}/" in ann.told()
    assert f"回看和分享：https://play.example.org/matches/{number}/" in an.told()
