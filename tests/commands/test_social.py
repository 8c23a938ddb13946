"""People talk to each other: everywhere, in both languages, and not with whom they ignore."""

import pytest

from world.accounts import friends, ignoring
from world.community import chat, reports, social, tells
from world.errors import TableError
from world.models import Letter, PlayerRecord, Report
from world.render import people as render


@pytest.fixture(autouse=True)
def _silence():
    chat.forget()


def test_talk_in_the_hall_and_at_a_table_is_read_in_the_language_of_each(ann, an):
    ann.type("say 你好|r{name}")
    assert ann.heard == ["You say: 你好||r{name}"]
    assert an.heard == ["|cAnn|n说：你好||r{name}"]
    ann.type("open")
    an.type(f"观战 {ann.character.location.number}")
    ann.heard.clear()
    an.type("说 嗨")
    assert (ann.told(), an.told()) == ("小安: 嗨", "小安：嗨")


def test_who_ignores_somebody_reads_nothing_of_them_and_they_do_not_notice(ann, ben, an):
    ignoring.ignore_account(ben.account, ann.account)
    assert ignoring.ignores(ben.character, ann.character)
    assert not ignoring.ignores(ann.character, ben.character)
    assert ann.type("say hello") == "You say: hello"
    assert an.told() == "Ann说：hello"
    assert ben.told() == ""
    ben.type("say hello")
    assert ann.told().endswith("Ben says: hello")
    ignoring.unignore_account(ben.account, ann.account)
    ben.heard.clear()
    ann.type("say hello")
    assert ben.told() == "Ann says: hello"


def test_ignoring_has_its_limits(ann, ben, monkeypatch):
    with pytest.raises(TableError, match="ignoreSelf"):
        ignoring.ignore_account(ann.account, ann.account)
    with pytest.raises(TableError, match="notIgnored"):
        ignoring.unignore_account(ann.account, ben.account)
    ignoring.ignore_account(ann.account, ben.account)
    monkeypatch.setattr(ignoring, "IGNORED_MOST", 1)
    with pytest.raises(TableError, match="ignoreTooMany"):
        ignoring.ignore_account(ann.account, ben.account)


def test_staff_has_to_be_heard(ann, ben):
    ben.account.permissions.add("Admin")
    with pytest.raises(TableError, match="ignoreStaff"):
        ignoring.ignore_account(ann.account, ben.account)


def test_what_one_has_read_is_kept_for_a_while(ann, ben):
    for number in range(social.HEARD_KEPT + 5):
        ben.type(f"say {number}")
    words = social.last_words(ann.character)
    assert len(words) == social.HEARD_KEPT
    assert (words[-1].speaker, words[-1].text) == ("Ben", str(social.HEARD_KEPT + 4))
    assert words[-1].account == ben.account.pk


def test_nobody_fills_the_screens_of_others(ann, ben):
    assert "At most 500" in ann.type("say " + "x" * 501)
    assert "At most 500" in ann.type("chat " + "x" * 501)
    assert ben.told() == ""


# ------------------------------------------------------------------ to one person


def test_a_tell_reaches_one_person_wherever_they_are(ann, ben, an):
    ann.type("open")
    assert ann.type("tell 小 你好|r") == "You tell 小安: 你好|"
    assert an.heard[-1] == "|cAnn|n悄悄对你说：你好||r"
    assert ben.heard == [] or "你好" not in ben.told()
    an.type("回复 来一局？")
    assert "小安 tells you: 来一局？" in ann.told()
    assert "nothing" not in ben.type("reply hello")
    assert "Nobody has told you anything yet" in ben.told()


def test_a_chinese_command_and_name_need_no_spaces_but_one_between_name_and_words(an, ann):
    an.type("告诉ann：你好")
    assert "小安 tells you: 你好" in ann.told()


def test_who_reads_traditional_characters_types_names_and_words_in_them(ann, an, person):
    cloud, other = person("小云", language="zh"), person("小龍", language="zh")
    an.session.protocol_flags["TRADITIONAL"] = True
    an.type("告訴 小雲 說好了")
    assert cloud.heard[-1] == "|c小安|n悄悄对你说：說好了"
    an.type("好友加小龍")
    an.type("好友 加 小雲")
    assert [account.username for account in friends.friends_of(an.account)] == ["小龍", "小云"]
    an.type("公聊 關")
    assert not chat.is_listening(an.character)
    other.type("好友 提醒 關")
    assert not friends.wants_notices(other.account)


