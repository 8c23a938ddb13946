"""Commands typed by real characters at real tables, in both languages."""

import random
import re

import pytest

from rules.playing.bots.answers import Line
from typeclasses.tables import Table
from world.play.hosting import botturns
from world.render.prompt import option_number


def until_asked(somebody, clock, prompt=None, limit=600):
    """Let the bots play, and take defaults, until this person is asked (this)."""
    for _ in range(limit):
        choice = somebody.choice
        if choice is not None and prompt in (None, choice.prompt):
            return choice
        if choice is not None:
            # Whole hands go, so that other cards come.
            everything = tuple(range(choice.maximum))
            picks = everything if choice.minimum == 0 else choice.default
            somebody.character.location.answer(somebody.character, picks)
        clock.advance(0.01)
    pytest.fail(f"never asked {prompt}")


# ------------------------------------------------------------------ the hall


def test_a_newcomer_is_told_what_to_type(ann, an):
    assert "play" in ann.type("blah")
    assert "“blah”" in ann.told()
    assert "开始" in an.type("什么")


def test_one_word_begins_a_game_with_three_bots(ann, clock):
    told = ann.type("play")
    table = ann.character.location
    assert isinstance(table, Table)
    assert table.state == "playing"
    assert sum(bool(seat.bot) for seat in table.occupants()) == 3
    assert "The game begins!" in told
    assert told.count("takes seat") == 0
    until_asked(ann, clock)
    assert "1) " in ann.told()


def test_the_same_in_chinese_without_a_space(an, clock):
    assert "对局开始" in an.type("开始")
    until_asked(an, clock, "explore")
    assert "1) 探索III级" in an.told()


def test_open_with_options_then_bots_and_start(ann):
    told = ann.type("open chrono players 3")
    assert "type bot to add bots" in told
    table = ann.character.location
    assert table.options["players"] == 3
    assert "Type start to begin" in ann.type("bot 2")
    assert "The game begins!" in ann.type("start")


def test_options_are_named_in_both_languages(an):
    an.type("开桌")
    an.type("选项 人数 3")
    an.type("选项 限时 60")
    table = an.character.location
    assert table.options["players"] == 3
    assert table.options["timeLimit"] == 60
    assert "人数可以是3至4" in an.type("选项 人数 9")
    assert "没有胡说这个选项" in an.type("选项 胡说 1")
    assert "限时：60秒" in an.type("选项")


def test_start_without_enough_players_says_the_way_out(ann):
    ann.type("open")
    assert "Free seats: 3. bot 3 fills them" in ann.type("start")


def test_tables_join_watch_and_leave(ann, an, person):
    assert "No table is open" in an.type("tables") or "还没有牌桌" in an.told()
    ann.type("open")
    number = ann.character.location.number
    assert "Ann" in an.type("牌桌")
    an.type(f"加入 {number}")
    assert an.character.location == ann.character.location
    assert "小安 takes seat 2" in ann.told()
    ann.type("bot 2")
    assert "Not ready yet: 小安" in ann.type("start")
    an.type("准备")
    ann.type("start")
    assert ann.character.location.state == "playing"
    cyn = person("Cyn")
    assert "There is no table 99" in cyn.type("join 99")
    assert "already going on" in cyn.type(f"join {number}")
    assert "watching" in cyn.type(f"watch {number}")
    assert "You have no hand here" in cyn.type("hand")
    cyn.type("leave")
    assert cyn.character.location != ann.character.location


def test_leaving_a_running_game_keeps_the_seat(ann, clock):
    ann.type("play")
    table = ann.character.location
    until_asked(ann, clock)
    assert f"join {table.number} brings you back" in ann.type("leave")
    assert ann.character.location != table
    ann.type(f"join {table.number}")
    assert ann.character.location == table
    assert "1) " in ann.told()


# ------------------------------------------------------------------ in a game


def test_answers_by_number_by_verb_and_by_name(ann, clock):
    ann.type("play")
    until_asked(ann, clock, "explore")
    ann.type("1")
    assert ann.choice is None or ann.choice.prompt != "explore"


