"""What tests of tables do and look at."""

import pytest

from typeclasses.tables import Table
from world.errors import TableError


def refused(key, function, *args, **details):
    with pytest.raises(TableError) as error:
        function(*args, **details)
    assert error.value.key == key
    return error.value.details


def notices(told, key=None):
    """(Key, details) of the notices given; who it is about, whom it is told, is left out."""
    return [
        (
            args[1],
            {name: value for name, value in details.items() if name not in ("character", "to")},
        )
        for hook, args, details in told
        if hook == "show_notice" and key in (None, args[1])
    ]


def start_with_bots(owner, players=4, **options):
    table = Table.open_table("pebbles", owner, players=players, **options)
    for _ in range(players - 1):
        table.add_bot()
    table.start(seed=7)
    return table


def play_on(table, clock, until=lambda match: False):
    """Everybody takes the default, until it is so or over; bots play by their own."""
    for _ in range(500):
        if table.match.is_over or until(table.match):
            return
        for seat in table.occupants():
            choice = table.host.choice_of(seat.index)
            if choice and seat.character:
                table.answer(seat.character, choice.default)
                break
        clock.advance(0.01)
    pytest.fail("the match does not end")