def test_nobody_by_that_name_several_and_oneself(ann, person):
    person("Benedict"), person("Benno")
    ann.type("tell Zoe|r hello")
    assert "There is nobody called “Zoe||r”" in ann.heard[-1]
    assert "Several names begin so: Benedict, Benno" in ann.type("tell ben hello")
    assert "keep it" in ann.type("tell me hello")
    assert "Type tell NAME" in ann.type("tell Benno")


def test_who_is_away_reads_it_at_the_next_login(ann, an, logout, login):
    logout(an)
    assert "小安 is away and will read it" in ann.type("tell 小安 see you tomorrow")
    an.heard.clear()
    login(an)
    assert "你不在的时候" in an.told()
    assert "Ann悄悄对你说：see you tomorrow" in an.told()
    an.heard.clear()
    logout(an)
    login(an)
    assert "tomorrow" not in an.told()
    assert "see you tomorrow" in an.type("留言")
    an.type("回复 好")
    assert "小安 tells you: 好" in ann.told()


def test_letters_are_few(ann, ben, an, logout):
    logout(an)
    for number in range(tells.UNREAD_OF_ONE):
        ann.type(f"tell 小安 {number}")
    assert "has not read your last messages" in ann.type("tell 小安 one more")
    Letter.objects.bulk_create(
        Letter(recipient=an.account, sender=ann.account, text="x") for _ in range(tells.KEPT)
    )
    assert "too many messages wait" in ben.type("tell 小安 hello")


def test_letters_that_were_read_make_room_for_new_ones(ann, an, logout, login, monkeypatch):
    monkeypatch.setattr(tells, "KEPT", 3)
    for number in range(5):
        logout(an)
        ann.type(f"tell 小安 number {number}")
        login(an)
    assert [letter.text[-1] for letter in tells.kept_letters(an.character)] == ["2", "3", "4"]


def test_who_is_ignored_neither_tells_nor_leaves_letters_and_does_not_notice(
    ann, an, logout, login
):
    assert "不会再看到Ann" in an.type("屏蔽 ann")
    an.heard.clear()
    assert ann.type("tell 小安 hello") == "You tell 小安: hello"
    assert an.heard == []
    logout(an)
    assert "will read it" in ann.type("tell 小安 hello")
    login(an)
    assert "hello" not in an.told()
    assert "Ann" in an.type("屏蔽")
    an.type("取消屏蔽 Ann")
    ann.type("tell 小安 hello again")
    assert "hello again" in an.told()


# ------------------------------------------------------------------ to everybody


def test_emotes_are_read_where_one_is(ann, ben, an):
    ann.type("emote waves|")
    assert ben.heard[-1] == an.heard[-1] == "* |cAnn|n waves||"
    an.type(":挥了挥手")
    assert ben.told().endswith("* 小安挥了挥手")
    ben.type(":'s eyes shine")
    assert ann.told().endswith("* Ben's eyes shine")


def test_the_channel_reaches_everybody_who_has_not_switched_it_off(ann, ben, an):
    ann.type("open")
    ben.type("chat off")
    an.type("公聊大家好")
    assert "[chat] 小安: 大家好" in ann.told()
    assert "[公聊] 小安：大家好" in an.told()
    assert "大家好" not in ben.told()
    assert "chat on switches it on" in ben.type("chat hello")
    assert "Hearing the public channel: Ann, 小安" in ann.type("chat who")
    assert "小安: 大家好" in ben.type("chat")
    ben.type("chat on")
    assert "Ben: hello" in ben.type("chat hello")


def test_the_last_lines_of_the_channel_leave_out_whom_one_ignores(ann, ben, an):
    for number in range(chat.HISTORY + 3):
        (ann if number % 2 else ben).type(f"chat line {number}")
    assert an.type("公聊").count("line") == chat.HISTORY
    an.type("屏蔽 ben")
    told = an.type("公聊")
    assert told.count("line") == chat.HISTORY // 2
    assert "Ben" not in told


# ------------------------------------------------------------------ who is who


def test_who_tells_where_people_are_and_friends_come_first(ann, ben, an):
    ben.type("open")
    number = ben.character.location.number
    ann.type(f"watch {number}")
    an.type("好友加ben")
    told = an.type("在线").splitlines()
    assert told[0] == "现在有3人："
    assert told[1].startswith("Ben（好友）")
    assert f"在{number}号桌，逆时巫师" in told[1]
    assert "观战" in told[2]
    assert told[2].startswith("Ann")
    assert told[3].split() == ["小安（你）", "在大厅"]