def test_wrong_answers_cost_nothing_and_say_what_is_possible(ann, an, clock):
    ann.type("play")
    choice = until_asked(ann, clock, "explore")
    journal = len(ann.character.location.match.journal)
    for typed in ("99", "xyzzy", "explore 9", "buy 2", "play bash", "0", "1 2"):
        told = ann.type(typed)
        assert len(told.splitlines()) == 1, (typed, told)
        assert ann.choice == choice
    assert len(ann.character.location.match.journal) == journal
    assert "explore level III" in ann.type("xyzzy")
    assert "There is no 99; you can type 1 to 2" in ann.type("99")


def playable(somebody, target=True):
    """The first card that can be played and needs a target (or none)."""
    match = somebody.character.location.match
    for option in somebody.choice.options:
        card = match.card_of(option.entity) if option.kind == "card" else None
        if card is not None and ("damage" in str(card.source)) == target:
            return card
    return None


def test_play_a_card_on_a_monster_in_one_line(ann, clock):
    ann.type("play")
    for _ in range(60):
        until_asked(ann, clock, "battleTurn")
        card = playable(ann)
        match = ann.character.location.match
        monsters = sum(player["zones"]["slot"]["count"] for player in match.view(None)["players"])
        if card is not None and monsters > 1:
            break
        ann.character.location.answer(ann.character, ann.choice.default)
    told = ann.type(f"play {card.name['en']} on 2")
    assert "At which monster?" not in told
    assert f"Ann plays {card.name['en']} at " in told


def test_a_follow_up_that_does_not_fit_is_dropped_with_a_sentence(ann, clock):
    ann.type("play")
    for _ in range(60):
        until_asked(ann, clock, "battleTurn")
        card = playable(ann, target=False)
        if card is not None:
            break
        ann.character.location.answer(ann.character, ann.choice.default)
    told = ann.type(f"play {card.name['en']} on xyzzy")
    assert f"Ann plays {card.name['en']}" in told
    assert "“xyzzy” was not needed" in told


def test_a_card_command_is_not_taken_for_an_answer(ann, clock):
    ann.type("play")
    choice = until_asked(ann, clock, "battleTurn")
    told = ann.type("card 1")
    assert "mana cost" in told
    assert ann.choice == choice
    assert "Deal 9 damage; 12 instead if you have a wand equipped." in ann.type("card bash")
    explained = ann.type("card charged strike")
    assert "Resonance(1): draw 1 card." in explained
    assert "Resonance(n)" in explained
    assert "There is no card “xyzzy”" in ann.type("card xyzzy")
    assert "Several cards are called so" in ann.type("card c")
    for typed, expected in [
        ("board", "Monster"),
        ("hand", "What it does"),
        ("log 5", "The last lines"),
        ("rules", "Battle"),
        ("rules goal", "The goal"),
        ("rules battle", "Battle"),
        ("?", "1) "),
        ("", "1) "),
        ("seats", "bot"),
        ("look", "Table 1"),
    ]:
        assert expected in ann.type(typed), typed
        assert ann.choice == choice


def test_everybody_reads_in_their_own_language(ann, an, clock):
    ann.type("open")
    number = ann.character.location.number
    an.type(f"加入 {number}")
    ann.type("bot 2")
    an.type("准备")
    ann.type("start")
    assert "Round 1 begins" in ann.told() or "Round 1 begins" in ann.type("log 40")
    assert "第1轮开始" in an.type("记录 40")
    ann.heard.clear()
    an.type("说你好 |r红")
    assert "你好 ||r红" in ann.heard[-1]


def test_who_waits_is_told_for_whom(ann, an, clock):
    ann.type("open")
    an.type(f"加入 {ann.character.location.number}")
    ann.type("bot 2")
    an.type("准备")
    ann.type("start")
    table = ann.character.location
    for _ in range(200):
        if (ann.choice is None) != (an.choice is None):
            break
        clock.advance(0.01)
        for somebody in (ann, an):
            if ann.choice and an.choice:
                table.answer(somebody.character, somebody.choice.default)
    waiting = ann if ann.choice is None else an
    assert "在等Ann" in waiting.type("1") or "Waiting for 小安" in waiting.told()


