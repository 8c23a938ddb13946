"""Libraries made of C files of the kernel of the native machine, for tests."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
from pathlib import Path

import rules

KERNEL = Path(rules.__file__).parent / "backends" / "wasm" / "kernel"


def compiler() -> list[str]:
    """A C compiler: the machine's own, or the one that developers have in a wheel."""
    found = shutil.which("cc")
    return [found] if found else [sys.executable, "-m", "ziglang", "cc"]


def build_library(made: Path, *names: str | Path, level: int = 1) -> ctypes.CDLL:
    """The library of some files of the kernel, or others by their paths, written to a path."""
    options = ("-std=gnu11", f"-O{level}", "-fno-strict-aliasing", "-fPIC", "-shared")
    files = [f"-I{KERNEL}", *[KERNEL / name for name in names]]
    subprocess.run([*compiler(), *options, "-o", made, *files], check=True)
    return ctypes.CDLL(str(made))
