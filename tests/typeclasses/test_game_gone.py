"""A table whose game is not on the shelf any more is still a table."""

import pytest

from typeclasses.tables import Table
from world.errors import TableError
from world.locale.reader import reader_of
from world.render import look
from world.shelf import games


@pytest.fixture
def table(person):
    ann = person("Ann")
    table = Table.open_table("pebbles", ann)
    games.games_by_id().pop("pebbles")
    return table, ann


def test_it_can_be_looked_at_and_listed(table):
    table, ann = table
    assert "pebbles (not there any more)" in "\n".join(look.table_lines(table, ann))
    listed = look.table_list([table], ann, reader_of(ann), 10)
    assert "pebbles (not there any more)" in "\n".join(listed)


def test_it_cannot_be_played_at_and_says_so(table):
    table, ann = table
    for seat in range(len(table.occupants())):
        if table.seat_of(ann) != seat:
            table.add_bot("greedy", seat)
    with pytest.raises(TableError) as error:
        table.start()
    assert error.value.key == "unknownGame"
