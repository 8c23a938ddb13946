"""What the code of a pack says to people and asks them, as the compiler learns it."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Spoken:
    """Prompts, options and lines of the log: of the units of a pack, for its texts."""

    prompts: dict[str, set[str]] = field(default_factory=dict)  # and what options are about
    option_words: dict[str, set[str]] = field(default_factory=dict)  # likewise: see `Option`
    messages: dict[str, tuple[str, ...]] = field(default_factory=dict)  # and names of arguments
    # By prompt: for each way in which it is asked, the names of the values that are told with it.
    told: dict[str, set[tuple[str, ...]]] = field(default_factory=dict)
    # By number: the message, and the name and kind of each argument. See `log.Log`.
    notes: dict[int, tuple[str, tuple[tuple[str, str], ...]]] = field(default_factory=dict)
