"""How one's screen is used: short or whole boards, colour, long answers page by page."""

import re

import pytest
from evennia.typeclasses.attributes import Attribute

from world.locale.reader import height_of, reader_of


def window(somebody, columns, rows):
    somebody.session.update_flags(SCREENWIDTH={0: columns}, SCREENHEIGHT={0: rows})


def play(somebody, clock):
    """A match until this person is asked."""
    somebody.type("play")
    for _ in range(100):
        if somebody.choice is not None:
            return
        clock.advance(0.01)


def test_the_window_is_what_the_client_says_and_nonsense_is_not_believed(ann):
    assert (reader_of(ann.character).width, height_of(ann.character)) == (80, 24)
    for columns, rows, expected in ((132, 50, (132, 50)), (5, 1, (30, 10)), (60000, 0, (250, 24))):
        window(ann, columns, rows)
        assert (reader_of(ann.character).width, height_of(ann.character)) == expected


@pytest.mark.parametrize("rows", [20, 24, 40])
def test_board_fits_the_window_and_board_full_is_all_of_it(ann, clock, rows):
    window(ann, 80, rows)
    play(ann, clock)
    assert len(ann.type("board").splitlines()) < rows
    whole = ann.type("board full")
    assert len(whole.splitlines()) > 20
    for word in ("Wheel", "Shop", "Hand", "Type a number"):
        assert word in whole


def test_compact_is_short_whole_or_as_the_window_allows(ann, an, clock):
    play(ann, clock)
    window(ann, 80, 60)
    tall = ann.type("board")
    assert "as long as your window" in ann.type("compact auto")
    assert ann.type("board") == tall
    assert "short" in ann.type("compact on")
    assert len(ann.type("board").splitlines()) < len(tall.splitlines())
    window(ann, 80, 15)
    ann.type("compact off")
    assert len(ann.type("board").splitlines()) >= len(tall.splitlines())
    assert "Type" in ann.type("compact perhaps")
    assert "简短" in an.type("紧凑 开")
    assert "窗口" in an.type("紧凑 自动")


def test_colour_is_kept_for_the_next_time(ann):
    ann.type("colour off")
    assert ann.session.protocol_flags["NOCOLOR"] is True
    # Evennia sets what is kept so when somebody logs in.
    assert ann.account.attributes.get("_saved_protocol_flags")["NOCOLOR"] is True
    ann.type("color on")
    assert ann.session.protocol_flags["NOCOLOR"] is False


def test_long_answers_come_page_by_page_for_who_wants_them(ann):
    whole = ann.type("help").splitlines()
    ann.type("pages on")
    told = ann.type("help").splitlines()
    assert len(told) == 23
    assert "more lines" in told[-1]
    pages = told[:-1]
    while "more lines" in told[-1]:
        told = ann.type("more" if len(pages) < 30 else "").splitlines()
        pages += told[:-1] if "more lines" in told[-1] else told
    assert pages == whole
    assert "nothing more" in ann.type("more")


def test_a_terminal_without_scroll_back_has_pages_until_one_chooses(ann):
    ann.session.update_flags(CLIENTNAME="LINUX")
    assert "more lines" in ann.type("help")
    ann.type("pages off")
    assert "more lines" not in ann.type("help")


def test_a_page_that_waits_does_not_wait_for_anybody(ann, clock):
    ann.type("pages on")
    play(ann, clock)
    before = len(ann.character.location.match.journal)
    assert "more lines" in ann.type("board full")
    ann.type("1")  # an answer to the game
    assert len(ann.character.location.match.journal) > before
    assert ann.type("more")  # the page is still there
    ann.type("pages off")
    assert "nothing more" in ann.type("more")


def test_options_are_links_for_clients_that_make_links_and_only_those(ann, clock):
    play(ann, clock)
    assert "|lc" not in "\n".join(ann.heard)
    ann.session.update_flags(MXP=True)
    ann.type("?")
    told = "\n".join(ann.heard)
    links = re.findall(r"\|lc(\d+)\|lt(\d+)\)\|le", told)
    assert links == [(str(n), str(n)) for n in range(1, len(ann.choice.options) + 1)]


def test_the_prompt_goes_with_the_question_and_goes_away_with_it(ann, clock, monkeypatch):
    prompts = []
    told = ann.session.data_out

    def data_out(self, **kwargs):
        prompts.extend([kwargs["prompt"]] if "prompt" in kwargs else [])
        told(**kwargs)

    monkeypatch.setattr(type(ann.session), "data_out", data_out)
    play(ann, clock)
    assert re.match(r"I-[IVX]+ mana \d+ gold \d+", prompts[-1])
    ann.type("leave")
    assert prompts[-1] == ""


# -- how somebody reads is known at once, though it is not looked up for each line


def test_a_language_chosen_elsewhere_counts_for_the_next_line(ann):
    ann.type("look")
    ann.account.language = "zh"
    assert "大厅" in ann.type("look")


def test_an_option_changed_in_the_admin_counts_for_the_next_line(ann):
    assert not reader_of(ann.character).plain
    ann.account.attributes.add("screenreader", True)
    assert reader_of(ann.character).plain
    Attribute.objects.get(db_key="screenreader").delete()
    ann.account.attributes.reset_cache()
    assert not reader_of(ann.character).plain


def test_who_comes_back_with_another_client_reads_as_that_allows(ann, logout, login):
    window(ann, 40, 20)
    assert reader_of(ann.character).width == 40
    logout(ann)
    login(ann)
    assert reader_of(ann.character).width == 80
    ann.session.load_sync_data({"protocol_flags": {"SCREENWIDTH": {0: 132}}})
    assert reader_of(ann.character).width == 132
