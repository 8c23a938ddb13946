"""Finding a table by a word, friends in the hall, and the directory of people."""

from data_client import Drawing
from twisted.internet.task import Clock

from world.accounts import friends, ignoring, listing
from world.render import hallnews


def test_who_seeks_sits_down_where_people_wait_and_else_opens_a_table(ann, ben):
    assert "Nobody waits just now" in ann.type("seek")
    ben.type("seek")
    assert ben.character.table == ann.character.table


def test_one_seeks_a_game_by_its_name_in_either_language(an, ann):
    an.type("找桌 逆时巫师")
    ann.type("seek chrono")
    assert ann.character.table == an.character.table
    assert "no game" in ann.type("seek nothing").casefold()


def test_no_private_table_is_found_nor_that_of_somebody_one_ignores(ann, ben):
    ben.type("open chrono private yes")
    ann.type("seek")
    assert ann.character.table != ben.character.table
    ann.type("leave")
    ben.type("option private no")
    ignoring.ignore_account(ann.account, ben.account)
    ann.type("seek")
    assert ann.character.table != ben.character.table


def test_whoever_has_a_seat_is_led_back_to_it(ann):
    ann.type("open chrono")
    table = ann.character.table
    ann.type("seek")
    assert ann.character.table == table


def test_the_hall_tells_which_friends_are_here_and_where(ann, ben, monkeypatch):
    monkeypatch.setattr(hallnews, "_bell", hallnews.Bell(Clock()))
    client = Drawing(ann)
    client.ask("subscribe", text=False)
    assert client.lobby["friends"] == []
    ann.type("friends add Ben")
    ben.type("open chrono")
    hallnews._bell.clock.advance(1)
    (friend,) = client.lobby["friends"]
    assert (friend["name"], friend["table"]) == ("Ben", ben.character.table.number)
    friends.remove_friend(ann.account, ben.account)
    hallnews.note_change()
    hallnews._bell.clock.advance(1)
    assert client.lobby["friends"] == []


def test_whoever_does_not_want_to_be_listed_says_so(ann, an):
    assert "You stand in the list" in ann.type("listed")
    assert "do not stand" in ann.type("listed off")
    assert not listing.is_listed(ann.account)
    an.type("名录 关")
    assert not listing.is_listed(an.account)
    an.type("名录 开")
    assert listing.is_listed(an.account)
