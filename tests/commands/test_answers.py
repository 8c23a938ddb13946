"""Answers as people type them: numbers, verbs, names, in both languages; and the wrong ones."""

import random
from pathlib import Path

import pytest
from chrono_table import chrono

from commands.answers import Puzzled, Understood, names_of, normalize, understand, understand_rest
from rules.pack import load_pack
from rules.running.choices import Option
from rules.running.match import Match
from rules.scenario import Player
from rules.telling.text import Text

DUEL = Path(__file__).parents[2] / "mygame" / "world" / "packs" / "duel"
NAMES = ("Ann", "波波", "Cyn", "Dag")


@pytest.fixture
def battle():
    """A match in which the start player may play Stone, two Crystals and more."""
    for seed in range(1, 40):
        match = Match.new(chrono(), 4, seed)
        while match.pending[0].prompt != "battleTurn":
            choice = match.pending[0]
            match.answer(choice.seat, choice.default)
        named = [match.card_id(o.entity) or o.word for o in match.pending[0].options]
        if any("stone" in n for n in named) and any(n.endswith("crystal") for n in named):
            return match
    raise AssertionError("no such deal")


def picked(match, typed, **kwargs):
    found = understand(typed, match.pending[0], match, NAMES, **kwargs)
    assert isinstance(found, Understood), found
    options = match.pending[0].options
    told = [
        (options[i].word, (match.card_id(options[i].entity) or "").rsplit(".")[-1])
        for i in found.picks
    ]
    return told[0] if len(told) == 1 else told, found.rest


def puzzled(match, typed, choice=None):
    found = understand(typed, choice or match.pending[0], match, NAMES)
    assert isinstance(found, Puzzled), found
    return found.key


@pytest.mark.parametrize(
    "typed",
    ["play stone", "Play Stone", "p stone", "stone", "sto", "打出 小石子", "打出小石子", "出小石子",
     "小石子", "ｐｌａｙ　ｓｔｏｎｅ", "play base.treasure.original.stone"],
)  # fmt: skip
def test_one_card_has_many_names(battle, typed):
    assert picked(battle, typed) == (("play", "stone"), "")


@pytest.mark.parametrize(
    ("typed", "rest"),
    [("play stone on 2", "2"), ("打出 小石子 2", "2"), ("stone at goblin", "goblin"),
     ("打出小石子 对 地精", "地精"), ("play stone -> dummy", "dummy")],
)  # fmt: skip
def test_what_follows_is_kept_for_the_next_question(battle, typed, rest):
    assert picked(battle, typed) == (("play", "stone"), rest)


@pytest.mark.parametrize("typed", ["pass", "Pass", "过"])
def test_a_verb_alone(battle, typed):
    assert picked(battle, typed)[0] == ("pass", "")


def test_a_number_is_a_line(battle):
    assert understand("2", battle.pending[0], battle) == Understood((1,))
    assert understand(" ２ ", battle.pending[0], battle) == Understood((1,))


def test_two_copies_of_a_card_are_no_riddle(battle):
    assert picked(battle, "play crystal")[0] == ("play", "crystal")


@pytest.mark.parametrize(
    ("typed", "key"),
    [("99", "range"), ("0", "range"), ("1 2", "amount_exact"), ("xyzzy", "unknown"),
     ("play", "which"), ("play xyzzy", "unknown"), ("buy 2", "not_now"), ("购买 2", "not_now"),
     ("", "unknown"), ("；drop table", "unknown"), ("-1", "unknown")],
)  # fmt: skip
def test_what_does_not_fit_is_explained(battle, typed, key):
    assert puzzled(battle, typed) == key


def test_a_command_of_the_same_name_gives_way_only_to_verbs(battle):
    choice = battle.pending[0]
    assert isinstance(understand("play stone", choice, battle, strict=True), Understood)
    for typed in ("stone", "1", "tables", "card 1", "hand"):
        assert isinstance(understand(typed, choice, battle, strict=True), Puzzled), typed


def many(match, count=4):
    """A question for several cards of a hand."""
    seat = match.pending[0].seat
    cards = [o for o in match.pending[0].options if o.kind == "card"][:count]
    options = tuple(Option("card", o.entity, "card") for o in cards)
    return match.pending[0]._replace(
        seat=seat, prompt="discard", options=options, minimum=0, maximum=len(options), words=None
    )


