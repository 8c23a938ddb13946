"""The figures of a run as a table for the terminal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...ground.width import display_width, pad
from ...pack import Pack

CARDS = 12  # lines of strongest and weakest cards


def render_table(pack: Pack, figures: dict[str, Any]) -> str:
    """All parts that the pack measures, one below the other."""
    parts = [part(figures) for part in (summary_lines, variant_lines, win_lines)]
    parts += [card_lines(pack, figures), life_lines(figures)]
    parts.append([f"  {failure_line(failure)}" for failure in figures["failures"][:10]])
    return "\n\n".join("\n".join(part) for part in parts if part)


def failure_line(failure: dict[str, Any]) -> str:
    seed, decisions = failure["seed"], failure["decisions"]
    return f"seed {seed} after {decisions} decisions: {failure['failure']}"


def summary_lines(figures: dict[str, Any]) -> list[str]:
    names = (
        "matches finished draws decisions_per_match rounds_per_match rounds_99 decisions_per_second"
    )
    lines = []
    for name in names.split():
        if name not in figures:  # nothing was played just now
            continue
        value = figures[name]
        shown = f"{value:,.1f}" if isinstance(value, float) else f"{value:,}"
        lines.append(f"{name.replace('_', ' '):>22}  {shown}")
    return lines


def variant_name(variant: dict[str, Any]) -> str:
    options = (
        f"{name}={value if isinstance(value, int) else '+'.join(value)}"
        for name, value in variant["options"].items()
    )
    return ", ".join([f"{variant['seats']} players", *options])


def variant_lines(figures: dict[str, Any]) -> list[str]:
    """The variants, if there are several."""
    if len(figures["variants"]) < 2:
        return []
    rows = [
        [
            variant_name(variant),
            f"{variant['matches']:,}",
            f"{variant['draws']:,}",
            f"{variant['rounds']:.1f}",
            f"{variant['decisions']:.1f}",
        ]
        for variant in figures["variants"]
    ]
    return align_columns(["variant", "matches", "draws", "rounds", "decisions"], rows)


def percent_text(found: dict[str, Any]) -> str:
    """A share with its interval."""
    if found["rate"] is None:
        return "-"
    return f"{found['rate']:.1%} ({found['low']:.1%}..{found['high']:.1%})"


def role_name(found: dict[str, Any]) -> str:
    return f"{found['role']} ({found['bot']})"


def win_lines(figures: dict[str, Any]) -> list[str]:
    """Win rates by seat, by place in the order of the first round, by bot and by role."""
    rows = []
    for group, label in (("seats", "seat"), ("order", "place"), ("bots", "bot")):
        for found in figures[group]:
            who = f"{label} {found[label]}" if label != "bot" else found["bot"]
            rows.append([f"{who} of {found['seats']}", percent_text(found)])
    for found in figures["roles"]:
        rows.append([f"{role_name(found)} of {found['seats']}", percent_text(found)])
    return align_columns(["wins", "rate"], rows)


def card_lines(pack: Pack, figures: dict[str, Any]) -> list[str]:
    """The cards with marks, then the strongest and the weakest."""
    if not figures["cards"]:
        return []
    order = sort_by_strength(figures["cards"])
    known = [card["id"] for card in order if card["strength"]]
    extreme = {*known[:CARDS], *known[-CARDS:]}
    rows = [
        [
            f"{card['name']['zh']} {card['name']['en']}",
            *(f"{card['times'][s]:,}" if s in card["times"] else "-" for s in figures["stages"]),
            percent_text(card["with"]),
            percent_text(card["without"]),
            "{ratio:.2f} ({low:.2f}..{high:.2f})".format(**card["strength"])
            if card["strength"]
            else "-",
            " ".join(card["marks"]),
        ]
        for card in order
        if {*card["marks"]} - {"unseen"} or card["id"] in extreme
    ]
    stages = [pack.words["en"].get("report", {}).get(name, name) for name in figures["stages"]]
    lines = align_columns(["card", *stages, "wins with", "without", "wins/expected", "marks"], rows)
    unseen = sum("unseen" in card["marks"] for card in order)
    return [*lines, f"{unseen} cards never came up"] if unseen else lines


def sort_by_strength(cards: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The strongest first; those of which too little is known last."""
    return sorted(cards, key=lambda c: -c["strength"]["ratio"] if c["strength"] else 0.0)


def life_lines(figures: dict[str, Any]) -> list[str]:
    rows = [
        [
            f"{card['name']['zh']} {card['name']['en']}",
            f"{card['tries']:,}",
            percent_text(card),
            "-" if card["alive"] is None else f"{card['alive']:.1f}",
        ]
        for card in sorted(figures["lives"], key=lambda c: c["rate"] or 0)
    ]
    return align_columns(["card", "appeared", "beaten", "rounds alive"], rows)


def align_columns(heads: list[str], rows: Iterable[list[str]]) -> list[str]:
    """Aligned columns, the first to the left; nothing without rows."""
    lines = [heads, *rows]
    if len(lines) == 1:
        return []
    widths = [max(display_width(line[i]) for line in lines) for i in range(len(heads))]
    sides = ["left", *["right"] * (len(heads) - 1)]
    return [
        "  ".join(
            pad(cell, columns, side)
            for cell, columns, side in zip(line, widths, sides, strict=True)
        ).rstrip()
        for line in lines
    ]
