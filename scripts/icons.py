"""
Draws the pictures of the site that have to be bitmaps from its icon: `python scripts/icons.py`.

They are committed; run it again when `mygame/web/static/site/icon.svg` has changed. It needs
Chromium (or another browser of that family, by the variable BROWSER) and Pillow.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path

from PIL import Image

SITE = Path(__file__).parents[1] / "mygame" / "web" / "static" / "site"
LARGEST, SMALLER = 512, (192, 180, 32)
CARD = (1200, 630)  # what is shown beside a link elsewhere
COLOURS = 128  # more cannot be told apart on these pictures, and take three times the bytes
PAGE = """<!DOCTYPE html><meta charset="utf-8"><style>
body {{ background: {ground}; margin: 0; overflow: hidden; height: 100vh; display: flex; gap: 70px;
  align-items: center; justify-content: center; color: #ece8f6; font: 600 92px/1.25 serif }}
svg {{ width: {size}px; height: {size}px }}
small {{ color: #e8c56a; display: block; font-size: 58px }}
</style>{icon}{words}"""
WORDS = '<div lang="zh-Hans">逆时巫师<small lang="en">Chrono Wizard</small></div>'


def draw(name: str, window: tuple[int, int], **page: object) -> None:
    """A picture of a page with the icon on it."""
    icon = (SITE / "icon.svg").read_text(encoding="utf-8")
    with tempfile.NamedTemporaryFile("w", suffix=".html", encoding="utf-8") as file:
        file.write(PAGE.format(icon=icon, **page))
        file.flush()
        options = [
            "--headless=new",
            "--no-sandbox",
            "--hide-scrollbars",
            "--default-background-color=00000000",
            f"--window-size={window[0]},{window[1]}",
            f"--screenshot={SITE / name}",
        ]
        browser = os.environ.get("BROWSER", "chromium")
        subprocess.run([browser, *options, file.name], check=True)  # noqa: S603 (a browser)


def make_small(name: str) -> None:
    """The same picture with a palette."""
    with Image.open(SITE / name) as picture:
        few = picture.convert("RGBA").quantize(
            COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
        )
    few.save(SITE / name, optimize=True)


def main() -> None:
    """All of them."""
    largest = f"icon-{LARGEST}.png"
    draw(largest, (LARGEST, LARGEST), size=LARGEST, ground="transparent", words="")
    for size in SMALLER:
        with Image.open(SITE / largest) as icon:
            icon.resize((size, size), Image.Resampling.LANCZOS).save(SITE / f"icon-{size}.png")
    # Systems cut what they like from this one; what it shows lies within four fifths of it.
    draw("icon-maskable.png", (LARGEST, LARGEST), size=LARGEST, ground="#1d1a2f", words="")
    draw("card.png", CARD, size=260, ground="#1d1a2f", words=WORDS)
    for picture in SITE.glob("*.png"):
        make_small(picture.name)


if __name__ == "__main__":
    main()
