"""Scenes: matches at a person, a place or a way, without a table, as those who play them type."""

from types import SimpleNamespace
from unittest import mock

import pytest
from scenes_at_market import coins, put_on_shelf, record, restart, scene, thing_in
from twisted.internet import defer

from typeclasses.tables import Table
from world.errors import TableError
from world.models import MatchRecord, PlayerRecord, Sheet, Thing
from world.play import history
from world.play.hosting import acts
from world.render import lobby
from world.render.look import board_of
from world.render.scene import scene_page
from world.shelf import games


@pytest.fixture
def ann(at_market):
    return at_market("Ann")


# -- opening


def test_look_and_visit_say_what_can_be_opened(ann):
    assert "To visit here: keeper, gate." in ann.type("look")
    assert "To visit here: keeper, gate." in ann.type("visit")


def test_a_person_opens_a_scene_and_the_situation_stands_in_the_prompt(ann):
    told = ann.type("visit keeper")
    head, situation, question, first = told.splitlines()[:4]
    assert "Stall: keeper" in head
    assert situation == "You have 500 coins; a rope costs 2."
    assert question == "What will it be?"
    assert first.strip() == "1) buy a rope"
    assert record().scene == "keeper"
    assert record().place.key == "keeper"
    assert record().table is None
    assert ann.character.location.key == "Market"


def test_a_scene_opens_in_chinese(at_market):
    an = at_market("小安", language="zh")
    told = an.type("拜访 掌柜")
    assert "货摊：掌柜" in told
    assert "你有500枚钱；绳子2枚一根。" in told
    assert "1) 买绳子" in told
    assert "还没有发生" not in an.type("买绳子")
    assert "你有498枚钱" in an.type("?")
    assert "就此作罢" in an.type("离开")
    assert scene(an) is None


def test_whoever_talks_to_somebody_visits_them(ann):
    assert "What will it be?" in ann.type("talk to the keeper")


def test_the_options_that_a_builder_sets_are_those_of_the_match(market, ann):
    keeper = thing_in(market, "keeper")
    keeper.attributes.add("scene_options", {"price": 5})
    assert "a rope costs 5" in ann.type("visit keeper")
    ann.type("leave")
    keeper.attributes.add("scene_options", {"prise": 5})
    assert "stall has no option prise" in ann.type("visit keeper")
    assert scene(ann) is None


def test_who_pays_the_toll_goes_through_the_gate_and_who_does_not_stays(ann):
    assert "Stall: gate" in ann.type("gate")
    assert ann.character.location.key == "Market"
    told = ann.type("goodbye")
    assert "That is over: gate." in told
    assert ann.character.location.key == "Market"
    ann.type("gate")
    assert "Yard" in ann.type("pay the toll")
    assert ann.character.location.key == "Yard"
    assert scene(ann) is None


# -- what is refused


def test_nobody_opens_two_scenes_or_a_table_from_a_scene(ann):
    ann.type("visit keeper")
    for line in ("visit gate", "play chrono"):
        assert "busy with keeper" in ann.type(line), line
    assert MatchRecord.objects.count() == 1
    assert Table.live_tables() == []


def test_who_has_a_seat_at_a_table_opens_none(market, ann):
    ann.type("open chrono")
    ann.character.move_to(market, quiet=True)
    assert "You have a seat at table" in ann.type("visit keeper")
    assert scene(ann) is None


def test_who_does_not_exist_is_not_there_to_visit(ann):
    assert "Nobody and nothing here is called “king”." in ann.type("visit king")
    ann.character.go_to_hall()
    assert "nobody and nothing to visit here" in ann.type("visit keeper")


def test_a_game_that_is_gone_or_needs_more_people_is_told(market, ann):
    keeper = thing_in(market, "keeper")
    keeper.attributes.add("scene", "stal")
    assert "The game stal is not here." in ann.type("visit keeper")
    keeper.attributes.add("scene", "chrono")
    assert "There have to be 3 or 4 of you, not 1: keeper." in ann.type("visit keeper")
    assert not MatchRecord.objects.exists()


def test_what_is_in_another_match_is_told_with_where(ann):
    ann.type("visit keeper")
    number = record().pk
    ann.character.attributes.remove("scene_id")  # as if the other match were at a table
    assert "still at keeper" in ann.type("visit gate")
    assert MatchRecord.objects.count() == 1
    ann.character.attributes.add("scene_id", number)


# -- words first


def test_an_option_goes_before_the_command_of_its_name(ann):
    ann.type("visit keeper")
    assert "What will it be?" in ann.type("open the chest")
    assert "What will it be?" in ann.type("open")
    assert Table.live_tables() == []
    assert len(scene(ann).match.journal) == 2


