"""Card games against people of the world, as those who challenge them type."""

import pytest
from data_client import Drawing
from scenes_at_market import put_on_shelf, restart, scene, thing_in

from rules.pack import load_pack
from typeclasses.challenges import challenges_at
from world.locale.reader import reader_of
from world.models import Entry, MatchRecord, MatchSeat, Place, Sheet, Stake, Thing
from world.play import sheet_staff
from world.play.hosting import botturns
from world.play.hosting.botturns import Line
from world.render.roominfo import game_message
from world.sheets import closing
from world.shelf import games

from ..world.sheets.books import check_books


@pytest.fixture
def tavern(market):
    """The market, where Ivo plays pebbles."""
    put_on_shelf("pebbles")
    put_on_shelf("parlour")
    keeper = thing_in(market, "keeper")
    keeper.key, keeper.names = "Ivo", {"en": "Ivo", "zh": "伊沃"}
    keeper.tags.add("ivo", category="person")
    return market


@pytest.fixture
def ann(tavern, at_market):
    """Somebody with 500 coins."""
    somebody = at_market("Ann")
    somebody.type("visit Ivo")
    somebody.type("goodbye")
    return somebody


def coins(somebody):
    return Sheet.objects.get(account=somebody.account, realm="stall").fields["coins"]


def purse():
    return Place.objects.get(name="purse of ivo").fields["coins"]


@pytest.fixture
def play_out(clock):
    """Plays a match to its end with the first option, or by passing."""

    def play(somebody, line="1"):
        for _ in range(20):
            clock.advance(5)
            if scene(somebody) is None:
                return
            choice = scene(somebody).match.choice_of(0)
            somebody.type({"turn": line, "gift": "none"}.get(choice.prompt, "1"))
        raise AssertionError(f"it does not end: {somebody.heard}")

    return play


# -- opening


def test_who_stands_in_a_place_and_plays_is_told_of_in_it(ann):
    assert "Cards are played here, by Ivo: challenge tells more." in ann.type("look")
    assert "Ivo plays Pebbles, for nothing or for 5, 10 or 25 coins." in ann.type("challenge")


def test_a_client_that_draws_is_told_a_line_to_type_for_each_stake(ann):
    (game,) = [
        game_message(each, ann.character, reader_of(ann.character))
        for each in ann.character.location.challenges(ann.character)
    ]
    assert game["name"] == "Ivo plays Pebbles"
    assert [each["name"] for each in game["stakes"]] == [
        "for nothing",
        "5 coins",
        "10 coins",
        "25 coins",
    ]
    assert "Ivo puts 10 coins on the table" in ann.type(game["stakes"][2]["line"])


@pytest.mark.parametrize(
    "line", ["challenge ivo", "challenge ivo at pebbles", "play ivo", "pebbles ivo", "pebbles"]
)
def test_a_challenge_without_coins_is_for_practice_and_lends_nothing_but_for_a_prize(ann, line):
    told = ann.type(line)
    assert "Play a stone" in told
    seats = MatchSeat.objects.filter(match=MatchRecord.objects.first()).order_by("seat")
    assert [(seat.name, seat.bot) for seat in seats] == [("Ann", ""), ("Ivo", "greedy")]
    assert coins(ann) == 500


@pytest.mark.parametrize(
    "line",
    ["challenge ivo for 10", "challenge ivo 10 coins", "play ivo for 10", "pebbles ivo for 10"],
)
def test_a_stake_is_taken_from_both_when_the_match_begins(ann, line):
    told = ann.type(line)
    assert "Ivo puts 10 coins on the table, and so do you." in told
    assert (coins(ann), purse()) == (490, 20)
    check_books()


@pytest.mark.parametrize(
    "line", ["挑战 伊沃 10", "和伊沃对局 10", "跟伊沃玩石子10", "挑战伊沃赌10枚"]
)
def test_a_challenge_in_chinese(tavern, at_market, line):
    an = at_market("小安", language="zh")
    an.type("拜访 伊沃")
    an.type("告辞")
    assert "这里可以打牌：伊沃" in an.type("look")
    told = an.type(line)
    assert "伊沃把10枚钱放到桌上" in told
    assert [seat.name for seat in MatchSeat.objects.order_by("pk")][-1] == "伊沃"
    assert coins(an) == 490


def test_who_owns_nothing_plays_for_nothing_only(tavern, at_market, play_out):
    ben = at_market("Ben")
    assert "You own nothing yet" in ben.type("challenge ivo for 5")
    assert not Sheet.objects.exists()
    assert "Play a stone" in ben.type("challenge ivo")
    assert not Sheet.objects.filter(realm="stall").exists()
    play_out(ben)
    assert not Stake.objects.exists()


