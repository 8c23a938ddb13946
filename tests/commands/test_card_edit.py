"""Builders make cards in the game: by name, as a copy, by their sentence, place by place."""

import re

import pytest

from world import content
from world.models import PackPolicy


@pytest.fixture
def bob(builder):
    return builder("Bob")


def draft_of(somebody, end):
    """The draft of the card whose id ends so."""
    drafts = content.drafts_of(somebody.account)
    return next((each for each in drafts if each.address.endswith(end)), None)


def deal(amount):
    return [{"at": "onPlay", "do": [{"type": "damage", "amount": amount}]}]


# -- beginning


def test_a_new_card_is_a_draft_with_what_was_said_of_it(bob):
    told = bob.type("card new 霜火花 / Frost Spark 2 frost")
    assert "Frost Spark, for Chrono Wizard, is your draft" in told
    assert "No mistakes." in told
    text = draft_of(bob, ".frost_spark").text
    assert '"name": {' in text
    assert '"霜火花"' in text
    assert '"manaCost": 2, "school": "frost"' in text


def test_ids_are_given_once(bob):
    bob.type("card new 一 / Twice", "card new 二 / Twice")
    assert draft_of(bob, ".twice") is not None
    assert draft_of(bob, ".twice_2") is not None


def test_a_copy_does_what_the_other_card_does_under_another_name(bob):
    told = bob.type("card copy bash as 重击 / Wallop")
    assert "English: Deal 9 damage; 12 instead if you have a wand equipped." in told
    assert "中文：造成9点伤害；若你装备了魔杖，改为12点。" in told
    assert '"Wallop"' in draft_of(bob, ".wallop").text
    assert "description" not in draft_of(bob, ".wallop").text


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("card new", "A card needs a name"),
        ("card copy bash", "Say what is copied"),
        ("card copy nothing at all as X", "There is no card"),
        ("card write", "then the sentence"),
        ("card write Nameless", "What does Nameless do?"),
        ("card edit", "Say which card"),
        ("card edit qwertz", "There is no card"),
        ("card try qwertz", "There is no card"),
        ("try", "You have nothing in the sandbox"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(bob, line, sentence):
    assert sentence in bob.type(line)


@pytest.mark.parametrize(
    "line", ["card new X", "card copy bash as X", "card write X: Y.", "card try bash"]
)
def test_who_builds_nothing_reads_cards_and_no_more(ann, line):
    ann.type(line)
    assert not content.drafts_of(ann.account).exists()
    assert ann.character.ndb.sandbox is None
    assert "sandbox" not in ann.told()


# -- as a sentence


def test_a_sentence_that_has_one_meaning_becomes_the_card(bob, sentences):
    sentences((deal(3), "造成3点伤害。", "Deal 3 damage."))
    told = bob.type("card write 霜火花 / Frost Spark 2 frost: Deal 3 damage.")
    assert "English: Deal 3 damage." in told
    assert "中文：造成3点伤害。" in told
    _, folder, language, text, kind, facts = sentences.read.call_args.args
    assert (folder, language, text, kind) == ("chrono", "en", "Deal 3 damage.", "treasure")
    assert facts == {"manaCost": 2, "school": "frost"}
    assert '"behaviors": [{"at": "onPlay", "do": [{"type": "damage", "amount": 3}]}]' in (
        draft_of(bob, ".frost_spark").text
    )


def test_a_sentence_for_a_draft_of_that_name_changes_that_draft(bob, sentences):
    sentences((deal(3), "", "Deal 3 damage."))
    bob.type("card write Spark 2: Deal 3 damage.")
    sentences((deal(4), "", "Deal 4 damage."))
    bob.type("card write Spark 3: Deal 4 damage.")
    assert content.drafts_of(bob.account).count() == 1
    assert '"manaCost": 3' in draft_of(bob, ".spark").text
    assert '"amount": 4' in draft_of(bob, ".spark").text


def test_a_new_sentence_leaves_the_remarks_around_it(bob, sentences):
    sentences((deal(3), "", "Deal 3 damage."))
    bob.type("card write Spark 2: Deal 3 damage.")
    draft = draft_of(bob, ".spark")
    text = draft.text.replace("{", "{\n  // for beginners", 1)
    content.save_draft(bob.account, "chrono", draft.address, text)
    sentences((deal(4), "", "Deal 4 damage."))
    bob.type("card write Spark 2: Deal 4 damage.")
    assert draft_of(bob, ".spark").text == text.replace('"amount": 3', '"amount": 4')


def test_of_several_meanings_the_author_chooses_one(bob, sentences):
    sentences((deal(3), "三", "Deal three."), (deal(4), "四", "Deal four."))
    told = bob.type("card write Spark: Deal some.")
    assert "in 2 ways" in told
    assert "1) Deal three." in told
    assert "2) Deal four." in told
    assert draft_of(bob, ".spark") is None
    bob.type("2")
    assert '"amount": 4' in draft_of(bob, ".spark").text


def test_of_meanings_that_say_the_same_none_is_taken_without_asking(bob, sentences):
    sentences((deal(3), "三", "Deal three."), (deal(4), "三", "Deal three."))
    assert "Which one do you mean?" in bob.type("card write Spark: Deal three.")
    assert draft_of(bob, ".spark") is None


def test_meanings_that_say_the_same_in_ones_own_language_are_told_by_what_they_are(bob, sentences):
    sentences((deal(3), "三", "Deal three."), (deal(4), "四", "Deal three."))
    told = bob.type("card write Spark: Deal three.")
    assert '"amount": 3' in told
    assert '"amount": 4' in told


def test_anything_else_chooses_none(bob, sentences):
    sentences((deal(3), "三", "Deal three."), (deal(4), "四", "Deal four."))
    bob.type("card write Spark: Deal some.")
    assert "nothing has changed" in bob.type("neither")
    assert draft_of(bob, ".spark") is None


def test_where_a_sentence_is_not_understood_stands_a_mark_and_what_could_come(bob, sentences):
    sentences(upto=14, next=["draw 1 card", "gain 1 mana"])
    told = bob.type("card write Spark: Deal 3 damage. fly away.")
    assert "Deal 3 damage. >>> fly away." in " ".join(told.split())
    assert "draw 1 card" in told
    assert draft_of(bob, ".spark") is None


def test_a_word_that_was_begun_is_whole_in_what_could_come(bob, sentences):
    sentences(upto=4, next=["amage", "amage", "raw 1 card"])
    told = bob.type("card write Spark: Do dash.")
    assert "Do >>> dash." in " ".join(told.split())
    assert told.count("damage") == 1
    assert "draw 1 card" in told


def test_a_question_mark_asks_how_it_could_go_on(bob, sentences):
    sentences(upto=6, next=["damage", "1 damage"])
    told = bob.type("card write Spark: Deal 3?")
    assert "What could come there" in told
    assert sentences.read.call_args.args[3] == "Deal 3"
    assert draft_of(bob, ".spark") is None


def test_of_whole_sentences_nearby_one_is_taken_by_its_number(bob, sentences):
    near = [
        (deal(4), "造成4点伤害。", "Deal 4 damage."),
        (deal(5), "造成5点伤害。", "Deal 5 damage."),
    ]
    begun = [(deal(3), "造成3点伤害。", "Deal 3 damage.")]
    sentences(upto=14, nearby=near, begun=begun)
    told = bob.type("card write Spark: Deal 3 damage. fly away.")
    assert "1) Deal 3 damage." in told
    assert "the beginning of yours" in told
    assert "3) Deal 5 damage." in told
    bob.type("3")
    assert '"amount": 5' in draft_of(bob, ".spark").text


def test_what_there_is_no_word_for_is_said(bob, sentences):
    sentences(upto=4, lacking=["another turn"])
    told = " ".join(bob.type("card write Spark: Take another turn.").split())
    assert "The game has no word for another turn." in told


def test_a_slip_that_was_mended_is_told(bob, sentences):
    mended = [{"start": 7, "end": 13, "word": "damage"}]
    sentences((deal(3), "造成3点伤害。", "Deal 3 damage."), mended=mended)
    told = bob.type("card write Spark: Deal 3 damgae")
    assert "“damgae” is read as “damage”." in told
    assert draft_of(bob, ".spark") is not None


def test_a_proposal_of_the_house_s_model_is_chosen_like_others(bob, sentences, monkeypatch):
    sentences((deal(6), "", "Deal 6 damage."), proposed="Deal 6 damage.")
    monkeypatch.setattr(content, "propose_sentence", sentences.read.side_effect)
    sentences(model=True)
    assert "m) let the house's model propose" in bob.type("card write Spark: Smack 'em for six")
    assert "The model proposes: Deal 6 damage." in bob.type("m")
    assert draft_of(bob, ".spark") is None
    bob.type("1")
    assert '"amount": 6' in draft_of(bob, ".spark").text


# -- place by place


def test_a_card_is_made_by_menu_and_checked_after_each_change(bob):
    bob.type("card new 霜火花 / Frost Spark 2 frost", "card edit frost spark")
    told = bob.type("behaviors")
    assert "onPlay" in told
    assert "drawCard" not in told
    bob.type("onPlay", "do")
    told = bob.type("damage")
    assert "English: Deal 1 damage." in told
    assert "中文：造成1点伤害。" in told
    told = bob.type("amount", "3")
    assert "English: Deal 3 damage." in told
    assert '"amount": 3' in draft_of(bob, ".frost_spark").text


def test_mistakes_are_told_with_their_line_and_what_was_meant(bob):
    bob.type("card copy bash as Wallop", "card edit wallop")
    told = bob.type("school", "= forst")
    assert "Wrong in 1 places:" in told
    assert "line 4, column" in told
    assert "did you mean frost" in " ".join(told.split())


def test_places_are_moved_taken_away_and_searched(bob):
    bob.type("card new Spark", "card edit spark", "behaviors", "onPlay", "do")
    bob.type("damage", "back", "drawCard", "back")
    text = draft_of(bob, ".spark").text
    assert text.index("damage") < text.index("drawCard")
    bob.type("down 1")
    text = draft_of(bob, ".spark").text
    assert text.index("drawCard") < text.index("damage")
    bob.type("remove 1")
    assert "drawCard" not in draft_of(bob, ".spark").text
    told = bob.type("graveyard of nothing")
    assert "Nothing that fits here has" in told
    told = bob.type("frost value")
    assert "freeze" in told
    assert "drawCard  " not in told
    assert "There are lines" in bob.type("top", "999")
    assert "stays as your draft" in bob.type("done")
    assert "Hall" in bob.type("look")


def test_a_number_where_one_belongs_is_the_number_and_take_is_the_line(bob):
    bob.type("card copy bash as Wallop", "card edit wallop", "manaCost", "7")
    assert '"manaCost": 7' in draft_of(bob, ".wallop").text
    bob.type("top", "school", "fire")
    assert '"school": "fire"' in draft_of(bob, ".wallop").text


def test_a_word_of_the_game_goes_before_one_of_the_menu_that_is_called_alike(bob):
    bob.type("card new Spark", "card edit spark", "behaviors", "onPlay", "do", "set")
    assert '"type": "set"' in draft_of(bob, ".spark").text
    bob.type("back", "change")
    assert '"type": "change"' in draft_of(bob, ".spark").text


def test_the_menu_reads_chinese(builder):
    an = builder("小安", "zh")
    an.type("卡 新建 霜火花 / Frost Spark 2 冰霜")
    told = an.type("卡 编辑 霜火花")
    assert "这里要的是：一张牌" in told
    told = an.type("behaviors", "onPlay", "do")
    assert "可以放在这里的" in told
    assert "条件成立就执行 do" in told
    assert "中文：造成1点伤害。" in an.type("damage")
    assert "留作你的草稿" in an.type("完成")


def test_json_goes_to_the_editor_and_back(bob):
    bob.type("card copy bash as Wallop", "card edit wallop")
    told = bob.type("json")
    assert ":w" in told
    text = draft_of(bob, ".wallop").text.replace('"amount": 9', '"amount": 8')
    told = bob.type(":DD", *text.split("\n"), ":w")
    assert "English: Deal 8 damage" in told
    assert '"amount": 8' in draft_of(bob, ".wallop").text
    assert "Wallop" in bob.type(":q")
    assert "stays as your draft" in bob.type("done")


def test_a_draft_that_is_no_json5_opens_in_the_editor(bob):
    bob.type("card copy bash as Wallop")
    draft = draft_of(bob, ".wallop")
    content.save_draft(bob.account, "chrono", draft.address, "{broken")
    told = bob.type("card edit wallop")
    assert "no JSON5" in told
    assert "{broken" in told
    bob.type(":q")


def test_an_entry_of_a_game_is_edited_like_a_card(bob):
    told = bob.type("card edit entry:fields.player.mana")
    assert "max" in told
    bob.type("max", "= 30")
    assert "30" in draft_of(bob, "fields.player.mana").text
    bob.type("done")


# -- tried


def test_a_draft_is_tried_before_anybody_sees_it(bob, hall):
    bob.type("card copy bash as Wallop", "card edit wallop", "behaviors", "1", "do", "1")
    bob.type("elsedo", "1", "amount", "4", "done")
    told = bob.type("card try wallop")
    assert "Sandbox." in told
    assert "play Wallop" in told
    told = bob.type("play wallop")
    assert "Wallop acts (onPlay)." in told
    assert "takes 4 damage" in told
    assert "play Wallop" in bob.type("try undo")
    told = bob.type("try give mana 1")
    assert "play Wallop" not in told
    assert "did you mean" in bob.type("try give mna 1")
    told = bob.type("try give mana 9", "1", "try keep Wallop deals four")
    assert "Kept as file:scenarios/built/wallop_deals_four.json5" in told
    kept = draft_of(bob, "wallop_deals_four.json5")
    assert '"choose": "play", "card": "wallop"' in kept.text
    assert "You are done" in bob.type("try leave")
    assert "do not know" in bob.type("1")


def test_a_sandbox_is_there_again_after_a_restart(bob):
    bob.type("card try bash", "try give mana 9", "1")
    asked = bob.character.ndb.sandbox.situation
    bob.character.ndb.sandbox = None
    bob.character.cmdset.remove("commands.building.trying.SandboxCmdSet")
    assert "Sandbox." in bob.type("try")
    assert bob.character.ndb.sandbox.situation["answers"] == asked["answers"]
    assert "Bash acts" not in bob.type("try undo")
    bob.type("try leave")
    assert "nothing in the sandbox" in bob.type("try")


def test_a_draft_with_mistakes_cannot_be_tried(bob):
    bob.type("card copy bash as Wallop")
    draft = draft_of(bob, ".wallop")
    content.save_draft(bob.account, "chrono", draft.address, draft.text.replace("damage", "damge"))
    assert "mistakes" in bob.type("card try wallop")
    assert bob.character.ndb.sandbox is None


def test_who_may_not_write_a_game_cannot_try_it_either(bob, builder):
    PackPolicy.objects.create(folder="chrono").builders.add(builder("Ben").account)
    for line in (
        "card try bash",
        "card new X",
        "card copy bash as X",
        "card edit bash",
        "content edit chrono",
    ):
        assert "no right" in bob.type(line)
    assert bob.character.ndb.sandbox is None
    assert not content.drafts_of(bob.account).exists()


def test_what_is_typed_in_the_sandbox_harms_nothing(bob):
    bob.type("card try bash")
    before = bob.character.ndb.sandbox.situation
    for line in (
        "try give {",
        "try give hand |r|n",
        "try from nothing of that name",
        "try bots god",
        "try keep",
        "99",
        "try give seat 0 mana 1",
        "try give seats 99",
    ):
        assert bob.type(line).strip()
        assert "mistake of ours" not in bob.person.told()
        assert bob.character.ndb.sandbox.situation == before
    bob.type("try keep ../x y", "try keep 名字")
    kept = {draft.address for draft in content.drafts_of(bob.account)}
    assert "file:scenarios/built/x_y.json5" in kept
    assert len(kept) == 2
    assert all(re.fullmatch(r"file:scenarios/built/\w+\.json5", each) for each in kept)
    bob.type("try leave")


def test_bots_answer_for_the_others_if_one_wants_it(bob):
    bob.type("card try bash", "try bots random")
    assert bob.character.ndb.sandbox.situation["bots"].keys() == {1, 2, 3}
    assert "Asked is seat 1" in bob.type("pass") or bob.character.ndb.sandbox.match.is_over
    bob.type("try bots off")
    assert bob.character.ndb.sandbox.situation["bots"] == {}
    bob.type("try leave")


# -- the parts of a game


def test_the_parts_of_a_game_are_those_it_has(bob):
    told = bob.type("content edit chrono")
    for part in ("fields", "zones", "main", "file:RULES.md"):
        assert part in told
    assert "modified" not in told
    assert "mana" in bob.type("fields", "player")
    told = bob.type("mana")
    assert "max" in told
    bob.type("max", "= 30", "done")
    assert "30" in draft_of(bob, "entry:fields.player.mana").text
    assert "lines 1 to" in bob.type("content edit chrono", "9999")
    assert "You leave" in bob.type("done")


def test_what_is_changed_place_by_place_keeps_the_remarks_around_it(bob):
    bob.type("card copy bash as Wallop")
    draft = draft_of(bob, ".wallop")
    text = draft.text.replace("{", "{\n  // as strong as it may be", 1) + "\n// asked Ann"
    content.save_draft(bob.account, "chrono", draft.address, text)
    bob.type("card edit wallop", "manaCost", "= 9", "done")
    cost = next(line for line in text.splitlines() if "manaCost" in line)
    changed = re.sub(r'("manaCost": )\d+', r"\g<1>9", cost)
    assert changed != cost
    assert draft_of(bob, ".wallop").text == text.replace(cost, changed)


@pytest.mark.parametrize(("language", "told"), [("en", "keeps the draft"), ("zh", "存草稿并检查")])
def test_the_help_of_the_editor_is_in_the_authors_language(builder, language, told):
    bob = builder("Bob", language=language)
    bob.type("card edit bash", "json")
    assert told in bob.type(":h")


def test_commands_of_the_game_work_at_the_workbench_where_nothing_is_called_so(bob):
    bob.type("card new 霜火花 / Frost Spark 2 frost", "card edit frost spark")
    assert "You say: hello" in bob.type("say hello")
    assert "1 here now" in bob.type("who")
    assert "Hall" in bob.type("look")
    assert "onPlay" in bob.type("behaviors")
    assert "Nothing that fits here" in bob.type("xyzzy")
    bob.type("done", "content edit chrono")
    assert "You say: hello" in bob.type("say hello")
    assert "You leave the parts" in bob.type("done")


def test_a_command_in_place_of_a_choice_among_meanings_is_carried_out(bob, sentences):
    sentences((deal(3), "三", "Deal three."), (deal(4), "四", "Deal four."))
    bob.type("card write Spark: Deal some.")
    told = bob.type("say hello")
    assert "nothing has changed" in told
    assert "You say: hello" in told


def test_who_gives_one_name_reads_that_it_stands_for_both_and_what_the_id_is(bob):
    told = " ".join(bob.type("card new 霜火花 2 frost").split())
    number = draft_of(bob, "").address.rpartition(".")[2]
    assert "It has no English name: “霜火花” stands for it, and the id" in told
    assert number in told
    assert "It has no Chinese name" in bob.type("card new Ember Rain 2 fire")
    assert "It has no" not in bob.type("card new 石雨 / Rain of Stones 2")


def test_it_is_told_for_which_game_a_card_is_written(bob, sentences):
    sentences((deal(3), "三", "Deal three."))
    told = bob.type("card write Spark: Deal three.")
    assert "Reading it for Chrono Wizard" in told
    assert "Spark, for Chrono Wizard, is your draft" in told
