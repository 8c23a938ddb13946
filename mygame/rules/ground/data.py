"""
JSON as it is read from a file or comes from outside: whoever gets some looks what it is.

Where the shape of it has been checked (`pack.shapes`, `scenario.form`) it travels on as what it is
then, most often `dict[str, Any]`.
"""

from __future__ import annotations

type Json = dict[str, Json] | list[Json] | str | int | float | None  # a truth is a number
