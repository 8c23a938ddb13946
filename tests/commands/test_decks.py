"""The deck builder, typed by real characters: in the hall and at a table, in both languages."""

import json
import re

import pytest

from commands.command import split_verb, verbs_of
from commands.decks import CmdDeck
from rules.ground.width import display_width
from rules.running import decks
from typeclasses.tables import Table, restore_matches
from world.locale.messages import LANGUAGES, find_message
from world.models import MatchRecord, SavedDeck
from world.play.hosting import registry
from world.shelf import decks as book
from world.shelf import games

from .conftest import load

pytestmark = pytest.mark.usefixtures("race")


def saved(somebody, name):
    return SavedDeck.objects.get(account=somebody.account, key=name.casefold())


def give(somebody, pack, name, seed=1):
    """A legal deck of somebody."""
    return book.create_deck(somebody.account, pack, name, decks.random_deck(pack.program, seed))


# ------------------------------------------------------------------ building


def test_a_deck_is_built_card_by_card_and_kept_as_a_draft(ann):
    assert "“Fire rush” is a new deck for The Speed Race" in ann.type("deck new Fire rush")
    ann.type("deck add spark, forge")
    ann.type("deck add lava at 1")
    assert "sequence: 3, too few (23 needed)" in ann.type("deck core hearth")
    ann.type("deck move 3 to 1")
    ann.type("deck remove 2")
    deck = saved(ann, "Fire rush")
    assert deck.cards == {
        "core": ["race.core.fire.hearth"],
        "cards": ["race.card.fire.forge", "race.card.fire.spark"],
    }
    told = ann.type("deck show")
    assert re.search(r"1  Forge +fire +3\n2  Spark +fire +1", told)
    assert "Draw a card. Speed cost 1." in ann.type("deck show Fire rush text")


def test_the_same_in_chinese_without_spaces(an):
    an.type("牌组新建烈火")
    an.type("牌组加火花、熔炉")
    an.type("牌组加岩浆到1")
    assert "牌序：3张，太少（需要23张）" in an.type("牌组核心卡炉心")
    an.type("牌组移动3到1")
    an.type("牌组移除2")
    assert saved(an, "烈火").cards["cards"] == ["race.card.fire.forge", "race.card.fire.spark"]
    assert re.search(r"1  熔炉  火 +3\n2  火花  火 +1", an.type("牌组查看"))


def test_a_second_core_takes_the_place_of_the_first(ann):
    ann.type("deck new A")
    ann.type("deck add hearth")
    ann.type("deck core windmill")
    assert saved(ann, "A").cards["core"] == ["race.core.wind.windmill"]
    assert "Spark does not belong to the part “core”" in ann.type("deck core spark")


def test_ready_decks_are_copied_not_changed(ann, race):
    assert "belongs to the game" in ann.type("deck rename storm as Mine")
    ann.type("deck copy storm as Mine")
    assert saved(ann, "Mine").cards == race.program.deck_rules.ready["storm"].deck
    assert "“Mine”: can be played." in ann.type("deck check")
    ann.type("deck copy storm")
    assert saved(ann, "Thunder over the Lake 2").cards == saved(ann, "Mine").cards


def test_decks_are_renamed_and_deleted_only_when_one_is_sure(ann, race):
    give(ann, race, "Ode to Joy")
    ann.type("deck rename Ode to Joy as Fury")
    assert "Delete “Fury” for good?" in ann.type("deck delete Fury")
    assert SavedDeck.objects.count() == 1
    assert "“Fury” is deleted." in ann.type("deck delete Fury yes")
    assert SavedDeck.objects.count() == 0


def test_decks_are_listed_with_what_they_lack(ann, race):
    give(ann, race, "Good")
    ann.type("deck new Begun")
    told = ann.type("deck")
    assert re.search(r"1  Begun \(open\) +core: none yet \(1 needed\); sequence: none", told)
    assert re.search(r"2  Good +can be played", told)
    assert re.search(r"3  Embers and Stars +ready deck of the game", told)
    assert re.search(r"Good +can be played", ann.type("decks"))
    assert "Good  can be played" in ann.type("deck show 2")


def test_a_screen_reader_gets_sentences(ann, race):
    give(ann, race, "Good")
    ann.type("screenreader on")
    assert "1. Good: can be played." in ann.type("deck")
    assert "1. Flash, thunder, printed speed 5" in ann.type("deck show storm")
    assert "0 of 2. Forge, fire, printed speed 3" in ann.type("deck cards forge")


