"""The map of the places outside: one layout, drawn in two widths, told, and drawn for a page."""

from xml.etree import ElementTree

import pytest

from rules.ground.width import display_width
from world.locale.reader import Reader
from world.render.chart import chart_lines, chart_of, chart_sentences, chart_svg


def place(english, chinese, at, **exits):
    exits = {name.rstrip("_"): target for name, target in exits.items()}
    return {"name": {"en": english, "zh": chinese}, "at": at, "exits": exits}


TOWN = {
    "market": place("Market", "集市", [0, 0], north="temple", east="gate", southeast="yard"),
    "temple": place("Temple", "神庙", [0, 1], south="market", east="hill"),
    "hill": place("Hill", "山", [1, 1], west="temple", southwest="market"),
    "gate": place("Gate", "城门", [1, 0], west="market", east="road", down="yard"),
    "road": place("Old Road", "旧路", [2, 0], west="gate"),
    "yard": place("Yard", "练武场", [1, -1], northwest="market", up="gate"),
    "tower": place("Tower", "塔", [2, 1], in_="hill"),
}


def lines(here="market", **reader):
    reader = Reader(**{"language": "en", **reader})
    return [
        line.replace("|w", "").replace("|n", "")
        for line in chart_lines(chart_of(TOWN, reader.language, here), reader)
    ]


def test_places_stand_as_they_lie_and_ways_between_them():
    assert lines() == [
        "[Temple]----[Hill]....[Tower]",
        "    |     /",
        "[*Market]---[Gate]---[Old Road]",
        "          \\   :",
        "            [Yard]",
        "* You are here: Market.",
    ]


def test_names_of_two_columns_a_character_line_up():
    upper, between, lower = lines(language="zh")[:3]
    assert (upper, between) == ("[神庙]------[山]......[塔]", "   |    /")
    assert (
        display_width(upper[: upper.index("[山")]) == display_width(lower[: lower.index("[城")]) + 1
    )


def test_in_a_narrow_window_places_are_numbers_and_named_below():
    drawn = lines(width=40)
    assert any("[*]" in line for line in drawn[:5])
    assert any("* Market" in line for line in drawn)
    assert all(display_width(line) <= 40 for line in drawn)
    wide = lines(width=100)
    assert any("[Temple]" in line for line in wide)


def test_where_names_do_not_fit_they_are_numbers_as_well():
    long = {
        name: place("A rather long name", "名", [number, 0]) for number, name in enumerate("abcdef")
    }
    drawn = chart_lines(chart_of(long, "en"), Reader("en"))
    assert drawn[0].startswith("[1]")
    assert all(display_width(line) <= 80 for line in drawn)


def test_listeners_are_told_how_to_get_everywhere_the_nearest_first():
    told = chart_sentences(chart_of(TOWN, "en", "market"), Reader("en", plain=True))
    assert told[0] == "You are here: Market."
    assert "Temple: North." in told
    assert "Old Road: East, 2 steps." in told
    assert "Hill: North, east." in told
    assert told.index("Gate: East.") < told.index("Old Road: East, 2 steps.")
    assert chart_lines(chart_of(TOWN, "en", "market"), Reader("en", plain=True)) == told
    assert "旧路：东走2步。" in chart_sentences(
        chart_of(TOWN, "zh", "market"), Reader("zh", plain=True)
    )


def test_what_cannot_be_drawn_is_told():
    far = {
        "a": place("A", "甲", [0, 0], down="b", east="c"),
        "b": place("B", "乙", [2, 1], up="a"),
        "c": place("C", "丙", [1, 0], west="a"),
    }
    drawn = chart_lines(chart_of(far, "en"), Reader("en"))
    assert "A, down: B." in drawn
    assert any("[A]---[C]" in line for line in drawn)


def test_where_two_ways_cross_both_are_seen():
    crossed = {
        "a": place("A", "甲", [0, 0], northeast="b"),
        "b": place("B", "乙", [1, 1], southwest="a"),
        "c": place("C", "丙", [1, 0], northwest="d"),
        "d": place("D", "丁", [0, 1], southeast="c"),
    }
    assert "X" in chart_lines(chart_of(crossed, "en"), Reader("en"))[1]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_drawing_for_a_page_is_well_formed_and_says_what_it_shows(language):
    odd = {**TOWN, "odd": place("A <b> & |rc|n", "甲<", [3, 3])}
    drawn = chart_svg(chart_of(odd, language, "gate"), Reader(language, plain=True), "Map")
    root = ElementTree.fromstring(drawn)  # noqa: S314 (our own)
    assert root.find("title").text == "Map"
    assert ("Market: West." in root.find("desc").text) == (language == "en")
    texts = [each.text for each in root.iter("text")]
    assert len(texts) == len(odd)
    assert sum(text.startswith("* ") for text in texts) == 1
    assert "style" not in drawn
