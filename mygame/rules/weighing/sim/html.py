"""
The report of a run as one page: plots, the tables behind them, no scripts, nothing to load.

Needs matplotlib and jinja2, which belong to the simulator's own dependencies.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ...pack import Pack
from .figures import CONFIDENCE, DEAD, MARGIN
from .placement import missing_library
from .table import failure_line, role_name, sort_by_strength, variant_name

LANGUAGES = ("zh", "en")


def check_installed() -> None:
    """:raises SimulationError: something that reports need is not installed."""
    try:
        import jinja2  # noqa: F401
        import matplotlib  # noqa: F401
    except ModuleNotFoundError as error:
        raise missing_library(error, "--report") from None


def render_page(pack: Pack, figures: dict[str, Any]) -> str:
    """The whole page."""
    import jinja2
    import markupsafe

    from . import charts

    named = (*figures["series"], *figures["stages"], "lives")
    titles = {name: title_of(pack, name) for name in named}
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.filters |= {
        "percent": percent_text,
        "interval": interval_text,
        "number": number_text,
    }
    return environment.get_template("report.html.j2").render(
        pack=pack,
        figures=figures,
        plots={
            name: markupsafe.Markup(drawn)  # noqa: S704 (drawings of our own)
            for name, drawn in charts.draw_charts(figures, titles, MARGIN).items()
        },
        cards=sort_by_strength(figures["cards"]),
        titles=titles,
        named_roles=[found | {"role": role_name(found)} for found in figures["roles"]],
        name=charts.name_of,
        failure_line=failure_line,
        variant_name=variant_name,
        now=datetime.now(UTC),
        confidence=CONFIDENCE,
        margin=MARGIN,
        dead=DEAD,
    )


def title_of(pack: Pack, name: str) -> str:
    """What the pack calls a series or a stage, in both languages."""
    own = {"position": {"zh": "名次", "en": "position"}}
    texts = [
        pack.words[language].get("report", {}).get(name) or own.get(name, {}).get(language, name)
        for language in LANGUAGES
        if language in pack.words
    ]
    return " ".join(dict.fromkeys(texts)) or name


def percent_text(rate: float | None) -> str:
    return "–" if rate is None else f"{rate:.1%}"


def interval_text(found: dict[str, Any]) -> str:
    """The interval of a share, if there was any try."""
    return "" if found["rate"] is None else f"{found['low']:.1%} – {found['high']:.1%}"


def number_text(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:,.2f}" if isinstance(value, float) else f"{value:,}"
