"""The game of `docs/first_game.md` at a table, over telnet: what the page says one reads there."""

from __future__ import annotations

import random
import re

import pytest
from orchard import parts, write_orchard

from e2e.at_the_table import next_prompt


@pytest.fixture
def orchard(new_game):
    """A house with that game on its shelf."""
    house = new_game()
    write_orchard(house.data_dir / "packs")
    house.start()
    return house


def test_who_types_what_the_page_says_reads_it_and_comes_to_the_end_of_a_match(orchard):
    (session,) = [part.text for part in parts() if part.language == "telnet"]
    client = orchard.player("Flora")
    for line in session.splitlines():
        if line.startswith(" "):
            client.expect(re.escape(line.strip()))
        else:
            client.send(line)

    client.send("?")  # asks again
    dice = random.Random(1)
    while not (prompt := next_prompt(client)).over:
        client.send(prompt.any_answer(dice))
    assert "Traceback" not in orchard.log()