def test_a_stake_that_is_not_offered_or_not_there_is_refused(ann):
    assert "Ivo plays for these: 0, 5, 10, 25" in ann.type("challenge ivo for 7")
    Sheet.objects.filter(realm="stall").update(fields={"coins": 3})
    assert "You have 3 coins, not 5." in ann.type("challenge ivo for 5")
    assert scene(ann) is None
    assert not Stake.objects.exists()


@pytest.mark.parametrize(
    "line",
    [
        *(
            f"challenge ivo for {text}"
            for text in ("-10", "ten", "1e3", "5.5", "9" * 20, "|r10", "")
        ),
        "challenge ivo -10",
        "challenge ivo at pebbles for -10",
        "play ivo for -10",
        "pebbles ivo for -10",
        "挑战 伊沃 赌 -10",
        "挑战 伊沃 赌 －１０",
        "挑战 伊沃 赌十枚",
        "和伊沃对局 -10",
    ],
)
def test_what_is_no_stake_is_told_so_and_is_not_taken_for_a_name(ann, line):
    assert "Ivo plays for these: 0, 5, 10, 25" in ann.type(line)
    assert scene(ann) is None
    assert not Stake.objects.exists()


@pytest.mark.parametrize(
    "line", ["挑战 伊沃 赌 １０", "challenge ivo for １０ coins", "挑战 伊沃 １０枚"]
)
def test_digits_of_either_width_are_a_stake(ann, line):
    assert "Ivo puts 10 coins on the table" in ann.type(line)
    assert coins(ann) == 490


@pytest.mark.parametrize(
    "line", ["challenge ivo for 0", "challenge ivo for nothing", "挑战 伊沃 赌0"]
)
def test_a_stake_of_nothing_is_for_practice(ann, line):
    assert "Play a stone" in ann.type(line)
    assert coins(ann) == 500


def test_nobody_is_challenged_who_is_not_there_or_does_not_play(ann):
    assert "Nobody here who plays cards is called “king”." in ann.type("challenge king")
    ann.character.go_to_hall()
    assert "Nobody here plays cards with you." in ann.type("challenge ivo")


def test_a_game_that_is_not_on_the_shelf_is_not_offered(tavern, ann):
    assert [each.play.game for each in challenges_at(tavern, ann.character)] == ["pebbles"]
    games._shelf.pop("pebbles")
    assert challenges_at(tavern, ann.character) == []
    assert "Cards are played" not in ann.type("look")


# -- the end


def test_who_wins_has_the_stake_back_and_as_much_again(ann, play_out):
    ann.type("challenge ivo for 10")
    play_out(ann)
    assert (coins(ann), purse()) == (510, 20)
    assert "You have won: 10 coins of Ivo, and yours back." in "\n".join(ann.heard)
    check_books()


def test_a_client_that_draws_reads_with_the_end_what_became_of_the_stake(ann, play_out):
    client = Drawing(ann)
    client.ask("subscribe")
    ann.type("challenge ivo for 10")
    play_out(ann)
    told = [message for name, message in client.seen if name == "chrono_over"]
    assert told[-1]["ending"]["result"] == "won"
    assert told[-1]["told"][0].startswith("You have won: 10 coins")
    assert "chrono_summary" in client.names()


def test_who_loses_has_lost_it_to_the_purse(ann, monkeypatch, play_out):
    monkeypatch.setitem(botturns.BOTS, "greedy", lambda match, seat: [Line((0,))])
    ann.type("challenge ivo for 10")
    play_out(ann, "pass")
    assert (coins(ann), purse()) == (490, 40)
    assert "You have lost 10 coins to Ivo." in "\n".join(ann.heard)
    check_books()


def test_a_draw_gives_both_their_own_again(ann, play_out):
    ann.type("challenge ivo for 10")
    play_out(ann, "pass")
    assert (coins(ann), purse()) == (500, 30)
    assert "you have your 10 coins again" in "\n".join(ann.heard)
    check_books()


@pytest.mark.parametrize("word", ["leave", "concede", "hall"])
def test_who_leaves_is_asked_first_and_has_lost_it(ann, word):
    ann.type("challenge ivo for 10")
    assert "who leaves has lost that" in ann.type(word)
    assert scene(ann) is not None
    assert "You have lost 10 coins to Ivo." in ann.type("yes")
    assert scene(ann) is None
    assert (coins(ann), purse()) == (490, 40)
    assert record_of_stake().status == "abandoned"
    check_books()