def test_several_numbers_and_none(battle):
    choice = many(battle)
    assert understand("1 3", choice, battle) == Understood((0, 2))
    assert understand("3,1", choice, battle) == Understood((2, 0))
    assert understand("1、3", choice, battle) == Understood((0, 2))
    for typed in ("0", "none", "不选", "完成", "done"):
        assert understand(typed, choice, battle) == Understood(())
    assert puzzled(battle, "1 1", choice) == "twice"
    few = choice._replace(minimum=1, maximum=2)
    assert puzzled(battle, "1 2 3", few) == "amount"
    assert puzzled(battle, "0", few) == "range"


def test_several_names(battle):
    choice = many(battle)
    names = [battle.card_id(o.entity).rsplit(".")[-1].replace("_", " ") for o in choice.options]
    found = understand(f"{names[0]}, {names[1]}", choice, battle)
    assert isinstance(found, Understood)
    assert set(found.picks) == {0, 1}


def test_numbers_mean_themselves_where_numbers_are_asked_for(battle):
    options = tuple(Option("number", n, "number") for n in range(0, 13, 2))
    choice = battle.pending[0]._replace(options=options, words=None)
    assert understand("4", choice, battle) == Understood((2,))
    assert puzzled(battle, "3", choice) == "range"


def test_levels_by_either_kind_of_number(battle):
    pack = battle.game
    options = tuple(Option("level", pack.program.symbol(s), "symbol") for s in ("III", "VI"))
    choice = battle.pending[0]._replace(options=options, words=("level",))
    for typed in (
        "explore VI",
        "explore 6",
        "探索 VI",
        "VI",
        "explore vi",
        "探索6",
        "探索六级",
        "六",
        "探索 VI级",
    ):
        assert understand(typed, choice, battle) == Understood((1,)), typed


def test_players_by_name_in_any_script(battle):
    options = (Option("push", 2, "player"), Option("push", 3, "player"), Option("keep", 0, ""))
    choice = battle.pending[0]._replace(options=options, words=("push", "keep"))
    assert understand("push 波波", choice, battle, NAMES) == Understood((0,))
    assert understand("push cyn", choice, battle, NAMES) == Understood((1,))


def test_a_follow_up_never_answers_the_next_menu(battle):
    assert understand_rest("2", battle.pending[0], battle) == Puzzled("dropped", {"text": "2"})
    choice = many(battle)._replace(minimum=1, maximum=1)
    assert understand_rest("2", choice, battle) == Understood((1,))
    assert understand_rest("nonsense", choice, battle) == Puzzled("misfit", {"text": "nonsense"})


def test_every_option_of_a_match_can_be_typed_by_its_own_line():
    """What the prompt prints is understood when it is typed back."""
    rng = random.Random(3)
    match = Match.new(chrono(), 4, 3)
    for _ in range(150):
        choice = match.pending[0]
        for language in ("zh", "en"):
            text = Text(match.game, language, NAMES)
            for index, option in enumerate(choice.options):
                if choice.maximum != 1:
                    continue
                typed = text.option(option, match)
                found = understand(typed, choice, match, NAMES)
                assert isinstance(found, Understood), (typed, found)
                chosen = choice.options[found.picks[0]]
                same = chosen.entity == option.entity or (
                    match.card_id(chosen.entity) == match.card_id(option.entity)
                )
                assert chosen.word == option.word, typed
                assert same, typed
                assert index >= 0
        count = max(choice.minimum, min(1, choice.maximum))
        match.answer(choice.seat, tuple(rng.sample(range(len(choice.options)), count)))
        if match.is_over:
            break


def test_normalize():
    assert normalize("  Ｐlay　 ＶＩ ") == "play vi"


# -- a duel: who attacks whom with what, and where a minion goes -----------------------------------


@pytest.fixture
def duel():
    """An ox and a turtle are in the first row, a wolf in that hand, and a lion is opposite."""
    given = {
        "at": "onActions",
        "seat": 0,
        "match": {"startPlayer": 0},
        "players": [
            {"mana": 10, "hand": ["grey_wolf"], "board": ["plough_ox", "old_turtle"]},
            {"board": ["stone_lion"]},
        ],
    }
    scenario = {"name": "duel", "given": given, "then": {"over": False}}
    decks = {"bring": [{"deck": "caravan"}, {"deck": "caravan"}]}
    player = Player(load_pack(DUEL), scenario | {"options": decks})
    assert not player.play()
    return player.match