# ------------------------------------------------------------------ the cards


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("fire 3", ["Forge", "Lava"]),
        ("火 3", ["Forge", "Lava"]),
        ("火3", ["Forge", "Lava"]),
        ("fire speed 4+", ["Wildfire", "Phoenix"]),
        ("fire speed 4-5 by name", ["Phoenix", "Wildfire"]),
        ("fire by speed 1-4", ["Spark", "Rain of Fire", "Forge", "Lava", "Wildfire"]),
        ("fire 0", ["Ashes", "Kindling"]),
        ("core fire", ["Hearth"]),
        ("kept speed 5", ["Hearth"]),
        ("phoen", ["Phoenix"]),
        ("fire “when the effect phase ends”", []),
        ("fire seal", []),
    ],
)
def test_the_cards_are_filtered_by_what_is_printed_on_them(race, typed, names):
    found = book.Search(race, typed, "en").cards()
    assert [race.card(card).name["en"] for card in found] == names


def test_the_list_of_cards_is_paged_and_counts_the_copies_in_the_open_deck(ann):
    ann.type("deck new A")
    ann.type("deck add spark, forge, spark")
    told = ann.type("deck cards fire")
    assert "9 cards, page 1 of 1" in told
    assert re.search(r"2/2  Spark .*\n0/2  Wildfire .*\n1/2  Forge ", told)
    first, last = ann.type("deck cards"), ann.type("deck cards page 4")
    assert "72 cards, page 1 of 4" in first
    assert "page 2" in first
    assert "More" not in last
    assert "Draw a card. Speed cost 1." in ann.type("deck card spark")


def test_a_range_is_not_taken_for_the_second_of_two_things(an):
    many = len(book.Search(load("race"), "速度 3-5", "zh").cards())
    assert f"共{many}张牌" in an.type("牌组 卡牌 速度 3-5")


def test_tables_line_up_within_80_columns(an, race):
    give(an, race, "烈火")
    for line in ("牌组", "牌组 查看 1", "牌组 卡牌", "牌组 卡牌 火 文字", "牌组 读 火花"):
        assert max(map(display_width, an.type(line).split("\n"))) <= 80, line


# ------------------------------------------------------------------ what goes wrong


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("deck add ice", "No card is called “ice”"),
        ("deck add c", "Several cards begin so: Clay, Cairn"),
        ("deck add", "Which one?"),
        ("deck remove 9", "There is no number 9; the deck has 2."),
        ("deck remove phoenix", "Phoenix is not in the deck."),
        ("deck move 1", "deck move 5 to 1"),
        ("deck move 1 to 7", "There is no number 7"),
        ("deck show Nothing", "There is no deck “Nothing” for The Speed Race."),
        ("deck Nothing", "There is no deck “Nothing” for The Speed Race."),
        ("deck new a", "You have a deck called “a” already."),
        ("deck new 5", "not only a number"),
        ("deck new |rRed", "A name has letters"),
        ("deck new a*b", "A name has letters"),
        ("deck new " + "很" * 13, "A name has letters"),
        ("deck rename A as 很" + "很" * 12, "A name has letters"),
        ("deck cards by colour", "nothing called “colour”"),
        ("deck import deck:AAAA", "That is no deck: this code"),
        ("deck import ice, spark", "no card for decks is called “ice”"),
        ("deck import", "Which one?"),
        ("deck use A", "“A” cannot be used: core: none yet"),
    ],
)
def test_each_mistake_has_a_sentence_and_changes_nothing(ann, typed, told):
    ann.type("deck new A")
    ann.type("deck add spark, forge")
    before = list(SavedDeck.objects.values_list("name", "cards"))
    assert told in ann.type(typed)
    assert list(SavedDeck.objects.values_list("name", "cards")) == before


def test_without_an_open_deck_one_is_told_how_to_open_one(ann):
    for typed in ("deck add spark", "deck show", "deck check", "deck export"):
        assert "No deck is open." in ann.type(typed)


def test_an_account_has_so_many_decks(ann, monkeypatch):
    monkeypatch.setattr(book, "MAX_DECKS", 2)
    ann.type("deck new A")
    ann.type("deck new B")
    assert "You have 2 decks" in ann.type("deck new C")
    monkeypatch.setattr(book, "MAX_CARDS", 3)
    ann.type("deck add spark, spark, spark")
    assert "at most 3 cards" in ann.type("deck add spark")


def test_decks_are_their_owners_alone(ann, an, race):
    give(ann, race, "Mine")
    assert "竞速卡牌没有叫“Mine”的牌组" in an.type("牌组 查看 Mine")
    assert "Mine" not in an.type("牌组")