def test_for_a_builder_it_goes_before_the_commands_of_builders_as_well(ann):
    ann.account.permissions.add("Builder")
    ann.type("visit keeper")
    ann.type("open the chest")
    assert len(scene(ann).match.journal) == 1


def test_look_say_tell_and_help_go_before_answers(ann, at_market):
    ben = at_market("Ben")
    ann.type("visit keeper")
    for option in ("look", "say", "tell", "help"):
        assert scene(ann).match.journal == []
        told = ann.type(f"{option} Ben" if option != "tell" else "tell Ben psst")
        assert "does not fit" not in told, option
    assert "psst" in "\n".join(ben.heard)
    told = ann.type("look")
    assert "Market" in told
    assert "You are busy with keeper" in told
    assert scene(ann).match.journal == []


def test_who_quits_is_asked_again_when_they_are_back(ann, logout, login):
    ann.type("visit keeper")
    ann.type("buy a rope")
    ann.type("quit")
    logout(ann)
    ann.heard.clear()
    login(ann)
    assert "You have 498 coins" in ann.told()
    assert ann.character.location.key == "Market"
    ann.type("1")
    assert "You have 496 coins" in ann.type("?")


def test_what_is_neither_is_explained_with_the_options(ann):
    ann.type("visit keeper")
    for typed in ("dance", "gate", "9", "是的"):
        told = ann.type(typed)
        assert "buy a rope" in told or "1 to 6" in told, (typed, told)
    assert scene(ann).match.journal == []
    assert ann.character.location.key == "Market"


def test_who_names_a_way_reads_what_comes_first(ann):
    ann.type("visit keeper")
    told = ann.type("gate")
    assert "leave ends that, then you can go" in told
    assert "buy a rope" in told


def test_commands_of_tables_say_where_one_is(ann):
    ann.type("visit keeper")
    for typed in ("sit", "bot", "seats", "options", "ready", "kick Ben", "invite Ben", "start"):
        assert "You are busy with keeper" in ann.type(typed), typed


def test_commands_of_matches_work(ann):
    ann.type("visit keeper")
    ann.type("gossip")
    assert "nothing new" in ann.type("log")
    assert "The stall" in ann.type("board")
    assert "What will it be?" in ann.type("language en")
    assert "What will it be?" in ann.type("?")
    assert "Stall" in ann.type("rules")
    for typed in ("hand", "auto", "always", "records", "deck", "tips", "why", "card rope"):
        ann.type(typed)
    assert scene(ann) is not None


def test_nobody_walks_out_of_a_scene(ann):
    ann.type("visit keeper")
    gate = thing_in(ann.character.location, "gate")
    ann.heard.clear()
    assert not ann.character.move_to(gate.destination)
    assert "leave" in ann.told()
    assert ann.character.location.key == "Market"


def test_who_is_taken_elsewhere_by_staff_has_left(ann, hall):
    ann.type("visit keeper")
    ann.type("buy a rope")
    ann.character.move_to(hall, move_type="teleport")
    assert scene(ann) is None
    assert coins(ann) == 498


# -- back


def test_back_leads_to_the_beginning_and_no_further(ann):
    ann.type("visit keeper")
    for _ in range(3):
        ann.type("1")
    assert "You have 494 coins" in ann.type("?")
    for left in (496, 498, 500):
        assert f"You have {left} coins" in ann.type("back")
    assert "no answer to take back" in ann.type("back")
    ann.type("goodbye")
    assert coins(ann) == 500


def test_back_leads_over_a_restart(ann):
    ann.type("visit keeper")
    ann.type("1")
    restart()
    assert "You have 500 coins" in ann.type("back")


def test_a_game_may_have_no_way_back(ann):
    with mock.patch.object(games.games_by_id()["stall"], "undo", False):
        ann.type("visit keeper")
        page = ann.type("1")
        assert "back" not in page
        assert "nothing is taken back in Stall" in ann.type("back")
        assert "You have 498 coins" in ann.type("?")


def test_what_is_over_cannot_be_taken_back(ann):
    ann.type("visit keeper")
    ann.type("1")
    ann.type("goodbye")
    assert "That is over: nothing of it can be taken back any more." in ann.type("back")
    assert coins(ann) == 498


# -- leaving


def test_who_leaves_goes_home_as_they_stand(ann):
    ann.type("visit keeper")
    ann.type("1")
    assert "You leave it at that: keeper." in ann.type("leave")
    assert scene(ann) is None
    assert record().status == "abandoned"
    assert coins(ann) == 498
    assert Thing.objects.filter(sheet__account=ann.account, kind="s.good.rope").count() == 1
    assert Sheet.objects.get().lease is None
    assert "To visit here" in ann.type("look")


