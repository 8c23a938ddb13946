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


NAMES = ("逆时巫师", "入门课（逆时巫师）", "独自练习（逆时巫师）", "召唤对决", "Duel of Summoners")


def test_a_line_breaks_between_items_never_inside_one():
    told = f"游戏：{'、'.join(map(w.mark_item, NAMES))}。"
    for columns in range(24, 90):
        lines = w.wrap(told, columns)
        assert all(w.display_width(line) <= columns for line in lines)
        assert "".join(lines) == f"游戏：{'、'.join(NAMES)}。"
        assert all(any(name in line for line in lines) for name in NAMES)


def test_an_item_longer_than_a_line_is_broken_inside_and_its_own_items_stay_whole():
    inner = "、".join(map(w.mark_item, NAMES[1:3]))
    lines = w.wrap(f"有：{w.mark_item(inner)}。", 24)
    assert lines == ["有：入门课（逆时巫师）、", "独自练习（逆时巫师）。"]


@pytest.mark.parametrize("mark", "，。；：、！？）》」』】”’")
@pytest.mark.parametrize("code", ["", "|n"])
def test_no_line_begins_with_a_closing_mark(mark, code):
    for columns in range(6, 24):
        lines = w.wrap(f"一二三|w四五{code}{mark}六七八" * 4, columns)
        assert not any(line.replace("|n", "").replace("|w", "")[0] == mark for line in lines)


@pytest.mark.parametrize("mark", "（《「『【“‘")
@pytest.mark.parametrize("code", ["", "|w"])
def test_no_line_ends_with_an_opening_mark(mark, code):
    for columns in range(6, 24):
        lines = w.wrap(f"一二三{mark}{code}四五|n六七八" * 4, columns)
        assert not any(line.replace("|n", "").replace("|w", "")[-1] == mark for line in lines)


def test_what_one_can_type_stays_whole():
    for columns in range(16, 60):
        lines = w.wrap(
            "全部见 |w帮助 牌组|n；|whelp deck|n tells all, |wdeck new NAME|n。", columns
        )
        for typed in ("|w帮助 牌组|n；", "|whelp deck|n", "|wdeck new NAME|n。"):
            assert any(typed in line for line in lines)


def test_what_is_wrapped_has_no_marks_of_items_left():
    for text in (
        w.mark_item("abc def"),
        f"{w.ITEM}abc",
        f"abc{w.ITEM_END} def ghi",
        w.mark_item(""),
    ):
        for columns in (3, 8, 40):
            assert not {w.ITEM, w.ITEM_END} & set("".join(w.wrap(text, columns)))


def test_rule_has_the_width_asked_for():
    assert w.display_width(w.rule(80, "手牌")) == 80


def test_a_line_that_fits_stays_as_it_is():
    assert w.wrap("  a\n   b  c", 10) == ["  a", "   b  c"]


@pytest.mark.parametrize("text", ["", "abc", "|wabc|n", "当头", "|w当头|n一棒", "a当", "||"])
def test_what_fits_takes_no_more_columns_than_there_are(text):
    assert [w.fits(text, n) for n in range(9)] == [w.display_width(text) <= n for n in range(9)]
