"""Text is measured in columns: a Chinese character takes two, a colour code none."""

import pytest

from rules.ground import width as w


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("", 0),
        ("abc", 3),
        ("逆时", 4),
        ("|w逆时|n", 4),
        ("||", 1),
        ("|[r|=zx|n", 1),
        ("|#ff00ffx", 1),
        ("e\u0301", 1),
        ("，。", 4),
    ],
)
def test_width(text, columns):
    assert w.display_width(text) == columns


@pytest.mark.parametrize("text", ["当头一棒 Bash", "|w当头|n一棒", "abc", "", "a当b头c一d棒"])
def test_pad_is_exact(text):
    for columns in range(1, 20):
        for align in ("left", "right", "center"):
            assert w.display_width(w.pad(text, columns, align)) == columns


def test_a_crop_inside_colour_ends_the_colour():
    assert w.crop("|r火火火火", 5) == "|r火火…|n"


def test_wrap_never_exceeds_and_loses_nothing():
    text = (
        "Deal 9 damage. 造成9点伤害；若你装备了魔杖（任意），改为造成12点。 Supercalifragilistic!"
    )
    for columns in range(8, 40):
        lines = w.wrap(text, columns, indent=" ")
        assert all(w.display_width(line) <= columns for line in lines)
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_wrap_keeps_closing_marks_off_the_start_of_a_line():
    assert all(line[0] not in "，。；" for line in w.wrap("一二三，四五六，七八九。" * 5, 11))


def test_rule_has_the_width_asked_for():
    assert w.display_width(w.rule(80, "手牌")) == 80


def test_a_line_that_fits_stays_as_it_is():
    assert w.wrap("  a\n   b  c", 10) == ["  a", "   b  c"]


@pytest.mark.parametrize("text", ["", "abc", "|wabc|n", "当头", "|w当头|n一棒", "a当", "||"])
def test_what_fits_takes_no_more_columns_than_there_are(text):
    assert [w.fits(text, n) for n in range(9)] == [w.display_width(text) <= n for n in range(9)]