def test_who_thinks_better_of_leaving_plays_on(ann):
    client = Drawing(ann)
    client.ask("subscribe")
    ann.type("challenge ivo for 10")
    ann.type("leave")
    name, asked = client.seen[-1]
    assert (name, asked["about"]) == ("chrono_asked", "sure")
    assert asked["text"] == "You play for 10 coins: who leaves has lost that."
    ann.type("1")
    assert ann.type("yes") is not None
    assert scene(ann) is not None


def record_of_stake():
    return MatchRecord.objects.get(stake__isnull=False)


def test_what_staff_ends_goes_back(ann):
    ann.type("challenge ivo for 10")
    scene(ann).host.call_off("the house burns")
    assert "you have your 10 coins again" in "\n".join(ann.heard)
    assert (coins(ann), purse()) == (500, 30)
    check_books()


# -- what is held


def test_what_one_owns_is_at_the_match_meanwhile_and_the_sheet_says_where(ann):
    ann.type("challenge ivo for 10")
    told = ann.type("sheet")
    assert "coins 490" in told
    assert "10 coins more are at stake" in told
    assert "with you there: Ivo" in told
    ann.character.attributes.remove("scene_id")  # as if another session were elsewhere
    assert "still at Ivo" in ann.type("visit gate")
    assert "still at Ivo" in ann.type("challenge ivo for 5")


def test_nothing_is_taken_back_and_nobody_helps_where_something_is_at_stake(ann):
    ann.type("challenge ivo for 10")
    ann.type("1")
    number = scene(ann).host.number
    assert "is not taken back" in ann.type("back")
    assert scene(ann).host.number == number
    assert "nobody helps" in ann.type("hint")
    assert "nobody helps" in ann.type("auto master")


def test_practice_can_be_taken_back(tavern, at_market):
    ben = at_market("Ben")
    assert "You play for nothing: back takes back" in ben.type("challenge ivo")
    number = len(scene(ben).match.log)
    ben.type("1")
    ben.type("back")
    assert len(scene(ben).match.log) == number


def test_a_server_that_is_killed_holds_the_stake_and_pays_it_later(ann, play_out):
    ann.type("challenge ivo for 10")
    ann.type("1")
    restart()
    assert (coins(ann), purse()) == (490, 20)
    assert scene(ann).stake.amount == 10
    assert "is not taken back" in ann.type("back")
    play_out(ann)
    assert (coins(ann), purse()) == (510, 20)
    check_books()


def test_a_person_who_is_gone_meanwhile_is_paid_all_the_same(tavern, ann, play_out):
    ann.type("challenge ivo for 10")
    thing_in(tavern, "Ivo").delete()
    play_out(ann)
    assert (coins(ann), purse()) == (510, 20)


def test_a_pack_that_is_gone_meanwhile_changes_nothing_of_the_stake(ann, play_out):
    ann.type("challenge ivo for 10")
    games._shelf.pop("parlour")
    games._shelf.pop("pebbles")
    play_out(ann)
    assert coins(ann) == 510
    check_books()


def test_a_match_that_cannot_be_read_any_more_gives_both_their_own_again(ann):
    ann.type("challenge ivo for 10")
    ann.type("1")
    record_of_stake().journal.update(index=7)
    restart()
    assert (coins(ann), purse()) == (500, 30)
    check_books()


def test_the_stake_of_an_account_that_is_gone_is_the_purses(ann):
    ann.type("challenge ivo for 10")
    host = scene(ann).host
    closing.erase_sheets(ann.account)
    host.call_off()
    assert purse() == 40
    check_books()


def test_staff_fetches_a_sheet_with_its_stake(ann, django_user_model):
    ann.type("challenge ivo for 10")
    from typeclasses import scenes
    from world.play.hosting import registry

    registry.forget_all()
    scenes.forget_all()
    boss = django_user_model.objects.create_superuser("boss", "", "x" * 12)
    sheet_staff.move_out(boss, Sheet.objects.get(realm="stall"))
    assert (coins(ann), purse()) == (500, 30)
    assert Sheet.objects.get(realm="stall").lease is None
    check_books()


# -- purses and prizes


def test_a_purse_is_filled_once_a_day_and_who_has_nothing_left_plays_for_nothing(ann, play_out):
    for _ in range(3):
        ann.type("challenge ivo for 10")
        play_out(ann)
    assert (coins(ann), purse()) == (530, 0)
    told = ann.type("challenge ivo for 10")
    assert "Ivo has nothing left to play for today" in told
    assert "Play a stone" in told
    play_out(ann)
    assert (coins(ann), purse()) == (530, 0)
    assert "Ivo plays Pebbles, for nothing." in ann.type("challenge")
    Entry.objects.filter(reason="refill").update(at="2020-01-01T00:00Z")
    ann.type("challenge ivo for 10")
    assert purse() == 20
    check_books()


