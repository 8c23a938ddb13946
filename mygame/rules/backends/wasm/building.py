"""
The kernel from its source: `make kernel`, for developers.

The source is C (`kernel/*.c`), compiled by the Zig compiler that the `ziglang` wheel brings, which
is the same on every machine and makes the same bytes. What it makes, `kernel.wasm`, lies beside it
in the repository: who plays has no compiler. A test builds it anew and compares.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from importlib import resources
from pathlib import Path

SOURCE = Path(__file__).parent / "kernel"
BUILT = SOURCE / "kernel.wasm"
OPTIONS = (
    "--target=wasm32-freestanding",
    "-mcpu=generic+bulk_memory+sign_ext+mutable_globals",
    "-std=c17",
    "-O2",
    "-g0",
    "-flto",
    "-fno-strict-aliasing",  # values, matches and tables are read through several types
    "-fno-sanitize=undefined",
    "-ffp-contract=off",  # bots think in doubles as Python does, to the last bit
    "-fvisibility=default",  # all that is not static is exported
    "-nostdlib",
    "-Wall",
    "-Werror",
    "-Wl,--no-entry",
    "-Wl,--export-dynamic",
    "-Wl,--strip-all",
    "-Wl,--export-table",
    "-Wl,--growable-table",
    "-Wl,--export=__stack_pointer",
    "-Wl,--export=__heap_base",
)


def read_built() -> bytes:
    """The kernel as it lies here, also where the rules were imported from a zip file."""
    return resources.files(__package__).joinpath("kernel", BUILT.name).read_bytes()


def build(into: Path, source: Path = SOURCE) -> None:
    """
    Build the kernel into a file.

    :raises subprocess.CalledProcessError: the source has errors, which were printed.
    """
    with tempfile.TemporaryDirectory() as kept:
        made = Path(kept) / "kernel.wasm"
        # Names of folders would stand in messages of the compiler only, but its cache is ours.
        files = sorted(each.name for each in source.glob("*.c"))
        command = [sys.executable, "-m", "ziglang", "cc", *OPTIONS, *files, "-o", str(made)]
        cache = {"ZIG_LOCAL_CACHE_DIR": kept, "ZIG_GLOBAL_CACHE_DIR": kept}
        subprocess.run(command, cwd=source, env=os.environ | cache, check=True)  # noqa: S603 (ours)
        into.write_bytes(made.read_bytes())


if __name__ == "__main__":
    build(BUILT)
    print(f"{BUILT}: {BUILT.stat().st_size} bytes")
