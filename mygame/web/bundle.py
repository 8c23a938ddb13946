"""
The scripts and the style sheets of a page, each kind in one file.

On a slow line what counts is how often a browser asks: the forty modules of the table take three
seconds of waiting by themselves. They stay what they are (there is nothing to build, and with
`CHRONO_DEBUG=1` each is served by itself); this puts them one behind the other as they stand, each
in a function of its own that gives what it exports. It knows the ways in which our modules and
lit-html's import and export, and refuses any other. Begin with `bundle_scripts`.
"""

from __future__ import annotations

import hashlib
import posixpath
import re
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from web.packed import Packed, pack_body, packed_response
from web.tags import asset

FILES = Path(__file__).parent / "static"
SHARED = "bundled"  # the modules that a late script finds
FOREVER = "public, max-age=31536000, immutable"
TYPES = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}

# Comments that stand on lines of their own, which is where comments stand.
_COMMENT = re.compile(r"^[ \t]*(?:/\*.*?\*/|//[^\n]*)[ \t]*\n", re.DOTALL | re.MULTILINE)
_IMPORT = re.compile(r'\bimport\s*(?:\{([^{}]*)\}\s*from\s*)?"(\.[^"]+)"\s*;?')
_GIVEN = re.compile(r'\bexport\s*\{([^{}]*)\}(?:\s*from\s*"(\.[^"]+)")?\s*;?')
_DECLARED = re.compile(r"^export ((?:async )?(?:function\b\*?|class|const) ?(\w+))", re.MULTILINE)
_OTHER = re.compile(r"^\s*(?:import|export)\b.*|\bimport\s*[(.].*", re.MULTILINE)
# Statements begin with a word at the edge; what waits in one outside of a function that may.
_STATEMENT = re.compile(r"^(?=\w)", re.MULTILINE)
_WAITS = re.compile(r"\bawait\b.*")


_made: dict[str, tuple[str, Packed]] = {}  # name in addresses -> its type and how it is sent


def page_files(entry: str, sheets: Iterable[str], late: str = "") -> dict[str, Any]:
    """
    What templates of pages with modules need: each file by itself while one develops. Where a page
    has a late script, its own waits for nothing that only that one needs.
    """
    sheets = tuple(sheets)
    if settings.DEBUG:
        return {"script": entry, "sheets": sheets}
    return {"script_bundle": bundle_scripts(entry, late), "sheet_bundle": bundle_sheets(sheets)}


def late_files(late: str, sheets: Iterable[str], entry: str) -> dict[str, Any]:
    """The addresses of a script and sheets that may come later than those of a page."""
    sheets = tuple(sheets)
    if settings.DEBUG:
        return {"script": asset(late), "sheets": [asset(each) for each in sheets]}
    return {"script": bundle_late_script(late, entry), "sheets": [bundle_sheets(sheets)]}


@cache
def bundle_scripts(entry: str, late: str = "") -> str:
    """
    The address of a script together with all that it imports, at hand for a late one.

    :raises ValueError: if one of them does what is not known here, or they import each other.
    """
    shared = _in_both(entry, late) if late else []
    return _keep(join_modules(modules_behind(entry), shared), ".js")


@cache
def scripts_together(entry: str) -> tuple[str, Packed]:
    """A script that is no part of a page, with all that it imports: a name, and how it is sent."""
    body = join_modules(modules_behind(entry)).encode()
    return f"{hashlib.blake2b(body, digest_size=9).hexdigest()}.js", pack_body(body)


@cache
def bundle_late_script(late: str, entry: str) -> str:
    """Likewise of a script of the same page that may come later; what came with it is not again."""
    known = _in_both(entry, late)
    rest = [path for path in modules_behind(late) if path not in known]
    return _keep(join_modules(rest, known=known), ".js")


def _in_both(entry: str, late: str) -> list[str]:
    """The modules that both scripts of a page need, in the order of the first one."""
    wanted = set(modules_behind(late))
    return [path for path in modules_behind(entry) if path in wanted]


