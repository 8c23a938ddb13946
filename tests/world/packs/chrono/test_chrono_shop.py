"""The supply phase (rulebook R89-R97) and what an acquired card does at once (R84, R121, R124)."""

from __future__ import annotations

from chrono_table import Table


def shopping(seats: int = 4, gold: int = 10, row: tuple[str, ...] = ()) -> Table:
    """A table at the first shop visit, with these cards at 1, 2, 3 ... gold."""
    t = Table(seats)
    t.battle()
    for number in range(seats):
        t.set(number, mana=0, gold=gold)
        t.hand(number)
    for price, slug in enumerate(row, 1):
        old = next(card for card in t.zone("shop") if t.get(card, "price") == price)
        new = t.card(slug)
        t.put(old, "commonPile")
        t.put(new, "shop")
        t.match.state[t.pack.program.layout.fields["treasure", "price"].base + new] = price
    assert t.prompt == "shop"
    return t


def prices(t: Table) -> dict[int, int]:
    return {card: t.get(card, "price") for card in t.zone("shop")}


def test_buying_moves_the_dearer_cards_up():  # R92, R93, Q55
    t = shopping(row=("earthquake", "ignite", "echo", "wildfire"))
    one, two, three, four = (t.card(s) for s in ("earthquake", "ignite", "echo", "wildfire"))
    t.answer("buy", two)
    assert t.of(0, "gold") == 8
    assert t.zone("discard", 0)[-1] == two
    after = prices(t)
    assert (after[one], after[three], after[four]) == (1, 2, 3)
    assert sorted(after.values()) == [1, 2, 3, 4]
    assert "buy" not in t.words
    assert "refresh" not in t.words
    assert "tavern" in t.words


def test_only_what_one_can_pay_for_is_offered():  # R92
    t = shopping(gold=2)
    assert sorted(t.get(card, "price") for card in t.offered("buy")) == [1, 2]


def test_refreshing_any_number_of_times():  # R91
    t = shopping()
    old = t.zone("shop")
    t.answer("refresh")
    assert t.of(0, "gold") == 9
    assert set(old) <= set(t.zone("commonDiscard"))
    assert sorted(prices(t).values()) == [1, 2, 3, 4]
    t.answer("refresh")
    assert t.of(0, "gold") == 8


def test_the_row_stays_for_the_next_player_and_round():  # R90, Q56
    t = shopping()
    row = prices(t)
    for number in range(4):
        assert t.asked == number
        t.answer("done")
    t.until("shop")
    assert prices(t) == row
    assert t.asked == 0 or t.number(t.match.field("startPlayer")) == t.asked


def test_the_tavern_costs_two_and_removes_a_card():  # R95, R96, Q57
    t = shopping()
    t.answer("tavern")
    assert t.prompt == "tavern"
    assert t.choice.minimum == 1
    stone = t.card("stone", 0)
    t.answer(None, stone)
    assert t.where(stone) == "removed"
    assert t.of(0, "gold") == 8
    assert t.events.count("onForget") == 1
    sprint = t.put(t.card("earthquake"), "discard", 0)
    legend = t.put(t.card("pyroblast"), "discard", 0)
    t.answer("tavern")
    t.answer(None, sprint)
    t.answer("tavern")
    t.answer(None, legend)
    assert t.where(sprint) == "commonDiscard"
    assert t.where(legend) == "legendPile"


def test_a_bought_wand_is_equipped_and_an_undercurrent_inserted():  # R84, R119, R124
    t = shopping(row=("earth_staff", "dispel"))
    t.answer("buy", t.card("earth_staff"))
    assert t.zone("wand", 0) == (t.card("earth_staff"),)
    t.answer("done")
    t.answer("buy", t.card("dispel"))
    assert t.zone("undercurrent", 1) == (t.card("dispel"),)


def test_the_common_pile_is_made_anew():  # R86, Q60
    t = shopping()
    for card in t.zone("commonPile"):
        t.put(card, "commonDiscard")
    t.answer("refresh")
    assert len(t.zone("shop")) == 4
    assert len(t.zone("commonDiscard")) == 0


def test_a_sale_changes_what_is_paid_but_not_the_places():  # Hot Sale
    t = Table()
    t.explore("slime_ball", "hot_sale")
    t.until("shop")
    assert set(prices(t).values()) == {1}
    gold = t.of(0, "gold")
    t.answer("buy", t.zone("shop")[2])
    assert t.of(0, "gold") == gold - 1
    t.until("explore", "battleTurn")
    assert sorted(prices(t).values()) == [1, 2, 3, 4]


def test_the_mysterious_shop_sells_legends_meanwhile():  # Mysterious Shop
    t = Table()
    t.flag(openIX=1)
    row = t.zone("shop")
    t.explore("ghost")
    t.stack("IX", "mysterious_shop", "cyclops")
    for number in range(4):
        t.set(number, gold=10)
    t.answer("level", "IX")
    assert (t.prompt, t.asked) == ("shop", 1)
    assert {t.get(card, "rarity") for card in t.zone("shop")} == {"legend"}
    old = t.zone("shop")
    t.answer("refresh")
    assert set(t.zone("legendPile")[:4]) == set(old)
    t.answer("done")
    for number in (2, 3, 0):
        assert (t.prompt, t.asked) == ("shop", number)
        t.answer("done")
    assert t.zone("shop") == row
    assert t.get(0, "phase") == "exploration"
    assert t.where(t.card("cyclops")) == "slot"


def test_the_end_of_the_round_passes_the_token():  # R97, Q26
    t = shopping()
    t.set(0, reversed=1)
    for _ in range(4):
        t.answer("done")
    assert t.number(t.match.field("startPlayer")) == 1
    assert t.of(0, "reversed") == 0
    assert t.get(0, "round") == 2
