"""Coming to a table, being sent away from it, and what becomes of who keeps a table waiting."""

import pytest

from typeclasses.parts import readiness
from world.accounts import ignoring

LATE = readiness.REMIND_AFTER + readiness.LATE_AFTER


@pytest.fixture
def table(ann):
    """A table of three seats; Ann is its host."""
    ann.type("open chrono players 3")
    return ann.character.location


def let_wait(table, seconds, begin=0):
    """The round ticker looks at the table every ten seconds."""
    for now in range(begin, begin + seconds + 10, 10):
        table.look_after(float(now))
    return begin + seconds + 10


def unbroken(somebody):
    """What somebody was told, without the breaks of lines."""
    return " ".join(somebody.told().split())


def names(table):
    return [name or "-" for name in table.names]


# ------------------------------------------------------------------ inviting


def test_an_invitation_says_who_which_game_which_table_and_what_to_type(ann, ben, an, table):
    assert "小安 is invited" in ann.type("invite 小")
    told = an.told()
    assert f"Ann邀请你到{table.number}号桌，逆时巫师" in told
    assert f"加入 {table.number} 过去" in told
    assert "is invited" not in ben.told()
    an.type(f"加入 {table.number}")
    assert an.character.location == table
    assert "Ben is invited" in an.type("邀请 ben") or "Ben" in an.told()
    assert f"小安 invites you to table {table.number}, Chrono Wizard" in ben.told()


def test_who_sits_elsewhere_is_told_to_leave_first(ann, ben, table):
    ben.type("open chrono")
    own = ben.character.location.number
    ben.heard.clear()
    ann.type("invite ben")
    assert f"You sit at table {own}: leave, then join {table.number}" in unbroken(ben)
    ben.type("play")
    ben.heard.clear()
    ann.type("invite ben")
    assert f"When your game is over: leave, then join {table.number}" in unbroken(ben)


def test_where_no_seat_is_free_one_is_invited_to_look_on(ann, ben, table):
    ann.type("bot 2")
    ann.type("invite ben")
    assert f"watch {table.number} lets you look on" in unbroken(ben)
    ben.type(f"watch {table.number}")
    assert "Ben is at this table already." in ann.type("invite ben")


def test_to_a_private_table_only_its_host_invites(ann, ben, an, table):
    ben.type(f"join {table.number}")
    ann.type("options private yes")
    assert "Only the host" in ben.type("invite 小安")
    assert "no table" in an.type("tables") or "没有" in an.told()
    ann.type("invite 小安")
    an.type(f"加入 {table.number}")
    assert an.character.location == table


def test_who_only_watches_invites_nobody(ann, ben, an, table):
    ben.type(f"watch {table.number}")
    assert "no seat" in ben.type("invite 小安")


def test_an_invitation_by_somebody_ignored_is_never_seen(ann, an, table):
    ignoring.ignore_account(an.account, ann.account)
    an.heard.clear()
    assert "小安 is invited" in ann.type("invite 小安")
    assert an.heard == []


def test_invite_without_a_name_lists_who_could_come_friends_first(ann, ben, an, table):
    assert "Here are:" in ann.type("invite")
    ann.type("friends add 小安")
    rows = ann.type("invite").splitlines()[1:]
    assert [row.split()[0] for row in rows] == ["小安", "Ben"]
    for somebody in (ben, an):
        somebody.type(f"join {table.number}")
    assert "Nobody is here" in ann.type("invite")


def test_who_is_away_cannot_be_invited(ann, ben, table, logout):
    logout(ben)
    assert "Ben is not here now; tell Ben" in ann.type("invite ben")


# ------------------------------------------------------------------ sending away


def test_the_host_sends_away_who_sits_here_and_they_stay_away(ann, ben, table):
    ben.type(f"join {table.number}")
    assert "Ben has been sent away" in ann.type("kick be")
    assert names(table) == ["Ann", "-", "-"]
    assert f"The host of table {table.number} has sent you away" in ben.told()
    assert ben.character.location != table
    for word in ("join", "watch"):
        assert "ask for an invitation" in ben.type(f"{word} {table.number}")
    ann.type("invite ben")
    ben.type(f"join {table.number}")
    assert names(table) == ["Ann", "Ben", "-"]


def test_spectators_are_sent_away_during_a_game_players_are_not(ann, ben, an, table):
    ben.type(f"join {table.number}")
    ann.type("bot")
    ben.type("ready")
    ann.type("start")
    assert table.state == "playing"
    an.type(f"观战 {table.number}")
    assert "nobody loses a seat" in ann.type("kick ben")
    assert "小安 has been sent away" in ann.type("kick 小安")
    assert an.character.location != table
    assert names(table)[1] == "Ben"


def test_by_the_beginning_of_a_name_who_sits_here_is_meant_first(ann, person, table):
    bea, beatrix = person("Bea"), person("Beatrix")
    beatrix.type(f"join {table.number}")
    ann.type("kick be")
    assert beatrix.character.location != table
    bea.type(f"join {table.number}")
    person("Beate").type(f"join {table.number}")
    assert "Several names begin so: Bea, Beate." in ann.type("kick be")