def test_a_deck_of_a_game_that_is_gone_is_still_listed(ann, race):
    give(ann, race, "Old")
    SavedDeck.objects.update(game="gone")
    assert "its game, gone, is not here" in ann.type("deck")
    assert "The game gone is not here any more." in ann.type("deck show Old")
    ann.type("deck delete Old yes")
    assert SavedDeck.objects.count() == 0


def test_a_deck_with_a_card_that_there_is_no_more_can_be_seen_and_mended(ann, race):
    deck = give(ann, race, "Old")
    deck.cards["cards"][4] = "race.card.fire.ice"
    deck.save()
    assert "no card for decks is called “race.card.fire.ice”" in ann.type("deck")
    assert re.search(r"\n 5  \S", ann.type("deck show Old text"))
    assert "“Old” cannot be used: no card" in ann.type("deck export")
    ann.type("screenreader on")
    assert "\n5. " in ann.type("deck show Old text")
    assert "sequence: 22, too few" in ann.type("deck remove 5")


# ------------------------------------------------------------------ as text


def test_who_pastes_an_exported_line_has_the_same_deck(ann, an, race):
    deck = give(ann, race, "Mine")
    line = ann.type("deck export Mine").split("\n")[-1]
    assert len(line) < 78
    assert "可以使用" in an.type(line)
    assert "可以使用" in an.type(f"牌组导入 我的={line.lower()}")
    assert "可以使用" in an.type(f"牌组 导入 {line[:20]} {line[20:]}")
    copies = SavedDeck.objects.filter(account=an.account)
    assert [copy.cards for copy in copies] == [deck.cards] * 3


def test_names_of_either_language_can_be_imported(ann):
    ann.type("deck import Mixed = hearth, 火花, Rain of Fire；race.card.fire.forge")
    assert saved(ann, "Mixed").cards == {
        "core": ["race.core.fire.hearth"],
        "cards": [f"race.card.fire.{name}" for name in ("spark", "fire_rain", "forge")],
    }


def test_of_a_long_text_that_is_no_deck_only_the_beginning_is_repeated(ann):
    assert "“" + "A" * 59 + "…”" in ann.type("deck use " + "A" * 2_000)
    assert len(ann.type("deck import " + "A" * 2_000)) < 200
    told = ann.type("deck import " + ", ".join(f"nothing {number}" for number in range(90)))
    assert "“nothing 4”; and 85 more" in " ".join(told.split())


# ------------------------------------------------------------------ at the table


def opponents(ann, an):
    """Both sit down at a table of the speed race."""
    ann.type("open race")
    table = ann.character.location
    an.type(f"加入 {table.number}")
    return table


def sequence(table, seat):
    """The cards of a seat's deck as its match began, wherever they lie."""
    match = table.match
    return [match.card_id(card) for card in match.decks[seat + 1]["cards"]]


def test_a_seat_plays_the_deck_that_was_chosen_for_it(ann, an, race):
    mine = give(ann, race, "Mine", 1)
    table = opponents(ann, an)
    assert "Your deck here: a ready deck by lot." in ann.type("look")
    assert "Your deck here: Mine." in ann.type("deck use mine")
    assert "你在这里的牌组：陶窑。" in an.type("牌组用陶窑")
    an.type("准备")
    ann.type("start")
    assert table.state == "playing"
    assert sequence(table, 0) == mine.cards["cards"]
    assert sequence(table, 1) == race.program.deck_rules.ready["kiln"].deck["cards"]
    assert "You play: Mine." in ann.type("deck")
    assert "That cannot be changed while the game is going on." in ann.type("deck use kiln")


def test_nobody_else_learns_which_deck_it_is(ann, an, race, person):
    deck = give(ann, race, "Hidden plan", 1)
    table = opponents(ann, an)
    watcher = person("Eve")
    watcher.type(f"watch {table.number}")
    for other in (an, watcher):
        other.heard.clear()
    ann.type("deck use Hidden plan")
    assert an.told() == watcher.told() == ""
    an.type("准备")
    ann.type("start")
    typed = ("look", "board", "log", "options", "seats", "deck", "tables")
    told = "\n".join(other.type(line) for other in (an, watcher) for line in typed)
    told += json.dumps([table.match.view(1), table.match.view(None)])
    told += "".join(map(str, table.match.log))
    assert "Hidden plan" not in told
    places = table.match.program.layout.zones["sequence"].first + 1
    for card in table.match.zones[places]:
        assert f'"uuid": {card},' not in told
    assert set(sequence(table, 0)) == set(deck.cards["cards"])


