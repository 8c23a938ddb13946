"""Paragraphs of packs: Markdown for pages and terminals, and nothing more than Markdown."""

from world.render import prose

HOSTILE = (
    "<script>alert(1)</script> [here](https://evil.example) ![x](https://evil.example/x.png)\n"
    "<https://evil.example> [a]: javascript:alert(1)\n# big"
)


def test_nothing_in_a_text_is_html_or_leads_anywhere():
    told = prose.to_html(HOSTILE)
    for sign in ("<script", "<a", "<img", "<h1", "href="):
        assert sign not in told


def test_steps_and_what_stands_out_are_told_in_both_forms():
    text = ["1. **Play** a card", "2. end the turn with `end`", "   - or not"]
    assert "<li><strong>Play</strong> a card</li>" in prose.to_html(text)
    assert "<code>end</code>" in prose.to_html(text)
    told = ["1. |wPlay|n a card", "2. end the turn with |wend|n", "  - or not"]
    assert prose.lines(text, 60) == told


def test_what_goes_on_is_indented_below_its_beginning():
    assert prose.lines("- one two three four", 12, "  ") == ["  - one two", "    three", "    four"]


def test_chinese_goes_on_over_the_end_of_a_line_without_a_gap():
    assert prose.to_html(["你好，", "世界"]) == "<p>你好，世界</p>\n"
    assert prose.lines(["你好，", "世界"], 40) == ["你好，世界"]


def test_the_colours_of_the_game_mean_nothing_in_it():
    assert prose.lines("|rred", 40) == ["||rred"]
