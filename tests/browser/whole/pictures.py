"""Pictures of a run beside those of the run before, and how much of each is otherwise now."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageChops

FAINT = 12  # of 255: what nobody sees

_PAGE = """<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><title>Pictures of the table</title>
<style>
  body {{ font-family: sans-serif; margin: 1rem; }}
  section {{ border-top: 1px solid; padding: 0.5rem 0; }}
  div {{ display: flex; gap: 1rem; }}
  figure {{ flex: 1; margin: 0; min-width: 0; }}
  img {{ border: 1px solid gray; max-height: 90vh; max-width: 100%; }}
</style>
<h1>Pictures of the table</h1>
<p>What differs most stands first.</p>
{rows}
</html>
"""
_ROW = """<section><h2>{name}: {told}</h2><div>
  <figure><figcaption>now</figcaption>{now}</figure>
  <figure><figcaption>before</figcaption>{before}</figure>
</div></section>"""
_PICTURE = '<a href="{path}"><img src="{path}" alt="" loading="lazy"></a>'


def place_for(folder: Path, name: str) -> Path:
    """Where a new picture belongs; the one that is there becomes that of before."""
    path = folder / "now" / f"{name}.png"
    for part in ("now", "before"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    if path.exists():
        path.replace(folder / "before" / path.name)
    return path


def difference(now: Path, before: Path) -> float:
    """How many per cent of the pixels differ: 0 to 100; all of them in another size."""
    with Image.open(now) as one, Image.open(before) as other:
        if one.size != other.size:
            return 100
        faint = ImageChops.difference(one.convert("RGB"), other.convert("RGB")).convert("L")
        return 100 * sum(faint.histogram()[FAINT:]) / (one.width * one.height)


def write_index(folder: Path) -> dict[str, float]:
    """Write `index.html`; by how many per cent each picture differs that there was before."""
    found = sorted((folder / "now").glob("*.png"))
    pairs = [(path, folder / "before" / path.name) for path in found]
    differ = {now.stem: difference(now, old) for now, old in pairs if old.exists()}
    rows = [_row(path, differ.get(path.stem)) for path in found]
    rows.sort(key=lambda row: -row[0])
    (folder / "index.html").write_text(_PAGE.format(rows="\n".join(text for _, text in rows)))
    return differ


def _row(path: Path, differs: float | None) -> tuple[float, str]:
    now, before = (_PICTURE.format(path=f"{part}/{path.name}") for part in ("now", "before"))
    if differs is None:
        return 101, _ROW.format(name=path.stem, told="new", now=now, before="none")
    told = f"{differs:.2f} % of it differ"
    return differs, _ROW.format(name=path.stem, told=told, now=now, before=before)
