"""Links are the game's own: what people type never becomes one."""

import pytest
from evennia.server.portal import mxp
from evennia.utils.ansi import parse_ansi
from evennia.utils.text2html import parse_html

from world.render.announce import escape_colours

OURS = "|lcanswer 1|lt|wBash|n|le and |luhttps://example.org|ltthere|le"
TYPED = "|lcquit|lta gift|le |luhttps://evil.example|ltus|le"

pytestmark = pytest.mark.usefixtures("links_of_the_portal")


@pytest.mark.parametrize("others", ["", "|", "||", "|n", "x|"])
def test_typed_links_are_shown_as_typed(others):
    typed = others + TYPED
    told = mxp.mxp_parse(parse_ansi(escape_colours(typed), mxp=True))
    assert told == typed
    assert parse_ansi(escape_colours(typed), strip_ansi=True) == typed
    # No colours, but links: what would be a colour between the bar and its letter is gone.
    assert mxp.mxp_parse(parse_ansi(escape_colours(typed), strip_ansi=True, mxp=True)) == typed
    assert "mxplink" not in parse_html(escape_colours(typed))


def test_the_games_links_are_links():
    told = mxp.mxp_parse(parse_ansi(OURS, mxp=True))
    assert '<SEND HREF="answer 1">' in told
    assert '<A HREF="https://example.org">' in told
    assert parse_html(OURS).count("mxplink") == 2
    assert parse_ansi(OURS, strip_ansi=True) == "Bash and https://example.org"


def test_a_typed_end_does_not_steal_from_ours():
    told = mxp.mxp_parse(parse_ansi(f"{escape_colours('|lcquit|lt')} |lc1|ltBash|le", mxp=True))
    assert '<SEND HREF="1">' in told
    assert "quit" not in told.split("SEND")[1]
