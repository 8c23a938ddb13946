"""Names in each language."""

from __future__ import annotations

from typing import Any


def names_by_language(value: Any) -> dict[str, str]:
    """A name in each language; one string serves for all."""
    return dict(value) if isinstance(value, dict) else {"zh": str(value), "en": str(value)}