def test_who_comes_in_pages_and_in_sentences_for_screen_readers(ann, ben, an, monkeypatch):
    monkeypatch.setattr(render, "PAGE", 2)
    assert "Page 1 of 2; who 2 shows the next" in ann.type("who")
    assert ann.told().count("in the hall") == 2
    assert "小安" in ann.type("who 2")
    assert "Page" not in ann.told()
    assert "小安" in ann.type("who 999999999999999999")
    ann.type("screenreader on")
    assert "Ann (you), in the hall." in ann.type("who")


def test_a_private_table_is_not_told_to_who_may_not_watch_it(ann, ben):
    ben.type("open chrono private yes")
    assert "at a private table" in ann.type("who")


def test_idle_people_are_told_apart(ann, ben):
    ben.session.cmd_last_visible -= 600
    assert "idle 10 min" in ann.type("who")
    assert "(Ben has been idle 10 min.)" in ann.type("tell ben hello")


def test_finger_tells_records_and_friends_more(ann, an, logout):
    PlayerRecord.objects.create(account=ann.account, game="chrono", played=7, won=3)
    ann.type("motto 我爱|r老鼠")
    told = an.type("资料 an")
    assert "“我爱|老鼠”" in told
    assert "逆时巫师：7局，胜3" in told
    assert "现在在线" in told
    assert "大厅" not in told
    ann.type("friends add 小安")
    assert "在大厅" in an.type("资料 ann")
    assert an.type("看 Ann").startswith("Ann\n“我爱")
    logout(ann)
    assert "上次来" in an.type("资料 ann")


def test_looking_at_a_person_shows_who_that_is(ann, ben, clock):
    assert "No finished game yet" in ann.type("look ben")
    assert "character" not in ann.told()
    ben.type("open")
    assert "No finished game yet" in ann.type("look ben")


def test_a_motto_is_one_line_that_can_be_taken_away(ann, ben):
    assert "At most 120 columns" in ann.type("motto " + "长" * 61)
    ann.type("motto hello")
    assert "“hello”" in ben.type("finger ann")
    ann.type("motto none")
    assert "“" not in ben.type("finger ann")


# ------------------------------------------------------------------ friends


def test_one_is_told_when_a_friend_comes_unless_one_does_not_want_to(ann, an, logout, login):
    an.type("好友 加 ann")
    logout(ann)
    ann.account.ndb.announced_at = None
    an.heard.clear()
    login(ann)
    assert "Ann来了" in an.told()
    assert "1人在线" in an.type("好友")
    assert "在大厅" in an.told()
    an.type("好友 提醒 关")
    logout(ann)
    ann.account.ndb.announced_at = None
    an.heard.clear()
    login(ann)
    assert an.told() == ""
    logout(ann)
    assert "不在：Ann" in an.type("好友")
    an.type("好友 删 Ann")
    assert "0人" in an.type("好友")


def test_a_bad_connection_does_not_announce_a_friend_again_and_again(ann, an, logout, login):
    an.type("好友 加 ann")
    ann.account.ndb.announced_at = None
    for _ in range(3):
        logout(ann)
        login(ann)
    assert an.told().count("Ann来了") == 1


# ------------------------------------------------------------------ reports


def test_a_report_carries_what_was_heard_and_staff_is_told(ann, ben, an):
    an.account.permissions.add("Admin")
    ben.type("say you rat")
    assert "has arrived" in ann.type("report ben he insults me")
    assert "Ann举报了Ben" in an.told()
    report = Report.objects.get()
    assert (report.reporter, report.accused) == (ann.account, ben.account)
    assert report.text == "he insults me"
    assert "Ben: you rat" in report.heard
    assert "Hall" in report.place
    assert "cannot report yourself" in ann.type("report me x")
    assert "Type report NAME" in ann.type("report ben")


def test_a_report_outlives_the_accounts(ann, ben):
    ann.type("report ben he insults me")
    ben.account.delete()
    ann.account.delete()
    report = Report.objects.get()
    assert (report.accused, report.accused_name) == (None, "Ben")
    assert (report.reporter, report.reporter_name) == (None, "Ann")


def test_staff_hears_at_login_of_reports_that_wait(ann, ben, logout, login):
    ann.type("report ben he insults me")
    logout(ben)
    ben.account.permissions.add("Helper")
    login(ben)
    assert "Reports waiting in the admin: 1" in ben.told()
    reports.handle_reports(Report.objects.all(), ben.account, "spoken to him")
    report = Report.objects.get()
    assert (report.handled_by, report.note) == (ben.account, "spoken to him")
    assert reports.count_waiting() == 0
