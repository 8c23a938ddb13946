"""The command line of packs: `python -m rules.pack`."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from ..ground.errors import PackError, Problem
from ..language import dialect
from ..pack.build import load_pack, load_with_sources
from ..pack.definition import Pack
from ..pack.files import WORLD, add_folder
from ..telling.phrasebook import LANGUAGES
from ..weighing import report
from . import readback, reference, schema, templates
from .headings import names_of, names_said
from .homeless import homeless_places
from .lists import LISTS
from .new_game import LIKE, write_game
from .untold import untold_places

_ACTIONS = ("check", "words", "schema", "show", "list", "report", "readback", "new")


def main(arguments: list[str] | None = None) -> int:
    """`python -m rules.pack check|words|schema|show|list|report|readback|new FOLDER [WHAT]`."""
    parser = argparse.ArgumentParser(
        prog="python -m rules.pack", description="Check and show a pack."
    )
    parser.add_argument("action", choices=_ACTIONS)
    add_folder(parser)
    parser.add_argument(
        "card",
        nargs="?",
        help=f"show: the id, or a part of it, of a card or word; list: {', '.join(LISTS)}; "
        f"schema: {', '.join(schema.KINDS)}; new: a kind that the pack has a template for",
    )
    parser.add_argument("names", nargs="*", help="new: what it is called: 沼泽 / Fen")
    parser.add_argument(
        "--like", choices=LIKE, help="new: a game like this one, in a folder that is not there yet"
    )
    parser.add_argument("--matches", type=int, default=2000, help="report: how many")
    parser.add_argument("--checks", type=int, default=0, help="report: as for rules.weighing.sim")
    parser.add_argument("--json", action="store_true", help="report: for machines")
    parser.add_argument("--lang", default="", help="readback: only in this language")
    parser.add_argument("--whole", action="store_true", help="readback: leave no card out")
    parser.add_argument("--samples", action="store_true", help="readback: learn from no card")
    parser.add_argument("--out", type=Path, help="new: the file; else one beside the template")
    given = parser.parse_args(arguments)
    if given.action == "list" and given.card not in LISTS:
        parser.error(f"say what to list: {', '.join(LISTS)}")
    if given.action == "schema" and (given.card or "card") not in schema.KINDS:
        parser.error(f"say of what: {', '.join(schema.KINDS)}")
    if given.action == "new" and given.like:
        return make_game(given.folder, given.like, " ".join([given.card or "", *given.names]))
    try:
        if given.action == "report":
            return report.run_report(given.folder, given.matches, given.checks, given.json)
        if given.action == "readback":
            pack = load_pack(given.folder)
            return readback.print_readback(pack, given.lang, not given.whole, not given.samples)
        if given.action == "show":
            for unit, source in load_with_sources(given.folder)[1]:
                if given.card and given.card in unit:
                    print(source, end="\n\n")
            return 0
        pack = load_pack(given.folder)
        if given.action == "new":
            said = " ".join(given.names)
            return make_copy(pack, given.folder, given.card or "", said, given.out)
    except PackError as error:
        print(error)
        print(f"{len(error.problems)} problem{'s' if len(error.problems) > 1 else ''}")
        return 1
    if given.action == "check":
        if problems := untold_places(pack):
            print(PackError(problems))
            print(f"{len(problems)} problem{'s' if len(problems) > 1 else ''}")
            return 1
        for warning in homeless_places(pack):
            print(f"warning: {warning}")
        if problems := problems_of_heirs(given.folder, pack.id):
            print(PackError(problems))
            print(f"{len(problems)} problem{'s' if len(problems) > 1 else ''} of heirs")
            return 1
        kinds = {
            kind: sum(c.kind == kind for c in pack.cards)
            for kind in pack.declarations.layout.kinds
            if kind not in ("match", "player")
        }
        counts = ", ".join(f"{n} {kind} cards" for kind, n in kinds.items())
        print(f"{pack.id} {pack.version} {pack.hash}: {counts}; no problems")
    elif given.action == "list":
        print("\n".join(LISTS[given.card](pack)))
    elif given.action == "words":
        print(reference.render_page(f"Words of {pack.id}", reference.word_entries(pack)))
    elif given.action == "schema":
        print(
            json.dumps(
                schema.schema_document(pack, given.card or "card"), indent=2, ensure_ascii=False
            )
        )
    return 0


def make_game(folder: Path, like: str, said: str) -> int:
    """Write a new game; a bare name is one of the games of the world, as everywhere."""
    place = WORLD / folder.name if folder.parent == Path() else folder
    try:
        files = write_game(place, like, names_said(said, LANGUAGES))
    except ValueError as error:
        print(error)
        return 2
    print("\n".join(map(str, files)))
    print(f"python -m rules.pack check {folder}")
    print(f"python -m rules.scenario {place / 'scenarios'}")
    return 0


def make_copy(pack: Pack, folder: Path, kind: str, said: str, out: Path | None) -> int:
    """Write a file of cards like the template of a kind, under another name."""
    names = names_of(pack, said)
    slug = templates.name_in_ids(names)
    if kind not in pack.templates or not slug:
        known = ", ".join(pack.templates) or "none"
        print(f"say of what kind ({known}) and what it is called, also in English: 沼泽 / Fen")
        return 2
    template = pack.templates[kind]
    path = out or folder / templates.address_of(template, slug).removeprefix("file:")
    if path.exists():
        print(f"there is already a file {path.name}")
        return 2
    text = (folder / template).read_text(encoding="utf-8")
    path.write_text(templates.copy_of(text, slug, names), encoding="utf-8")
    print(path)
    return 0


def problems_of_heirs(folder: Path, pack_id: str) -> list[Problem]:
    """What is wrong with the packs beside a folder that inherit from the one in it."""
    found: list[Problem] = []
    for place in sorted(folder.resolve().parent.glob("*/pack.json5")):
        data, _ = dialect.parse_json5(place.read_text(encoding="utf-8"), str(place))
        manifest = data.get("pack") if isinstance(data, dict) else None
        if not isinstance(manifest, dict) or manifest.get("inherits") != pack_id:
            continue
        try:
            found += problems_of_heirs(place.parent, load_pack(place.parent).id)
        except PackError as error:
            found += error.problems
    return found