def test_a_lot_is_told_to_its_seat_once_the_game_goes_on(ann, race):
    ann.type("play race")
    table = ann.character.location
    named = re.search(r"You play: (.+)\.", ann.type("deck")).group(1)
    one = next(r for r in race.program.deck_rules.ready.values() if r.names["en"] == named)
    assert sequence(table, 0) == one.deck["cards"]


def test_a_draft_cannot_be_chosen_and_a_deck_that_was_spoilt_cannot_be_played(ann, an, race):
    give(ann, race, "Mine", 1)
    table = opponents(ann, an)
    ann.type("deck new Draft")
    assert "“Draft” cannot be used: core: none yet" in ann.type("deck use Draft")
    ann.type("deck use Mine")
    ann.type("deck show Mine")
    ann.type("deck remove 1")
    an.type("准备")
    assert "The deck of Ann cannot be played any more" in ann.type("start")
    assert table.state == "open"
    ann.type("deck delete Mine yes")
    assert "The deck of Ann cannot be played any more" in ann.type("start")
    ann.type("deck use lot")
    ann.type("start")
    assert table.state == "playing"


def test_changes_up_to_the_start_count(ann, an, race):
    give(ann, race, "Mine", 1)
    table = opponents(ann, an)
    ann.type("deck use Mine")
    ann.type("deck show Mine")
    ann.type("deck move 23 to 1")
    an.type("准备")
    ann.type("start")
    assert sequence(table, 0) == saved(ann, "Mine").cards["cards"]


def test_the_deck_goes_with_its_player_to_another_seat_but_not_to_the_next_player(ann, an, race):
    give(ann, race, "Mine", 1)
    ann.type("open race")
    table = ann.character.location
    ann.type("deck use Mine")
    ann.type("sit 2")
    assert table.deck_of(ann.character) == saved(ann, "Mine").pk
    an.type(f"加入 {table.number}")
    ann.type("leave")
    an.type("坐下 2")
    assert table.deck_of(an.character) is None


def test_what_one_has_chosen_is_brought_to_the_next_table_too(ann, race):
    mine = give(ann, race, "Mine", 1)
    assert "you bring to The Speed Race: Mine." in ann.type("deck use Mine")
    assert "You play: Mine." in ann.type("play race")
    assert sequence(ann.character.location, 0) == mine.cards["cards"]
    ann.type("concede yes")
    ann.type("leave")
    ann.type("deck delete Mine yes")
    told = ann.type("play race")
    assert "The game begins!" in told
    assert "You play: Mine." not in told


def test_a_deck_also_fits_a_variant_of_its_game(ann, race):
    games.put_on_shelf(load("race_simple"))
    mine = give(ann, race, "Mine", 3)
    ann.type("open race_simple")
    ann.type("deck use Mine")
    ann.type("play")
    assert sequence(ann.character.location, 0) == mine.cards["cards"]


def test_a_deck_with_a_card_that_a_variant_leaves_out_is_refused_with_its_name(ann, race):
    games.put_on_shelf(load("race_simple"))
    deck = give(ann, race, "Mine", 3)
    deck.cards["cards"][0] = "race.card.thunder.drum"
    deck.save()
    ann.type("open race_simple")
    assert "Thunder Drum is not played in The Speed Race (short rules)" in ann.type("deck use Mine")


def test_there_is_no_deck_to_choose_in_a_game_without(ann, race):
    give(ann, race, "Mine", 1)
    ann.type("open chrono")
    assert "Your deck here" not in ann.type("look")
    assert "Decks are built for other games" in ann.type("deck use Mine")


def test_the_decks_of_a_match_are_there_after_a_restart(ann, an, race):
    mine = give(ann, race, "Mine", 1)
    table = opponents(ann, an)
    ann.type("deck use Mine")
    an.type("准备")
    ann.type("start")
    ann.type("0")
    before = table.match.hash()
    mine.delete()
    registry.forget_all()
    table.ndb.now = None
    del table._current_state
    restore_matches()
    table = Table.live_tables()[0]
    assert table.match.hash() == before
    assert sequence(table, 0) == mine.cards["cards"]
    assert MatchRecord.objects.get().options["bring"] == [{"deck": mine.cards}, {"deck": None}]


def test_no_word_stands_for_two_things():
    seen: dict[str, str] = {}
    for language in LANGUAGES:
        for verb, words in find_message("deck.verb", language).items():
            for word in words:
                assert seen.setdefault(word, verb) == verb
                assert hasattr(CmdDeck, f"do_{verb}")


def test_only_a_chinese_word_needs_no_space_behind_it():
    assert split_verb("加火花", verbs_of("deck.verb")) == ("add", "火花")
    assert split_verb("Additional", verbs_of("deck.verb")) == ("", "Additional")
