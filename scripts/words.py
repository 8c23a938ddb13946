"""Write docs/words.md, the reference of the engine's words, anew: `make words`."""

from __future__ import annotations

from pathlib import Path

from rules.workshop import reference

PAGE = Path(__file__).parents[1] / "docs" / "words.md"
INTRODUCTION = """
Made by `make words` from where the words are written; [language.md](language.md) is the guide.
Every game defines more words out of these: `python -m rules.pack words PACK` lists them with
examples, as `/help/words/` on the site and `help word NAME` in the game do.
"""


def text() -> str:
    """The page."""
    title, rest = reference.render_page("Words of the engine", reference.word_entries()).split(
        "\n", 1
    )
    return f"{title}\n{INTRODUCTION}{rest}"


if __name__ == "__main__":
    PAGE.write_text(text(), encoding="utf-8")