@cache
def bundle_sheets(sheets: tuple[str, ...]) -> str:
    """The address of style sheets, one after the other as a page names them."""
    return _keep("".join(map(_read, sheets)), ".css")


@require_safe
def show_bundle(request: HttpRequest, name: str) -> HttpResponse:
    """A bundle; the page that names it has made it."""
    found = _made.get(name)
    if found is None:
        raise Http404
    kind, packed = found
    answer = packed_response(request, packed, kind)
    answer.headers["Cache-Control"] = FOREVER
    return answer


def modules_behind(entry: str) -> list[str]:
    """
    A script and all that it imports, each behind those that it needs.

    :raises ValueError: if some import each other.
    """
    done: list[str] = []
    begun: list[str] = []

    def visit(path: str) -> None:
        if path in begun:
            raise ValueError(f"{path} imports itself, by way of {begun[begun.index(path) :]}")
        if path in done:
            return
        begun.append(path)
        for each in imports_of(path):
            visit(each)
        done.append(begun.pop())

    visit(entry)
    return done


def imports_of(path: str) -> list[str]:
    """The scripts that one imports at once, in order."""
    text = _read(path)
    names = [name for _, name in _IMPORT.findall(text)]
    names += [name for _, name in _GIVEN.findall(text) if name]
    return [_resolved(path, name) for name in names]


def join_modules(
    paths: Iterable[str], shared: Sequence[str] = (), known: Sequence[str] = ()
) -> str:
    """
    The text of a script which is all of these, of which each has what it needs before it. Those
    that are shared are at hand for another script of the page; the known ones are shared by it.
    """
    names = {path: f"k{number}" for number, path in enumerate(known)}
    parts = [f"const [{', '.join(names.values())}] = window.{SHARED};\n"] if names else []
    for number, path in enumerate(paths):
        names[path] = f"m{number}"
        parts.append(f"const m{number} = (() => {{\n{_as_function(path, names)}\n}})();\n")
        if shared and path == shared[-1]:  # before the page begins
            parts.append(f"window.{SHARED} = [{', '.join(names[each] for each in shared)}];\n")
    return "".join(parts)


def _as_function(path: str, names: dict[str, str]) -> str:
    """The body of a function that gives what a module exports."""
    given: list[str] = []

    def imported(match: re.Match[str]) -> str:
        wanted, name = match.groups()
        if wanted is None:
            return ""
        return f"const {{{_pairs(wanted)}}} = {names[_resolved(path, name)]};"

    def exported(match: re.Match[str]) -> str:
        wanted, name = match.groups()
        source = f"{names[_resolved(path, name)]}." if name else ""
        for each in filter(None, map(str.strip, wanted.split(","))):
            own, _, other = each.partition(" as ")
            given.append(f"{other or own}: {source}{own}")
        return ""

    def declared(match: re.Match[str]) -> str:
        given.append(match[2])
        return match[1]

    text = _DECLARED.sub(declared, _GIVEN.sub(exported, _IMPORT.sub(imported, _read(path))))
    if other := _OTHER.search(text):
        raise ValueError(f"{path}: no way is known to bundle {other[0].strip()[:80]!r}")
    for statement in _STATEMENT.split(text):
        waits = _WAITS.search(statement)
        if waits and not re.search(r"\basync\b", statement[: waits.start()]):
            raise ValueError(f"{path}: a module that waits cannot be bundled: {waits[0][:80]!r}")
    return f"{text.strip()}\nreturn {{ {', '.join(given)} }};"


def _pairs(wanted: str) -> str:
    """`a, b as c` of an import, as a pattern: `a, b: c`."""
    return ", ".join(
        each.strip().replace(" as ", ": ") for each in wanted.split(",") if each.strip()
    )


def _resolved(path: str, name: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), name))


@cache
def _read(path: str) -> str:
    return _COMMENT.sub("", (FILES / path).read_text("utf-8"))


def _keep(text: str, suffix: str) -> str:
    body = text.encode()
    name = f"{hashlib.blake2b(body, digest_size=9).hexdigest()}{suffix}"
    if name not in _made:
        _made[name] = TYPES[suffix], pack_body(body)
    return reverse("bundle", args=[name])
