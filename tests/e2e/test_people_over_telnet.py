"""Three strangers on telnet: one reads Chinese, one English, one with a screen reader."""

import re

import pytest


@pytest.fixture
def people(game):
    """Makes three of them: `people("小云", "Wendy", "Blake")`, the last with a screen reader."""
    clients = []

    def make(chinese, english, listener):
        cloud = game.client()
        cloud.expect("逆时巫师")
        cloud.send(f"创建 {chinese} 一匹正确的马电池")
        cloud.expect(f"欢迎你，{chinese}！")
        clients.extend((cloud, game.player(english), game.player(listener)))
        clients[-1].ask("screenreader on", "Plain sentences")
        return clients

    yield make
    for client in clients:
        client.close()


def found_by_who(client, pattern):
    """Somebody on one of the pages of those who are here."""
    for page in range(1, 9):
        if found := re.search(pattern, client.answer(f"who {page}")):
            return found
    raise AssertionError(f"nobody like {pattern}")


def test_people_talk_invite_and_send_away_in_their_languages(people):
    cloud, wendy, blake = people("小云", "Wendy", "Blake")
    wendy.ask("tell 小云 你好|r {name}", r"You tell 小云: 你好\|r \{name\}")
    cloud.expect(r"Wendy悄悄对你说：你好\|r \{name\}")
    cloud.ask("回复 来一局？", "你悄悄对Wendy说：来一局？")
    wendy.expect("小云 tells you: 来一局？")
    blake.ask("chat hello all", r"\[chat\] Blake: hello all")
    cloud.expect(r"\[公聊\] Blake：hello all")

    wendy.ask("open chrono players 3", "type bot")
    number = found_by_who(wendy, r"Wendy \(you\)\s+at table (\d+)")[1]
    wendy.ask("invite blake", "Blake is invited")
    blake.expect(rf"Wendy invites you to table {number}, Chrono Wizard\. join {number} takes")
    blake.ask(f"join {number}", "seat 2")
    found_by_who(blake, rf"Wendy, at table {number}, Chrono Wizard\.")
    blake.ask("invite 小云", "小云 is invited")
    cloud.expect(rf"Blake邀请你到{number}号桌")
    cloud.ask(f"观战 {number}", "观战")
    cloud.ask(":挥了挥手", r"\* 小云挥了挥手")
    blake.expect(r"\* 小云挥了挥手")
    wendy.ask("kick 小云", "小云 has been sent away")
    cloud.expect("桌主请你离开了")
    cloud.ask(f"加入 {number}", "除非再邀请你")


def test_ignored_words_do_not_arrive_and_reports_reach_the_staff(game, people):
    rain, wanda, boris = people("小雨", "Wanda", "Boris")
    boris.ask("ignore wanda", "You hear nothing of Wanda")
    wanda.ask("tell boris you there?", "You tell Boris: you there")
    wanda.ask("chat is anybody there", "anybody there")
    rain.expect("anybody there")
    assert "there" not in boris.read_all(1)
    staff = game.client()
    staff.expect("Chrono Wizard")
    staff.send(f"connect admin {game.admin_password}")
    staff.expect("Hall of the Time Wheel")
    rain.ask("举报 wanda 一直打扰别人", "已收到")
    staff.expect("小雨 reports Wanda")
    staff.close()


def test_a_guest_plays_registers_and_is_the_same_afterwards(game):
    guest = game.client()
    guest.expect("逆时巫师")
    guest.send("游客")
    name = guest.expect("你是游客(.+?)。")[1]
    guest.ask("开始", "对局开始")
    guest.ask("注册 云中客 一匹正确的马电池", "从此你叫云中客")
    guest.close()
    again = game.client()
    again.expect("逆时巫师")
    again.send("登录 云中客 一匹正确的马电池")
    again.ask("座位", "云中客（你）")
    assert name not in again.read_all()
    again.ask("认输 是", "认输")
    again.close()


def test_who_is_away_reads_what_was_told_at_the_next_login(game):
    game.player("Penny").close()
    teller = game.player("Quentin")
    for _ in range(20):
        teller.read_all(0)
        teller.send("tell penny see you at eight")
        if "will read it" in teller.expect("(Penny is away and will read it|You tell Penny)")[1]:
            break
    penny = game.client()
    penny.expect("Chrono Wizard")
    penny.send("connect Penny correct-horse")
    penny.expect("While you were away:.*Quentin tells you: see you at eight")