def test_a_clock_that_was_ahead_for_a_while_keeps_no_purse_empty(ann, play_out):
    ann.type("challenge ivo for 25")
    play_out(ann)
    Entry.objects.filter(reason="refill").update(at="2060-01-01T00:00Z")
    ann.type("challenge ivo for 10")
    assert purse() == 20
    check_books()


def test_who_has_less_left_than_the_stake_says_how_much(ann, play_out):
    ann.type("challenge ivo for 25")
    play_out(ann)
    assert "Ivo has 5 left today" in ann.type("challenge ivo for 10")
    assert "for nothing or for 5 coins" in ann.type("challenge")


def test_who_wins_is_given_the_prize_once(ann, play_out):
    for times in (1, 0):
        ann.type("challenge ivo for 5")
        play_out(ann)
        assert "\n".join(ann.heard).count("Ivo hands you something: medal.") == times
    assert Thing.objects.filter(kind="s.good.medal").count() == 1
    check_books()


def test_what_was_seen_of_an_earlier_match_is_not_taken_for_seen(ann):
    ann.character.ndb.seen_moment = "of another match"
    ann.type("challenge ivo for 5")
    assert ann.character.ndb.seen_moment != "of another match"


def test_a_prize_is_won_in_practice_too_and_then_nothing_is_taken_back(ann, play_out):
    ann.type("challenge ivo")
    ann.type("1")
    assert "is not taken back" in ann.type("back")
    play_out(ann)
    assert Thing.objects.filter(kind="s.good.medal").count() == 1
    assert coins(ann) == 500
    check_books()


def test_who_has_the_prize_already_practises_and_takes_back(ann, play_out):
    ann.type("challenge ivo")
    play_out(ann)
    ann.type("challenge ivo")
    assert scene(ann).stake is None
    ann.type("1")
    assert "not taken back" not in ann.type("back")
    assert Sheet.objects.get(realm="stall").lease is None


def test_winning_raises_a_mark_of_a_thing_that_one_has_and_never_lowers_it(ann, play_out):
    sheet = Sheet.objects.get(realm="stall")
    games._shelf["parlour"].people["ivo"]["games"][0]["marks"] = {"s.good.rope": {"stage": 2}}
    one, other = (
        Thing.objects.create(realm="stall", kind="s.good.rope", sheet=sheet, fields=fields)
        for fields in ({"stage": 1, "wear": 3}, {"stage": 5})
    )
    try:
        ann.type("challenge ivo for 5")
        play_out(ann)
    finally:
        del games._shelf["parlour"].people["ivo"]["games"][0]["marks"]
    one.refresh_from_db()
    other.refresh_from_db()
    assert (one.fields, other.fields) == ({"stage": 2, "wear": 3}, {"stage": 5})
    assert one.sheet == sheet


def test_winning_leads_a_thing_from_one_value_to_another_and_no_other(ann, play_out):
    sheet = Sheet.objects.get(realm="stall")
    marks = {"s.good.rope": {"stage": {"1": 3, "2": 4}}}
    games._shelf["parlour"].people["ivo"]["games"][0]["marks"] = marks
    ropes = [
        Thing.objects.create(realm="stall", kind="s.good.rope", sheet=sheet, fields={"stage": n})
        for n in (1, 2, 3)
    ]
    try:
        ann.type("challenge ivo")
        play_out(ann)
    finally:
        del games._shelf["parlour"].people["ivo"]["games"][0]["marks"]
    for rope in ropes:
        rope.refresh_from_db()
    assert [rope.fields["stage"] for rope in ropes] == [3, 4, 3]


def test_nobody_leaves_a_match_by_walking(ann):
    ann.type("challenge ivo for 10")
    ann.type("gate")
    assert scene(ann) is not None
    assert ann.character.location.key == "Market"


# -- what packs say


@pytest.mark.parametrize(
    ("people", "told"),
    [
        ({"ivo": {"games": [{"gaem": "pebbles"}]}}, "nothing reads 'gaem' here"),
        ({"ivo": {"games": [{"game": "p", "stakes": [-1]}]}}, "numbers from 0 to"),
        ({"ivo": {"games": [{"game": "p", "prize": "s.good.medol"}]}}, "did you mean"),
        ({"ivo": {"purse": -3}}, "a number from 0 to"),
    ],
)
def test_what_is_wrong_with_plays_is_told(tmp_path, people, told):
    import json
    import shutil
    from pathlib import Path

    for name in ("stall", "parlour"):
        folder = tmp_path / name
        shutil.copytree(Path(__file__).parents[1] / "world" / "packs" / name, folder)
    (folder / "zz.json5").write_text(json.dumps({"people": people}))
    with pytest.raises(Exception, match=told):
        load_pack(folder)
