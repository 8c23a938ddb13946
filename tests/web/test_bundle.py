"""Scripts and style sheets of a page, each kind in one file (`web.bundle`)."""

import gzip
import re
import subprocess
from shutil import which

import brotli
import pytest

from web import bundle
from web.table import SHEETS

PAGES = ("table/app.js", "table/replay.js")


@pytest.fixture
def files(tmp_path, monkeypatch):
    """Writes modules: `files(a="import ...")`, for as long as a test lasts."""
    monkeypatch.setattr(bundle, "FILES", tmp_path)

    def write(**texts):
        for name, text in texts.items():
            (tmp_path / f"{name}.js").write_text(text, encoding="utf-8")

    bundle._read.cache_clear()
    yield write
    bundle._read.cache_clear()


def run(entry: str) -> str:
    """What the bundle of a script prints."""
    return run_text(bundle.join_modules(bundle.modules_behind(entry)))


def run_text(text: str) -> str:
    """What a script prints."""
    node = which("node")
    if node is None:
        pytest.skip("needs Node")
    done = subprocess.run([node, "--input-type=module", "-e", text], capture_output=True, text=True)
    assert not done.returncode, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("entry", PAGES)
def test_every_module_of_a_page_is_in_its_bundle_once_behind_what_it_needs(entry):
    found = bundle.modules_behind(entry)
    assert found[-1] == entry
    assert len(set(found)) == len(found)
    for number, path in enumerate(found):
        assert set(bundle.imports_of(path)) <= set(found[:number]), path
    text = bundle.join_modules(found)
    assert not re.search(r"^\s*(?:import|export)\b", text, re.MULTILINE)
    assert text.count("/**") == text.count("@license")


def test_names_are_those_of_each_module_and_what_is_renamed_is(files):
    files(
        a='import { one as two, three } from "./b.js";\n'
        "const one = 5;\nconsole.log(one, two, three());",
        b='import"./c.js";export{four as three}from"./c.js";\nexport const one = 1;',
        c="export function four() { return 4; }",
    )
    assert run("a.js") == "5 1 4"


def test_a_late_script_has_the_very_modules_of_its_page_and_brings_the_others(files, monkeypatch):
    files(
        own='import { count } from "./both.js";\nconsole.log(count());',
        late='import { count } from "./both.js";\nimport { more } from "./more.js";\n'
        "console.log(count(), more);",
        both="let counted = 0;\nexport const count = () => (counted += 1);",
        more='export const more = "more";',
    )
    made = []
    monkeypatch.setattr(bundle, "_keep", lambda text, suffix: made.append(text) or "")
    bundle.bundle_scripts.__wrapped__("own.js", "late.js")
    bundle.bundle_late_script.__wrapped__("late.js", "own.js")
    first, late = made
    assert "counted" not in late
    assert run_text(f"globalThis.window = globalThis;\n{{{first}}}\n{{{late}}}") == "1\n2 more"


@pytest.mark.parametrize(
    "odd",
    [
        'import all from "./b.js";',
        'import * as all from "./b.js";',
        "export default 1;",
        "export let changing = 1;",
        'console.log(await import("./b.js"));',
    ],
)
def test_what_no_way_is_known_to_bundle_is_refused(files, odd):
    files(a=odd, b="export const one = 1;")
    with pytest.raises(ValueError, match=r"a\.js: no way is known"):
        bundle.join_modules(["b.js", "a.js"])


@pytest.mark.parametrize(
    "waiting",
    [
        "const one = await fetch(1);",
        "async function f() {\n  await 1;\n}\nconst one = [\n  await f(),\n];",
        "if (self.x) {\n  await 1;\n} else {\n  await 2;\n}",
        "for await (const each of []) each();",
    ],
)
def test_a_module_that_waits_while_it_is_read_is_refused(files, waiting):
    files(
        a=waiting, b="async function f(\n  a,\n) {\n  await a;\n}\nconst g = async () => await 1;"
    )
    assert "await" in bundle.join_modules(["b.js"])
    with pytest.raises(ValueError, match=r"a\.js: a module that waits cannot be bundled"):
        bundle.join_modules(["b.js", "a.js"])


def test_modules_that_import_each_other_are_refused(files):
    files(a='import { b } from "./b.js";', b='import { a } from "./a.js";')
    with pytest.raises(ValueError, match="imports itself"):
        bundle.modules_behind("a.js")


def test_a_bundle_is_sent_as_its_reader_takes_it_and_kept_for_ever(client, db):
    address = bundle.bundle_sheets(tuple(SHEETS))
    plain = client.get(address)
    assert plain["Content-Type"].startswith("text/css")
    assert "immutable" in plain["Cache-Control"]
    assert "Content-Encoding" not in plain
    for taken, way, unpack in (
        ("gzip, deflate, br", "br", brotli.decompress),
        ("gzip", "gzip", gzip.decompress),
    ):
        packed = client.get(address, headers={"accept-encoding": taken})
        assert packed["Content-Encoding"] == way
        assert unpack(packed.content) == plain.content
    assert client.get("/bundle/0123.js").status_code == 404


def test_the_table_asks_for_one_script_and_one_sheet_or_for_each_while_one_develops(
    client, db, settings
):
    for address, number in (("/webclient/", 2), ("/webclient/?do=play+pebbles", 1)):
        page = client.get(address).content.decode()
        assert len(re.findall(r'<script type="module"', page)) == number  # one may come later
        assert len(re.findall(r'rel="stylesheet"', page)) == number
        assert "importmap" not in page
    settings.DEBUG = True
    page = client.get("/webclient/").content.decode()
    assert len(re.findall(r'rel="stylesheet"', page)) == len(SHEETS)
    assert "importmap" in page


def test_the_book_that_a_page_will_need_is_asked_for_at_once(client, db, shelf):
    page = client.get("/webclient/?do=play+chrono", headers={"accept-language": "en"}, follow=True)
    assert re.search(r'rel="preload" as="fetch" href="/book/chrono/[\w-]+/en.json"', page.text)
    assert 'rel="preload"' not in client.get("/webclient/?do=play+nothing", follow=True).text
