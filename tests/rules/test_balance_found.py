"""The report on cards that have to be found: ready decks against themselves with them."""

from functools import cache
from pathlib import Path

import rules
from rules.pack import load_pack
from rules.running.decks import deck_problems
from rules.weighing.balance import found


@cache
def duel():
    return load_pack(Path(rules.__file__).parents[1] / "world" / "packs" / "duel")


def test_all_found_cards_take_the_places_of_those_most_like_them():
    rules_of = duel().program.deck_rules
    for ready in rules_of.ready.values():
        deck = found.with_found(duel(), ready.deck, "manaCost", "class")
        assert rules_of.found < set(deck["cards"])
        assert deck_problems(duel().program, deck) == []
        gone = [card for card in ready.deck["cards"] if card not in deck["cards"]]
        assert all(duel().card(card).kind == "minion" for card in gone)


def test_each_ready_deck_plays_as_often_from_either_seat():
    shares = found.weigh(duel(), 20, "manaCost", "class", bot="random")
    assert [(each.matches, each.failures) for each in shares] == [(2, 0)] * 10


def test_the_section_is_written_anew_and_the_rest_of_the_page_stays(tmp_path):
    page = tmp_path / "duel.md"
    page.write_text(f"# Duel\n\n{found.HEAD}\n\nold\n\n## Other\n\nkept\n")
    shares = [found.Share(10, 6.0, 0)] * 10
    found.write_section(found.section(duel(), shares, "command"), page)
    text = page.read_text()
    assert "old" not in text
    assert "kept" in text
    assert text.count(found.HEAD) == 1
    assert "* points of the decks with found cards: 60.0 % ± 9.6" in text
