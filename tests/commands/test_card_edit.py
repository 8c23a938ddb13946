"""Builders make cards in the game: by name, as a copy, by their sentence, place by place."""

from unittest import mock

import pytest
from twisted.internet import defer
from worker_processes import Reactor

from rules.pack import pieces
from rules.workshop import checking
from world import content, games, publishing, sandbox, workers
from world.content import checking as asking
from world.content import authoring


@pytest.fixture(scope="module")
def turns():
    reactor = Reactor()
    with mock.patch.object(workers, "reactor", return_value=reactor):
        yield reactor
        publishing.stop()
        sandbox.stop()


@pytest.fixture
def bob(person, turns, settings, tmp_path):
    """A builder, who reads what comes later as well."""
    settings.CACHE_DIR = str(tmp_path / "cache")
    somebody = person("Bob")
    somebody.account.permissions.add("Builder")
    return Waiting(somebody, turns)


class Waiting:
    """Somebody who waits for what the processes beside the server say."""

    def __init__(self, person, turns):
        self.person, self.turns = person, turns
        self.account, self.character = person.account, person.character

    def type(self, line):
        self.person.type(line)
        for pool in (publishing.workers, sandbox.workers):
            self.turns.run_until(
                lambda pool=pool: not any(each.question for each in pool.processes)
            )
        while self.turns.turns:
            self.turns.turns.popleft()()
        return self.person.told()


@pytest.fixture
def fakes(monkeypatch):
    def pack_with(who, draft):
        pack = games.games()["chrono"]
        new = pieces.put(pack.sources, "chrono", draft.address, draft.text)
        return defer.succeed(checking.compiled(pack, new))

    def new_card_id(folder, names, kind):
        return "base.treasure.built." + names["en"].lower().replace(" ", "_")

    monkeypatch.setattr(content, "pack_with", pack_with, raising=False)
    monkeypatch.setattr(content, "new_card_id", new_card_id, raising=False)


def test_seen(bob, fakes):
    for line in (
        "card new 霜火花 / Frost Spark 2 frost",
        "card edit Frost Spark",
        "behaviors",
        "onPlay",
        "2",
        "damage",
        "1",
        "= 3",
        "back",
        "back",
        "back",
        "drawCard",
        "done",
        "card try Frost Spark",
        "1",
        "try undo",
        "try give mana 9",
        "try give hand Frost Spark, bash",
        "play frost spark",
        "try keep Spark deals three",
        "try steps all",
        "try leave",
    ):
        print(">>>", line)
        print(bob.type(line))
    for d in content.drafts(bob.account):
        print(d.address, d.text)
    assert 0
