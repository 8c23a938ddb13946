"""A client that draws matches from data: what it holds after the messages it was sent."""

from __future__ import annotations

from typing import Any

import pytest

from rules.ground.difference import apply_patch
from rules.running.view import compose_view


class DataClient:
    """Takes the messages of protocol version 3, by their names (`chrono_table`, ...), in order."""

    def __init__(self):
        self.seen: list[tuple[str, dict[str, Any]]] = []
        self.forget()

    def forget(self) -> None:
        """As before the first message."""
        self.seen.clear()
        self.table = self.hand = self.prompt = self.hint = None
        self.over = self.lobby = self.error = None
        self.public = self.private = None
        self.log: dict[int, dict[str, Any]] = {}

    def take(self, name: str, message: dict[str, Any]) -> None:
        """A message; patches must fit what is held."""
        assert message["version"] == 3
        self.seen.append((name, message))
        heard = getattr(self, f"_{name.removeprefix('chrono_')}", None)
        if heard is not None:
            heard(message)

    def names(self) -> list[str]:
        """Which messages came, in order."""
        return [name for name, _ in self.seen]

    def view(self) -> dict[str, Any]:
        """The view of the match that it can draw."""
        private = self.private and {**self.private, "choices": []}
        return compose_view(self.public, private)

    def _table(self, message):
        if message["since"] is None:
            self.public, self.log = message["public"], {}
        else:
            assert message["since"] == self.table["number"]
            self.public = apply_patch(self.public, message["public"])
        self.table = message

    def _hand(self, message):
        if message["since"] is None:
            self.private = message["private"]
        else:
            self.private = apply_patch(self.private, message["private"])
        self.hand = message

    def _prompt(self, message):
        self.prompt = message

    def _foretold(self, message):
        if self.prompt["prompts"] and self.prompt["number"] == message["number"]:
            options = self.prompt["prompts"][0]["options"]
            assert len(options) == len(message["options"])
            for option, told in zip(options, message["options"], strict=True):
                option.update(told)

    def _log(self, message):
        start = message["start"]
        self.log = {number: line for number, line in self.log.items() if number < start}
        self.log |= {line["number"]: line for line in message["lines"]}

    def _over(self, message):
        self.over = message

    def _lobby(self, message):
        self.lobby = message

    def _hint(self, message):
        self.hint = message

    def _error(self, message):
        self.error = message


class Drawing(DataClient):
    """The client of a person, beside what they read."""

    def __init__(self, person):
        super().__init__()
        self.person = person
        send = person.session.data_out

        def data_out(**kwargs):
            for name, value in kwargs.items():
                if name.startswith("chrono_"):
                    self.take(name, value[1])
            send(**{name: v for name, v in kwargs.items() if not name.startswith("chrono_")})

        person.session.data_out = data_out

    def ask(self, name, **details):
        self.person.session.data_in(**{f"chrono_{name}": [[], details]})

    def answer(self, *picks, number=None):
        self.error = None
        number = self.prompt["number"] if number is None else number
        self.ask("answer", number=number, picks=list(picks))


def until_prompted(client, clock):
    """Let the bots play until this client is asked; what it is asked."""
    for _ in range(300):
        if client.prompt and client.prompt["prompts"]:
            return client.prompt["prompts"][0]
        clock.advance(0.01)
    pytest.fail("never asked")
