"""
The sentences of all cards of Chrono Wizard, word by word, as players read them.

`texts/zh.txt` and `texts/en.txt` hold what was agreed upon: id, name and sentences of each card in
the pack's order. After a change that is meant, read the difference and renew them, from `mygame/`:

    python -m rules.telling.text world/packs/chrono --lang zh > ../tests/packs/texts/zh.txt
    python -m rules.telling.text world/packs/chrono --lang en > ../tests/packs/texts/en.txt
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from chrono_table import told as said

import rules
from rules.pack import load_pack
from rules.running.log import LogEntry
from rules.running.match import Match
from rules.telling.lately import amount_templates
from rules.telling.phrasebook import LANGUAGES
from rules.telling.text import Text, all_sentences

FOLDER = Path(rules.__file__).parents[1] / "world" / "packs" / "chrono"
TEXTS = Path(__file__).parent / "texts"
# In characters; a card is read at a glance.
LONGEST = {"zh": 100, "en": 280}


@pytest.fixture(scope="module")
def pack():
    return load_pack(FOLDER)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentences_are_as_agreed(pack, language):
    agreed = (TEXTS / f"{language}.txt").read_text(encoding="utf-8").splitlines()
    assert all_sentences(pack, language).splitlines() == agreed


def sentences(pack, language: str) -> dict[str, str]:
    """The sentences of all cards by id."""
    text = Text(pack, language)
    return {card.id: text.rules_text(card) for card in pack.cards}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_machinery_shows(pack, language):
    words = {word for table in pack.declarations.defines.values() for word in table}
    raw = {word for word in words if re.search(r"[a-z][A-Z]", word)}
    for card, text in sentences(pack, language).items():
        assert not re.search(r"[{}|$…]|UUID|None|  ", text), (card, text)
        assert not raw & set(re.findall(r"\w+", text)), (card, text)


def test_chinese_sentences_have_no_english_but_roman_numerals(pack):
    for card, text in sentences(pack, "zh").items():
        assert not re.search(r"[A-Za-z]", re.sub(r"[IVX]+", "", text)), (card, text)
        assert not re.search(r"[。，；：]{2}|的的|时时|，并，|[,;:!?]", text), (card, text)


def test_english_sentences_are_well_set(pack):
    for card, text in sentences(pack, "en").items():
        assert text.isascii(), (card, text)
        assert not re.search(r"[.,;:]{2}| [.,;:]|\ba [aeiou]\w", text), (card, text)
        for sentence in re.split(r"(?<=\.) ", text):
            assert not sentence or re.match(r"[A-Z0-9]", sentence), (card, text)
            assert not sentence or sentence.endswith("."), (card, text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_they_are_short(pack, language):
    texts = sentences(pack, language)
    long = {card: len(text) for card, text in texts.items() if len(text) > LONGEST[language]}
    assert long == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_that_does_something_or_has_telling_facts_says_so(pack, language):
    texts = sentences(pack, language)
    for card in pack.cards:
        facts = card.facts
        telling = facts.get("members", 1) > 1 or facts.get("manaHp") or facts.get("steps")
        if card.source.get("behaviors") or telling or facts.get("hpPerRank"):
            assert texts[card.id], card.id


@pytest.mark.parametrize(
    ("card", "zh", "en"),
    [
        ("III.spiderling_swarm", "共3只，每只3点血量", "3 of them with 3 hp each"),
        ("III.arcane_puppet", "5点法力", "5 mana"),
        ("XII.hourglass_of_time", "24步", "24 steps"),
        ("III.plague_rat", "入场时：", "On entering: "),
    ],
)
def test_printed_facts_and_entering(pack, card, zh, en):
    for language, expected in (("zh", zh), ("en", en)):
        assert expected in Text(pack, language).rules_text(f"base.exploration.{card}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_event_acts_without_entering(pack, language):
    text = Text(pack, language)
    for card in pack.cards:
        if card.source.get("type") == "event":
            assert not re.match(r"入场|On entering", text.rules_text(card)), card.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_keywords_are_explained(pack, language):
    text = Text(pack, language)

    def named(card: str) -> list[str]:
        return [re.split(r"[（(]", name)[0] for name, _ in text.keywords(f"base.treasure.{card}")]

    zh = language == "zh"
    assert named("common.inherited_flame") == ["蔓延" if zh else "Spread"]
    assert named("common.charged_strike") == ["共鸣" if zh else "Resonance"]
    assert named("common.winter_is_coming") == ["冻结" if zh else "Freeze"]
    assert named("common.sprint") == ["秘术" if zh else "Occult"]
    assert named("common.dispel") == (["反制", "暗流"] if zh else ["Counter", "Undercurrent"])
    assert named("original.stone") == []
    assert text.keywords("no.such.card") == []


def test_growing_amounts_are_told_by_their_parts():
    hit = {"type": "monsterChooser", "ask": "{you}"}
    expected = {
        "8 + {you.freezing}": ("每有1点冻结值额外造成1点", "plus 1 for each point of your frost"),
        "20 - 2 * {you.mana}": ("每有1点法力减少2点", "2 less for each point of your mana"),
    }
    for amount, wanted in expected.items():
        texts = said({"type": "damage", "amount": amount, "target": hit})
        assert all(part in text for part, text in zip(wanted, texts, strict=True))


def test_amounts_are_told_as_they_are_now(pack):
    match = Match.new(pack, 4, 3)
    text = Text(pack, "en")

    def now(card: str) -> str:
        entity = match.copies_of(pack.program.symbol(f"base.treasure.{card}"))[0]
        return text.rules_text(f"base.treasure.{card}", match, 0, entity)

    you = match.view(0)["players"][0]
    lying = you["zones"]["deck"]["count"] + you["zones"]["discard"]["count"]
    assert f"at least 20 (now {max(100 - 10 * lying, 20)})." in now("legend.lone_walkers_arrow")
    assert now("common.ice_burst").startswith("Deal damage equal to 3 times your frost (now 0).")
    # Not what an earlier deed of the card will have changed, nor what is printed as a number.
    assert "now" not in now("common.deep_freeze")
    assert now("common.bash") == text.rules_text("base.treasure.common.bash")


def test_a_count_of_the_cards_among_which_it_lies_is_not_told(pack):
    match = Match.new(pack, 4, 3)
    card = "base.treasure.common.brand_new_fate"
    entity = match.copies_of(pack.program.symbol(card))[0]
    text = Text(pack, "en")
    assert "now" in text.rules_text(card, match, 0, entity)
    hand = pack.program.layout.zones["hand"].first + 1
    match.zones[:] = [tuple(c for c in cards if c != entity) for cards in match.zones]
    match.zones[hand] = (*match.zones[hand], entity)
    assert "now" not in text.rules_text(card, match, 0, entity)


def test_for_matches_elsewhere_sentences_have_holes_for_what_amounts_are(pack):
    text, cards = Text(pack, "en"), "base.treasure.common"
    told = amount_templates(text, f"{cards}.ice_burst")
    assert list(told) == ["1"]
    assert told["1"].startswith("Deal damage equal to 3 times your frost (now {0}).")
    fate = amount_templates(text, f"{cards}.brand_new_fate")
    assert fate["0"] == text.rules_text(f"{cards}.brand_new_fate")
    assert "(now {0})" in fate["1"]


def line(pack, language, message, cause=None, seat=0, **args):
    """A line of the log: cards by id, players by seat."""
    kinds = {"who": "player", "card": "card", "level": "symbol", "slot": "symbol"}
    entry = LogEntry(
        message,
        tuple((name, kinds.get(name, "number"), value) for name, value in args.items()),
        None,
        cause,
    )
    return Text(pack, language, ["Ada", "Bo", "Cy"]).log(entry, seat)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_that_is_turned_over_says_its_words(pack, language):
    for card in pack.cards:
        if card.kind == "exploration":
            got = line(pack, language, "flip", who=0, card=card.id, level="III")
            assert got.endswith(Text(pack, language).rules_text(card) or got)


@pytest.mark.parametrize(
    ("message", "field", "zh", "en"),
    [
        ("gold", "gold", "Ada失去2金币，现有4金币。", "Ada loses 2 gold and has 4."),
        ("mana", "mana", "Ada失去2点法力，现有4点。", "Ada loses 2 mana and has 4."),
        ("freezing", "freezing", "Ada的冻结值减少2，现为4。", "Ada loses 2 frost and has 4."),
    ],
)
def test_what_changes_is_told_with_the_change(pack, message, field, zh, en):
    for language, wanted in (("zh", zh), ("en", en)):
        assert line(pack, language, message, who=0, amount=-2, **{field: 4}) == wanted


def test_frost_that_melts_after_the_battle_says_why(pack):
    got = line(pack, "en", "freezing", who=0, amount=-4, freezing=0)
    assert got == "The battle is over: the frost of Ada melts."
    by = line(pack, "en", "freezing", "base.treasure.common.bash", who=0, amount=-4, freezing=0)
    assert by == "Ada loses 4 frost and has 0."
