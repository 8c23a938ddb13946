"""The report of a balance: Markdown for people, with one picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...pack import Pack
from ...telling.text import Text
from .figures import Figures, Rate
from .population import rules_of_decks

Limits = tuple[int, int]
WITHIN: Limits = (40, 60)  # per cent between which a leaning should lie
SEAT: Limits = (48, 52)  # and the first seat, and whoever begins
SHOWN = 12  # cards at each end of the table of cards
ENOUGH = 30  # matches in which a card was played, to say what it came to


def markdown(
    pack: Pack,
    command: str,
    meetings: dict[str, Figures],
    picture: str,
    within: Limits = WITHIN,
) -> str:
    """
    All meetings in one page. `picture` is the address of the SVG beside it, if any; `within`: per
    cent between which a leaning should lie.
    """
    text = Text(pack, "en")
    lines = [
        f"# Balance of {pack.name['en']}",
        "",
        f"Version {pack.version}. Written by `{command}` from `mygame/`.",
        "A win counts 1, a draw 0.5. `±` is half of the 95 % interval.",
    ]
    if picture:
        lines += ["", f"![Shares of points by leaning]({picture})"]
    for title, found in meetings.items():
        lines += ["", f"## {title}", "", *_course_lines(found), *_usage_lines(pack, found)]
        if found.leanings:
            names = {value: _leaning_name(pack, text, value) for value in found.leanings}
            lines += ["", *_leaning_lines(found, names, within), "", *_matrix_lines(found, names)]
        else:
            lines += ["", *_card_lines(pack, found)]
    return "\n".join(lines) + "\n"


def _course_lines(found: Figures) -> list[str]:
    seat, begins = found.first_seat, found.first_player
    return [
        f"* {found.matches} matches, {len(found.failures)} failures, "
        f"{100 * found.draws:.1f} % drawn",
        f"* {found.rounds:.1f} rounds on average, {found.longest} at most; "
        f"{found.decisions:.0f} decisions",
        f"* first seat {_percent_text(seat)}: {_verdict_text(seat, SEAT)}",
        f"* first in the first round {_percent_text(begins)}: {_verdict_text(begins, SEAT)}",
    ]


def _usage_lines(pack: Pack, found: Figures) -> Iterator[str]:
    """What stands out of how cards were played: those that never were, the worst and the best."""
    if not found.played:
        return
    kinds = {
        pack.card(card).kind for card in found.played
    }  # not those that are there from the start
    unplayed = [card for card in sorted(found.held) if card not in found.played]
    never = [_card_name(pack, card) for card in unplayed if pack.card(card).kind in kinds]
    known = _sort_by_share({c: rate for c, rate in found.played.items() if rate.matches >= ENOUGH})
    least = sorted((rate.matches / found.held[card], card) for card, rate in found.played.items())
    yield f"* never played: {', '.join(never) or 'no card'}"
    if known:
        ends = (
            f"{_card_name(pack, card)} {_percent_text(rate)}"
            for card, rate in (known[-1], known[0])
        )
        yield f"* points of who has played a card: from {' to '.join(ends)}"
    rarest = ", ".join(f"{_card_name(pack, card)} {100 * share:.0f} %" for share, card in least[:3])
    yield f"* played in the fewest of its decks' matches: {rarest}"


def _card_name(pack: Pack, card: str) -> str:
    return pack.card(card).name["en"]


def _leaning_lines(found: Figures, names: dict[str, str], within: Limits) -> Iterator[str]:
    low, high = within
    yield from _header_lines("leaning", "points against others", f"{low} to {high} %")
    for value, rate in _sort_by_share(found.leanings):
        yield _row_text(names[value], _percent_text(rate), _verdict_text(rate, within))


def _matrix_lines(found: Figures, names: dict[str, str]) -> Iterator[str]:
    yield from _header_lines("points in % against", *names.values())
    for one in names:
        pairs = [found.against.get((one, other)) for other in names]
        yield _row_text(names[one], *(f"{100 * r.share:.0f}" if r else "" for r in pairs))


def _card_lines(pack: Pack, found: Figures) -> Iterator[str]:
    """Cards whose decks do best and worst. A deck of 23 hides most of what one card does."""
    ranked = _sort_by_share(found.cards)
    yield from _header_lines("card", "points of decks with it, a copy")
    for card, rate in [*ranked[:SHOWN], *ranked[-SHOWN:]]:
        yield _row_text(_card_name(pack, card), _percent_text(rate))


def _sort_by_share(rates: dict[str, Rate]) -> list[tuple[str, Rate]]:
    return sorted(rates.items(), key=lambda entry: -entry[1].share)


def _leaning_name(pack: Pack, text: Text, value: str) -> str:
    ready = rules_of_decks(pack).ready.get(value)
    return ready.names["en"] if ready else text.symbol(value)


def _percent_text(rate: Rate) -> str:
    return f"{100 * rate.share:.1f} % ± {100 * rate.margin:.1f}"


def _verdict_text(rate: Rate, within: Limits) -> str:
    low, high = within
    return "holds" if low <= 100 * rate.share <= high else f"**not within {low} to {high} %**"


def _header_lines(*cells: str) -> list[str]:
    return [_row_text(*cells), _row_text(*["---"] * len(cells))]


def _row_text(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


# -- the picture -----------------------------------------------------------------------------------

LEFT, WIDTH, BAR = 160, 400, 24  # pixels: names, 0 to 100 %, a line
_TEXT = 'font-family="sans-serif" font-size="13"'


def picture(pack: Pack, found: Figures, within: Limits = WITHIN) -> str:
    """Bars of the leanings' shares as SVG, with lines at 50 % and where a leaning should lie."""
    text = Text(pack, "en")
    rows = _sort_by_share(found.leanings)
    height = BAR * (len(rows) + 1)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + 60}" height="{height}">',
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    for number, (value, rate) in enumerate(rows):
        parts += _bar_svg(BAR * number, _leaning_name(pack, text, value), rate)
    for percent in (within[0], 50, within[1]):
        parts += _mark_svg(percent, height - BAR)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _bar_svg(top: int, name: str, rate: Rate) -> Sequence[str]:
    middle, width = top + BAR - 8, round(rate.share * WIDTH)
    return (
        f'<text x="{LEFT - 8}" y="{middle}" text-anchor="end" {_TEXT}>{name}</text>',
        f'<rect x="{LEFT}" y="{top + 4}" width="{width}" height="{BAR - 8}" fill="#4a7ba6"/>',
        f'<text x="{LEFT + width + 6}" y="{middle}" {_TEXT}>{100 * rate.share:.1f} %</text>',
    )


def _mark_svg(percent: int, bottom: int) -> Sequence[str]:
    at = LEFT + WIDTH * percent // 100
    return (
        f'<line x1="{at}" y1="0" x2="{at}" y2="{bottom}" stroke="black" stroke-dasharray="3"/>',
        f'<text x="{at}" y="{bottom + 17}" text-anchor="middle" {_TEXT}>{percent}</text>',
    )
