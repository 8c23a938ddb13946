"""
Machines that the program form is written for, each a folder: `python`, which is the reference.

A backend writes the routines of a unit as plain data, its entry in what is kept of the unit
(`language.units.Written`), and links that.
"""

from collections.abc import Callable, Sequence
from typing import Any

from ..program.routine import Routine
from .python import writer

#: By name what writes a unit, of which the name and the routines are given.
BACKENDS: dict[str, Callable[[str, Sequence[Routine]], Any]] = {"python": writer.write_unit}