def test_giving_up_asks_first(ann, clock):
    ann.type("play")
    until_asked(ann, clock)
    assert "yes gives up" in ann.type("concede")
    assert ann.choice is not None
    assert "Ann gives up" in ann.type("concede yes")


RNG = random.Random(8)


def random_bot(match, seat):
    """Any legal answer, the same ones in every run."""
    choice = match.choice_of(seat)
    count = RNG.randint(choice.minimum, min(choice.maximum, len(choice.options)))
    return [Line(tuple(RNG.sample(range(len(choice.options)), count)))]


def test_a_whole_game_by_numbers_only(ann, clock, monkeypatch):
    """Type what the prompt offers, to the end, and read what to do next."""
    RNG.seed(8)
    monkeypatch.setitem(botturns.BOTS, "greedy", random_bot)
    ann.type("open")
    ann.type("options players 3")
    ann.type("bot 2")
    ann.type("start")
    table = ann.character.location
    for _ in range(20_000):
        if table.state != "playing":
            break
        choice = ann.choice
        if choice is None:
            clock.advance(0.01)
            continue
        picks = random_bot(table.match, choice.seat)[0].picks
        ann.type(" ".join(str(option_number(choice, pick)) for pick in picks) or "0")
        assert "does not fit" not in ann.told()
    assert table.state == "finished"
    assert "Thank you for playing!" in ann.told()
    assert "for another game" in ann.type("look")


# ------------------------------------------------------------------ always


def test_language_is_changed_by_a_word(ann):
    assert "语言：中文" in ann.type("language 中文")
    assert ann.account.language == "zh"
    assert "Language: English" in ann.type("语言 英文")
    assert "zh" in ann.type("language klingon")


def test_in_a_match_the_input_line_changes_its_language_as_well(ann, clock):
    ann.type("play")
    assert ann.character.ndb.prompt == "I-I mana 0 gold 3 >"
    told = ann.type("language zh")
    assert "探索哪个等级？" in told
    assert ann.character.ndb.prompt == "I-I 法力0 金币3 >"
    ann.type("读屏 开")
    assert ann.character.ndb.prompt == ">"
    ann.type("读屏 关")
    assert ann.character.ndb.prompt == "I-I 法力0 金币3 >"


def test_help_in_both_languages(ann, an):
    assert "play" in ann.type("help")
    assert "begin a game with bots at once" in ann.told()
    assert "马上开一局" in an.type("帮助")
    assert "fills the free seats with bots" in ann.type("help 开始")
    assert "用机器人补满空座" in an.type("帮助 play")
    assert "There is no help on “xyzzy”" in ann.type("help xyzzy")
    assert "马上开一局" in an.type("?")


def test_credits_name_the_authors_of_the_game(ann, an):
    assert "SOS board game club of Shenzhen Middle School" in " ".join(ann.type("credits").split())
    assert "无内鬼" in an.type("致谢")


def test_a_screen_reader_is_given_sentences(ann, clock):
    ann.type("screenreader on")
    ann.type("play")
    until_asked(ann, clock)
    told = ann.type("board")
    assert "--" not in told
    assert re.search(r"loop \d cell \d", told)  # an event may have moved somebody


def test_say_in_the_hall(ann, an):
    ann.type("say hello")
    assert "Ann说：hello" in an.told()
    assert "You say: hello" in ann.told()


def test_builders_find_their_own_commands_in_help_too(ann):
    ann.character.permissions.add("Builder")
    ann.account.permissions.add("Builder")
    assert "teleport" in ann.type("help teleport")
    assert "begin a game with bots" in ann.type("help play")


def test_the_first_screen_is_not_asked_for_by_somebody_who_is_in(ann):
    """Evennia types this for every connection, a moment after it was made."""
    assert ann.type("__unloggedin_look_command") == ""


def test_chinese_lists_have_chinese_signs(an):
    told = an.type("游戏")
    assert "逆时巫师" in told
    assert not re.search("[,()]", told)