def answered(match, typed):
    """Give what was typed, and what was typed beyond it to the question that follows."""
    while typed:
        (choice,) = match.pending
        found = (understand_rest if choice.words is None else understand)(
            typed, choice, match, NAMES
        )
        assert isinstance(found, Understood), found
        match.answer(choice.seat, found.picks)
        typed = found.rest
    return match


def row(match, seat):
    zone = match.program.layout.zones["board"].first + seat + 1
    return [match.card_id(card).rsplit(".")[-1] for card in match.zones[zone]]


@pytest.mark.parametrize(
    "typed",
    [
        "attack stone lion with plough ox",
        "a stone with plough",
        "attack lion with ox",
        "with ox attack lion",
        "用耕牛攻击石狮",
        "打石狮 用 耕牛",
        "打狮用牛",
        "攻击 石狮 用 耕牛",
        "打石狮用耕牛",
    ],
)
def test_whom_to_attack_with_what_is_one_line(duel, typed):
    match = answered(duel, typed)
    assert row(match, 1) == []
    assert row(match, 0) == ["plough_ox", "old_turtle"]


@pytest.mark.parametrize(
    ("typed", "where"),
    [
        ("play grey wolf before plough ox", 0),
        ("play grey before old", 1),
        ("出 灰狼 在 老龟", 1),
        ("grey wolf before old turtle", 1),
        ("play wolf before ox", 0),
        ("play wolf before turtle", 1),
        ("出灰狼在耕牛前", 0),
        ("出狼在老龟前面", 1),
    ],
)
def test_where_in_the_row_a_minion_goes_is_one_line(duel, typed, where):
    assert row(answered(duel, typed), 0).index("grey_wolf") == where


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("attack lion before ox", "misfit"),  # where in the row is not asked
        ("play wolf with ox", "misfit"),  # nobody attacks
        ("play o", "unknown"),  # an ox is no card in the hand
    ],
)
def test_what_answers_another_question_is_not_taken_for_this_one(duel, typed, key):
    (choice,) = duel.pending
    found = understand(typed, choice, duel, NAMES)
    if isinstance(found, Understood):
        duel.answer(choice.seat, found.picks)
        found = understand_rest(found.rest, duel.pending[0], duel, NAMES)
    assert isinstance(found, Puzzled)
    assert found.key == key


@pytest.mark.parametrize(
    "typed", ["ox", "with ox", "attack lion with ox", "1", "用耕牛", "攻击石狮用耕牛", "牛"]
)
def test_with_whom_can_be_said_again_when_it_is_asked(duel, typed):
    match = answered(duel, "attack lion")
    assert match.pending[0].prompt == "attacker"
    assert row(answered(match, typed), 1) == []


@pytest.mark.parametrize("typed", ["power lion", "use lion", "技能石狮", "技能打狮"])
def test_what_follows_the_one_power_is_its_target(duel, typed):
    match = answered(duel, typed)
    told = [Text(match.game, "en").log(entry, 0) for entry in match.log]
    assert "Stone Lion takes 1 damage." in told


@pytest.mark.parametrize("typed", ["play stone", "stone", "打出石头"])
def test_what_is_not_offered_for_a_reason_is_refused_with_it(battle, typed):
    (choice,) = battle.pending
    stone = next(o for o in choice.options if "stone" in str(battle.card_id(o.entity)))
    named = names_of(stone, battle)
    left = tuple(o for o in choice.options if not (o.entity and named & names_of(o, battle)))
    barred = choice._replace(options=left, barred=(("noRoom", stone),))
    typed = typed if typed.isascii() else f"打出{Text(chrono(), 'zh').subject(stone, battle)}"
    found = understand(typed, barred, battle, NAMES)
    assert found == Puzzled("barred", {"barred": ("noRoom", stone)})
    assert understand("nonsense", barred, battle, NAMES).key != "barred"
    assert understand("99", barred, battle, NAMES).key == "range"
