"""
The plots of a report, as SVG that stands in the page. Needs matplotlib.

Colours are those of Okabe and Ito, which people who do not see all colours can tell apart; what a
colour says is also said by shape or words.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter

BLUE, ORANGE, GREEN, RED, GREY = "#0072b2", "#e69f00", "#009e73", "#d55e00", "#777777"
MARKS = {"strong": (RED, "^"), "weak": (BLUE, "v"), "dead": (ORANGE, "X"), "": (GREY, "o")}
STYLE: Any = {
    "svg.fonttype": "none",  # letters stay letters, in the reader's font
    "svg.hashsalt": "rules.weighing.sim",  # the same figures give the same file
    "font.size": 9,
    "font.family": "sans-serif",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.alpha": 0.25,
    "legend.frameon": False,
}
WIDTH = 7.2  # inches
LINES = 40  # cards in the plot of strength
LEAST = 15  # cards in the plot of each stage


def new_figure(height: float, columns: int = 1, rows: int = 1, **rest: Any) -> tuple[Figure, Any]:
    """An empty figure with its axes."""
    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    return figure, figure.subplots(rows, columns, **rest)


def to_svg(figure: Figure, label: str) -> str:
    """The drawing as an element of a page, with a label for those who do not see it."""
    out = io.StringIO()
    with warnings.catch_warnings():
        # The reader's browser has the letters that the font used for measuring lacks.
        warnings.filterwarnings("ignore", r"Glyph \d+")
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    text = out.getvalue()
    text = text[text.index("<svg") :]
    # Identifiers of several drawings in one page must not meet.
    prefix = re.sub(r"\W+", "", label.title())
    text = re.sub(r'(id="|href="#|url\(#)', rf"\g<1>{prefix}-", text)
    text = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", text, count=1)
    text = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", text, count=1)
    return text.replace("<svg", f'<svg role="img" aria-label="{label}"', 1)


def draw_intervals(
    axes: Axes, places: Sequence[float], rows: list[dict[str, Any]], **style: Any
) -> None:
    """Points with intervals, along x."""
    rates = [row["rate"] for row in rows]
    below = [row["rate"] - row["low"] for row in rows]
    above = [row["high"] - row["rate"] for row in rows]
    axes.errorbar(rates, places, xerr=[below, above], capsize=3, **{"fmt": "o"} | style)


def wins_chart(figures: dict[str, Any]) -> str:
    """Win rates by seat, by place in the order and, if there are several, by bot."""
    groups = [("seats", "seat"), ("order", "place"), ("bots", "bot")]
    shown = [(group, label) for group, label in groups if len(figures[group]) > 1]
    if not shown:
        return ""
    most = max(len(figures[group]) for group, _ in shown)
    figure, axes = new_figure(0.9 + 0.3 * most, len(shown), sharex=True, squeeze=False)
    for one, (group, label) in zip(axes[0], shown, strict=True):
        rows = figures[group]
        places = range(len(rows))
        for seats in {row["seats"] for row in rows}:
            one.axvline(1 / seats, color=GREY, ls=":", lw=1)
        draw_intervals(one, places, rows, color=BLUE)
        several = len({row["seats"] for row in rows}) > 1
        names = [f"{row[label]}" + (f" of {row['seats']}" if several else "") for row in rows]
        one.set_yticks(places, names)
        one.set_ylim(len(rows) - 0.5, -0.5)
        one.set_title(f"by {label}")
        one.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    return to_svg(figure, "Win rates")


def length_chart(figures: dict[str, Any]) -> str:
    """How many rounds matches take."""
    figure, axes = new_figure(2.2)
    axes.bar(list(figures["rounds"]), list(figures["rounds"].values()), color=BLUE, width=0.85)
    axes.set_xlabel("rounds")
    axes.set_ylabel("matches")
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(MaxNLocator(integer=True))
    axes.axvline(figures["rounds_per_match"], color=RED, ls="--", lw=1)
    return to_svg(figure, "Match length")


def series_chart(name: str, title: str, table: dict[str, list[dict[str, float]]]) -> str:
    """A number of the players over the rounds: of all, and of those who won."""
    figure, axes = new_figure(2.4)
    for label, color, dashes in (("all", GREY, "--"), ("winners", BLUE, "-")):
        rows = table[label]
        rounds = range(1, len(rows) + 1)
        axes.plot(rounds, [row["mean"] for row in rows], color=color, ls=dashes, label=label)
        if name != "position":  # a band of places says little
            lows, highs = [row["low"] for row in rows], [row["high"] for row in rows]
            axes.fill_between(rounds, lows, highs, color=color, alpha=0.13, lw=0)
    axes.set_title(title, loc="left", fontsize=9)
    axes.set_xlabel("start of round")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    if name == "position":
        axes.invert_yaxis()
    axes.legend(loc="best")
    return to_svg(figure, f"Over rounds {name}")


def leaders_chart(rows: list[dict[str, Any]]) -> str:
    """How often the leader at the start of a round went on to win."""
    known = [(number, row) for number, row in enumerate(rows, 1) if row["rate"] is not None]
    figure, axes = new_figure(2.2)
    numbers = [number for number, _ in known]
    axes.plot(numbers, [row["rate"] for _, row in known], color=GREEN, marker=".")
    lows, highs = [row["low"] for _, row in known], [row["high"] for _, row in known]
    axes.fill_between(numbers, lows, highs, color=GREEN, alpha=0.2, lw=0)
    axes.set_ylim(0, 1)
    axes.set_xlabel("start of round")
    axes.set_ylabel("leader wins")
    axes.yaxis.set_major_formatter(PercentFormatter(1))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    return to_svg(figure, "Leaders who win")


def mark_of(card: dict[str, Any]) -> str:
    return next((mark for mark in card["marks"] if mark in MARKS), "")


def strength_chart(cards: list[dict[str, Any]], margin: float) -> str:
    """Wins for each expected one: the strongest and the weakest cards, with intervals."""
    known = sorted((c for c in cards if c["strength"]), key=lambda c: -c["strength"]["ratio"])
    if not known:
        return ""
    half = LINES // 2
    shown = known if len(known) <= LINES else [*known[:half], *known[-half:]]
    figure, axes = new_figure(0.8 + 0.19 * len(shown))
    axes.axvspan(1 - margin, 1 + margin, color=GREY, alpha=0.12, lw=0)
    axes.axvline(1, color=GREY, lw=1)
    for place, card in enumerate(shown):
        color, shape = MARKS[mark_of(card)]
        found = card["strength"]
        error = [[found["ratio"] - found["low"]], [found["high"] - found["ratio"]]]
        axes.errorbar(
            found["ratio"], place, xerr=error, fmt=shape, color=color, capsize=2, lw=1, ms=4
        )
    if len(shown) < len(known):
        axes.axhline(half - 0.5, color="black", lw=0.8, ls="--")
    axes.set_yticks(range(len(shown)), [name_of(card) for card in shown], fontsize=7.5)
    axes.set_ylim(len(shown) - 0.4, -0.6)
    axes.set_xlabel("wins for each expected one")
    return to_svg(figure, "Strength of cards")


def usage_chart(cards: list[dict[str, Any]], stages: dict[str, str]) -> str:
    """The cards that go on from a stage to the next least often, with intervals."""
    pairs = list(dict.fromkeys(pair for card in cards for pair in pairwise(card["times"])))
    shown = {}
    for before, after in pairs:
        points = [c for c in cards if (before, after) in pairwise(c["times"])]
        known = [card for card in points if card["next"].get(after, {}).get("tries")]
        if known:
            shown[before, after] = known
    if not shown:
        return ""
    lines = [min(LEAST, len(known)) for known in shown.values()]
    figure, axes = new_figure(
        0.9 * len(lines) + 0.19 * sum(lines), rows=len(lines), squeeze=False, height_ratios=lines
    )
    for one, ((before, after), known) in zip(axes.flat, shown.items(), strict=True):
        draw_least_used(one, known, after)
        one.set_title(f"{stages[before]} → {stages[after]}", loc="left", fontsize=9)
    return to_svg(figure, "Use of cards")


def draw_least_used(axes: Axes, cards: list[dict[str, Any]], stage: str) -> None:
    """The cards that least often reach a stage; dotted: the share of all cards."""
    shares = [card["next"][stage] for card in cards]
    usual = sum(s["hits"] for s in shares) / sum(s["tries"] for s in shares)
    axes.axvline(usual, color=GREY, ls=":", lw=1)
    shown = sorted(cards, key=lambda card: card["next"][stage]["rate"])[:LEAST]
    for place, card in enumerate(shown):
        dead = "dead" in card["marks"]
        color, shape = MARKS["dead" if dead else ""]
        draw_intervals(axes, [place], [card["next"][stage]], color=color, fmt=shape, ms=4, lw=1)
    axes.set_yticks(range(len(shown)), [name_of(card) for card in shown], fontsize=7.5)
    axes.set_ylim(len(shown) - 0.4, -0.6)
    axes.set_xlim(left=-0.01)
    axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))


def lives_chart(rows: list[dict[str, Any]], title: str) -> str:
    """How often each card that appears is beaten, and after how many rounds."""
    known = sorted((row for row in rows if row["tries"]), key=lambda row: row["rate"])
    if not known:
        return ""
    figure, (left, right) = new_figure(0.8 + 0.19 * len(known), 2, sharey=True)
    places = range(len(known))
    draw_intervals(left, places, known, color=BLUE, ms=4, lw=1)
    left.set_xlabel("beaten")
    left.set_xlim(-0.01, 1.01)
    left.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    left.set_yticks(places, [name_of(row) for row in known], fontsize=7.5)
    left.set_ylim(len(known) - 0.4, -0.6)
    right.barh(places, [row["alive"] or 0 for row in known], color=ORANGE, height=0.6)
    right.set_xlabel("rounds from appearing to being beaten")
    return to_svg(figure, title)


def name_of(row: dict[str, Any]) -> str:
    """A card's name in both languages."""
    names = [row["name"][language] for language in ("zh", "en") if language in row["name"]]
    return " ".join(dict.fromkeys(names))


def draw_charts(figures: dict[str, Any], titles: dict[str, str], margin: float) -> dict[str, str]:
    """All plots by name; empty where there is nothing to show."""
    with matplotlib.rc_context(STYLE):
        plots = {
            "wins": wins_chart(figures),
            "length": length_chart(figures) if figures["finished"] else "",
            "leaders": leaders_chart(figures["leaders"]) if figures["leaders"] else "",
            "strength": strength_chart(figures["cards"], margin),
            "use": usage_chart(
                figures["cards"], {name: titles[name] for name in figures["stages"]}
            ),
            "lives": lives_chart(figures["lives"], titles["lives"]),
        }
        for name, table in figures["series"].items():
            plots[f"series {name}"] = (
                series_chart(name, titles[name], table) if table["all"] else ""
            )
    return plots