def test_who_leaves_right_behind_back_has_taken_back(ann, monkeypatch):
    ann.type("visit keeper")
    ann.type("1")
    jobs = []

    def put(write, **_):
        jobs.append((write, defer.Deferred()))
        return jobs[-1][1]

    monkeypatch.setattr(acts, "writer", SimpleNamespace(put=put))
    for line in ("back", "leave"):
        ann.session.data_in(text=[[line], {}])
    assert scene(ann).host.is_busy  # it is left when that is stored
    with pytest.raises(TableError, match="storageBusy"):
        scene(ann).leave(ann.character)
    write, done = jobs.pop()
    done.callback(write())
    assert scene(ann) is None
    assert coins(ann) == 500


def test_a_game_with_a_word_for_giving_up_has_its_say(market, ann, monkeypatch):
    put_on_shelf("bazaar")
    keeper = thing_in(market, "keeper")
    keeper.attributes.add("scene", "bazaar")
    ann.type("visit keeper")
    assert "That is over" in ann.type("concede")
    assert coins(ann) == 19  # who flees leaves a coin
    assert record().status == "finished"
    assert scene(ann) is None


def test_a_word_of_the_game_goes_before_leave(market, ann):
    put_on_shelf("bazaar")
    keeper = thing_in(market, "keeper")
    keeper.attributes.add("scene", "bazaar")
    ann.type("visit keeper")
    ann.type("leave")
    assert coins(ann) == 20  # the option of that name is no flight


def test_a_table_is_open_to_who_has_left(ann):
    ann.type("visit keeper")
    ann.type("leave")
    ann.type("open chrono")
    assert len(Table.live_tables()) == 1


# -- in nobody's list


def test_a_scene_is_in_nobodys_list(ann, at_market):
    ben = at_market("Ben")
    ann.type("visit keeper")
    message = lobby.Lobby().message_for(ben.character)
    assert message["tables"] == []
    assert message["where"] == "hall"
    assert [each["line"] for each in message["scenes"]] == ["visit keeper", "visit gate"]
    assert lobby.Lobby().message_for(ann.character)["where"] == "scene"
    assert "keeper" not in ben.type("tables")
    ann.type("goodbye")
    assert [each.match.scene for each in history.matches_of(ann.account, ann.account)] == ["keeper"]
    assert history.matches_of(ann.account, ben.account) == []
    assert not history.matches_known_to(None).exists()
    assert not PlayerRecord.objects.exists()


def test_others_see_that_somebody_is_busy(ann, at_market):
    ben = at_market("Ben")
    ann.type("visit keeper")
    assert "Ann is busy with keeper." in ben.type("look")
    ann.type("leave")
    assert "busy" not in ben.type("look")


# -- twenty-four lines


def test_a_long_list_of_options_fits_the_window(market, at_market):
    for language, name in (("en", "Cem"), ("zh", "小陈")):
        cem = at_market(name, language=language)
        cem.type("visit keeper")
        own = scene(cem)
        choice = own.match.choice_of(0)
        long = choice._replace(options=choice.options * 8)
        board = board_of(own, cem.character)
        lines = scene_page(own, cem.character, board, long)
        assert len(lines) <= 23, lines
        assert all(len(line) <= 80 for line in lines)
        assert any("48)" in line for line in lines)
        cem.type("leave")


def test_a_listener_hears_sentences(ann):
    ann.type("screenreader on")
    told = ann.type("visit keeper").splitlines()
    assert told[0] == "Stall: keeper."
    assert told[1] == "You have 500 coins; a rope costs 2."
    assert told[2] == "What will it be?"
    assert told[3] == "1: buy a rope"


# -- sheet


def test_where_a_match_has_what_one_owns_is_told_as_its_reader_calls_it(market, ann):
    keeper = thing_in(market, "keeper")
    keeper.names = {"en": "keeper", "zh": "掌柜"}
    ann.type("visit keeper")
    ann.account.language = "zh"
    assert "都随你在那里：掌柜。" in ann.type("sheet")
    ann.character.attributes.remove("scene_id")  # as if the other match were at a table
    assert "还在掌柜的对局中" in ann.type("visit gate")


def test_sheet_tells_what_one_owns_and_would_come_home_with(ann):
    assert "You own nothing yet." in ann.type("sheet")
    ann.type("visit keeper")
    ann.type("1")
    ann.type("1")
    told = ann.type("sheet")
    assert "coins 496" in told
    assert "rope" in told
    assert "It is with you there: keeper." in told
    ann.type("leave")
    told = ann.type("sheet stall")
    assert "coins 496" in told
    assert "there" not in told


def test_sheet_goes_before_answers_in_chinese_as_well(at_market):
    an = at_market("小安", language="zh")
    an.type("拜访 掌柜")
    assert "钱500" in an.type("人物卡")
    assert scene(an).match.journal == []
