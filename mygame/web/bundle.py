"""
The scripts and the style sheets of a page, each kind in one file.

On a slow line what counts is how often a browser asks: the forty modules of the table take three
seconds of waiting by themselves. They stay what they are (there is nothing to build, and with
`CHRONO_DEBUG=1` each is served by itself); this puts them one behind the other as they stand, each
in a function of its own that gives what it exports. It knows the ways in which our modules and
lit-html's import and export, and refuses any other. Begin with `bundle_scripts`.
"""

from __future__ import annotations

import gzip
import hashlib
import posixpath
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import brotli
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

FILES = Path(__file__).parent / "static"
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


class Bundle(NamedTuple):
    """A file made of others: its name in addresses, and how it is sent to who takes it how."""

    name: str
    kind: str
    ways: dict[str, bytes]


_made: dict[str, Bundle] = {}


def page_files(entry: str, sheets: Iterable[str]) -> dict[str, Any]:
    """What templates of pages with modules need: each file by itself while one develops."""
    sheets = tuple(sheets)
    if settings.DEBUG:
        return {"script": entry, "sheets": sheets}
    return {"script_bundle": bundle_scripts(entry), "sheet_bundle": bundle_sheets(sheets)}


@cache
def bundle_scripts(entry: str) -> str:
    """
    The address of a script together with all that it imports.

    :raises ValueError: if one of them does what is not known here, or they import each other.
    """
    found = modules_behind(entry)
    return _keep(join_modules(found), ".js")


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
    taken = request.headers.get("Accept-Encoding", "")
    way = next((each for each in found.ways if each in taken), "")
    answer = HttpResponse(found.ways[way], content_type=found.kind)
    if way:
        answer.headers["Content-Encoding"] = way
    answer.headers["Cache-Control"] = FOREVER
    patch_vary_headers(answer, ["Accept-Encoding"])
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


def join_modules(paths: Iterable[str]) -> str:
    """The text of a script which is all of these, of which each has what it needs before it."""
    names: dict[str, str] = {}
    parts = []
    for number, path in enumerate(paths):
        names[path] = f"m{number}"
        parts.append(f"const m{number} = (() => {{\n{_as_function(path, names)}\n}})();\n")
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
        ways = {"br": brotli.compress(body), "gzip": gzip.compress(body, mtime=0), "": body}
        _made[name] = Bundle(name, TYPES[suffix], ways)
    return reverse("bundle", args=[name])
