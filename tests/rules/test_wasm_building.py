"""The kernel that lies in the repository is what its source comes to."""

from __future__ import annotations

import struct
import subprocess

import pytest

from rules.backends.wasm import building, layout

pytest.importorskip("ziglang")


def test_what_is_not_static_is_exported(tmp_path):
    wasmtime = pytest.importorskip("wasmtime")
    (tmp_path / "one.c").write_text(
        "int deeper(int);\nint twice(int a) { return deeper(a) * 2; }\n"
    )
    (tmp_path / "two.c").write_text(
        "static int own(int a) { return a; }\nint deeper(int a) { return own(a); }\n"
    )
    built = tmp_path / "built.wasm"
    building.build(built, tmp_path)
    module = wasmtime.Module.from_file(wasmtime.Engine(), built)
    names = {each.name for each in module.exports}
    assert {"memory", "__indirect_function_table", "__stack_pointer", "twice", "deeper"} <= names
    assert "own" not in names
    assert [each.name for each in module.imports] == []


def test_a_warning_of_the_compiler_is_an_error(tmp_path, capfd):
    (tmp_path / "one.c").write_text("int f(void) { int unused = 1; return 0; }\n")
    with pytest.raises(subprocess.CalledProcessError):
        building.build(tmp_path / "built.wasm", tmp_path)
    assert "unused" in capfd.readouterr().err


def test_the_layout_of_the_kernels_structures_is_known(tmp_path):
    """The compiler of the kernel compares."""
    claims = [f"offsetof(Match, {name}) == {at}" for name, at in layout.MATCH.items()]
    claims += [f"offsetof(Pack, {name}) == {at}" for name, at in layout.PACK.items()]
    claims += [f"offsetof(Offsets, {name}) == {at}" for name, at in layout.OFFSETS.items()]
    for of in layout.STRUCTURES:
        places = layout.offsets_of(of)
        claims.append(f"sizeof({of}) == {places.pop('bytes')}")
        claims += [f"offsetof({of}, {name}) == {at}" for name, at in places.items()]
    sizes = {
        "BotTables": layout.BOT_TABLES, "Preference": layout.PREFERENCE,
        "DeckPart": layout.DECK_PART,
        "RecordTables": layout.RECORD_TABLES, "Listener": layout.LISTENER, "Count": layout.COUNT,
        "OfferStage": layout.OFFER_STAGE, "HeldStage": layout.HELD_STAGE, "Record": layout.RECORD,
        "Player": layout.PLAYER, "Limit": layout.LIMIT, "Watched": layout.WATCHED,
    }  # fmt: skip
    claims.append(f"LAST_BUDGET == {layout.LAST_BUDGET}")
    claims += [f"sizeof({of}) == {struct.calcsize('<' + kinds)}" for of, kinds in sizes.items()]
    lines = [f'_Static_assert({claim}, "{claim}");\n' for claim in claims]
    header = (building.SOURCE / "recording.h").as_posix()
    (tmp_path / "one.c").write_text(f'#include "{header}"\n{"".join(lines)}')
    building.build(tmp_path / "built.wasm", tmp_path)
