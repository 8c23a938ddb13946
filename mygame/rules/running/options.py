"""The options with which a match begins: what is given, checked and completed with defaults."""

from __future__ import annotations

from typing import Any

from . import brought
from .bring import OPTION, STOCK
from .program import Program
from .stock import check_stock


def complete_options(
    program: Program, given: dict[str, Any], seats: int | None = None
) -> dict[str, Any]:
    """
    The options of a match of so many players (None: of any number), completed with defaults.

    :raises ValueError: an option that there is not, or a value that it cannot have.
    """
    options = {name: spec.default for name, spec in program.options.items()}
    for name, value in given.items():
        if name == OPTION and program.brings:
            options[name] = brought.check_brought(program, value)
            continue
        if name == STOCK and program.bringing.stock:
            options[name] = check_stock(program, value)
            continue
        spec = program.options.get(name)
        if spec is None:
            known = ", ".join(program.options) or "none"
            raise ValueError(f"{program.id} has no option {name}; it has {known}")
        if spec.cards is not None:
            if problem := spec.cards.problem(program.catalogue, value):
                raise ValueError(f"option {problem}")
            value = sorted(set(value))
        elif not isinstance(value, int) or not spec.minimum <= int(value) <= spec.maximum:
            raise ValueError(
                f"option {name} is a {spec.type} from {spec.minimum} to {spec.maximum}"
            )
        if seats is not None and not spec.is_for(seats, value):
            allowed = " or ".join(map(str, spec.seats))
            raise ValueError(f"option {name} is for {allowed} players, not {seats}")
        options[name] = bool(value) if spec.type == "boolean" else value
    return options


class TooManyChosen(ValueError):
    """More cards are the value of an option than can be, beside the other options."""

    def __init__(self, option: str, chosen: int, most: int, seats: int):
        self.option, self.chosen, self.most = option, chosen, most
        super().__init__(
            f"option {option} is at most {most} cards for {seats} players and the other options as "
            f"they are, not {chosen}"
        )
