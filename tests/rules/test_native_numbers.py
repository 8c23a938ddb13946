"""
How far numbers go: what an operation gives is exact, or bound to `MOST`, on both machines.

`FAR=2000 pytest tests/rules/test_native_numbers.py` plays so many programs with such numbers.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest
from programs import SIZES, program
from tiny import START, beast, build, on_play, play, spell, start, value, write

from rules.backends.wasm import exam
from rules.backends.wasm.mirror import Mirror
from rules.fuzz.both import play_on_both
from rules.pack.build import load_with_compiler
from rules.running.machine import MOST
from rules.running.match import Match
from rules.running.state import ENTITY

pytest.importorskip("wasmtime")

FAR = int(os.environ.get("FAR", "6"))  # how many programs
ANSWERS = 12  # of each match