def test_a_seat_can_be_named_instead_and_bots_go_too(ann, ben, table):
    ann.type("bot")
    assert "a bot, goes away" in ann.type("kick 2")
    ben.type(f"join {table.number}")
    assert "Ben has been sent away" in ann.type("kick 2")
    assert "Nobody sits in seat 2" in ann.type("kick 2")
    assert "There is no seat 99" in ann.type("kick 99")


def test_only_the_host_sends_away_and_not_the_host_nor_who_is_elsewhere(ann, ben, an, table):
    ben.type(f"join {table.number}")
    assert "Only the host" in ben.type("kick ann")
    assert "cannot send yourself away" in ann.type("kick ann")
    assert "小安 is not at this table" in ann.type("kick 小安")
    assert "There is nobody called" in ann.type("kick zoe")
    assert "Type kick and a name" in ann.type("kick")


def test_an_open_table_forgets_whom_its_last_host_sent_away(ann, ben, table):
    ben.type(f"watch {table.number}")
    ann.type("kick ben")
    ann.type("leave")
    table._close()
    ann.type("open chrono")
    ben.type(f"watch {ann.character.location.number}")
    assert ben.character.location == ann.character.location


# ------------------------------------------------------------------ keeping others waiting


def test_who_never_readies_is_reminded_then_a_bot_plays(ann, ben, an, table):
    for somebody in (ben, an):
        somebody.type(f"join {table.number}")
    ben.type("ready")
    ann.type("start")
    an.heard.clear()
    now = let_wait(table, readiness.REMIND_AFTER)
    assert "大家在等你。请输入 准备" in an.told()
    assert "小安 is reminded" in ben.told()
    assert "Not ready yet: 小安" in ann.type("start")
    ann.heard.clear()
    let_wait(table, readiness.LATE_AFTER, now)
    assert "start begins, with a bot there" in ann.told()
    assert "start begins, with a bot in that place" in ann.type("seats")
    assert "The game begins" in ann.type("start")
    assert names(table)[:2] == ["Ann", "Ben"]
    assert table.occupants()[2].bot
    assert an.character.table is None
    assert an.character.location == table
    assert "改为观战" in an.told()


def test_who_is_waiting_may_take_the_seat(ann, ben, an, table):
    for somebody in (ann, ben):
        somebody.type(f"join {table.number}")
    ann.type("bot")
    ann.type("ready")
    an.type(f"观战 {table.number}")
    assert "2号座有人了" in an.type("坐下 2")
    let_wait(table, LATE)
    assert "坐下 2 可以坐到那里" in an.told()
    an.type("坐下 2")
    assert names(table)[:2] == ["Ann", "小安"]
    assert ben.character.table is None


def test_who_gets_ready_late_keeps_the_seat(ann, ben, table):
    ben.type(f"join {table.number}")
    ann.type("bot")
    ann.type("ready")
    let_wait(table, LATE)
    assert "Type ready to keep it" in ben.told()
    assert "The game begins" in ben.type("ready")
    assert names(table)[1] == "Ben"


def test_nobody_is_late_where_nobody_is_ready(ann, ben, table):
    ben.type(f"join {table.number}")
    ann.type("bot")
    ben.heard.clear()
    let_wait(table, 10 * LATE)
    assert ben.heard == []
    assert table.late_seats() == []


def test_a_host_who_never_begins_is_reminded_then_somebody_else_is_host(ann, ben, table):
    ben.type(f"join {table.number}")
    ann.type("bot")
    ben.type("ready")
    ann.heard.clear()
    now = let_wait(table, readiness.REMIND_AFTER)
    assert "Type start" in ann.told()
    let_wait(table, readiness.LATE_AFTER, now)
    assert table.owner == ben.character
    assert "The game begins" in ben.type("start")
    assert table.occupants()[0].bot
    assert ann.character.location == table


def test_a_start_in_vain_makes_the_host_ready(ann, ben, table):
    ben.type(f"join {table.number}")
    ann.type("bot")
    assert "Not ready yet: Ben" in ann.type("start")
    assert "The game begins" in ben.type("ready")


# ------------------------------------------------------------------ leaving the game


def test_quit_in_the_middle_of_a_match_asks_first(ann, an):
    for who, line, sure in ((ann, "quit", "quit yes"), (an, "退出", "退出 是")):
        who.type("play chrono")
        number = who.character.table.number
        for typed in (line, f"{line} replay", f"{line} 12"):
            assert str(number) in who.type(typed)
            assert who.character.is_here
        who.type("leave")
        assert str(number) in who.type(line)  # the seat waits, also for who is in the hall
        assert who.character.is_here
        who.type(sure)
        assert not who.character.is_here
        assert who.character.table is not None


def test_quit_with_something_behind_it_does_not_leave_the_game(ann):
    assert "with nothing behind it" in ann.type("quit replay")
    assert ann.character.is_here
    ann.type("quit")
    assert not ann.character.is_here


def test_who_has_given_up_quits_without_a_question(ann):
    ann.type("play chrono")
    ann.type("concede yes")
    ann.type("quit")
    assert not ann.character.is_here
