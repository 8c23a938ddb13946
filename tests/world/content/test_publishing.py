"""Publishing while people play: who plays what, what a mistake does, what is stopped, what goes."""

import gc
import os
import random
import re
import signal
import weakref
from functools import partial
from types import SimpleNamespace
from unittest import mock

import pytest
from shelved import HEIR, edit

from rules.playing.invariants import check_invariants
from world.content import publishing
from world.errors import TableError
from world.models import MatchRecord, PackVersion, Publication
from world.play.hosting import recovery, registry
from world.play.hosting.host import MatchHost
from world.play.hosting.seating import Sitter
from world.shelf import games

pytestmark = pytest.mark.django_db

PEOPLE = (Sitter("Ann"), Sitter("Ben"))
GREY = '"en": "grey stone"}, "weight": 1'


@pytest.fixture
def shelf(own_file):
    """A shelf of one's own with one game; `edit` changes its file."""
    return SimpleNamespace(
        file=own_file, edit=partial(edit, own_file), folder=own_file.parent.parent
    )


@pytest.fixture
def publish(shelf, turns):
    """Publishes, and gives what has become of each game, by its folder."""

    def all_of(*names, meanwhile=lambda: None):
        results = []
        for name in names or ("",):
            publishing.publish_game(name).addBoth(results.append)
        meanwhile()
        turns.run_until(lambda: len(results) == len(names or ("",)))
        told = [{outcome.folder.name: outcome for outcome in outcomes} for outcomes in results]
        return told if len(told) > 1 else told[0]

    with mock.patch.object(publishing.logger, "log_err"):
        yield all_of


def weight(pack):
    """What is printed on the grey stone."""
    return pack.card("t.stone.grey").facts["weight"]


def start(clock, seed=7):
    return MatchHost.start(games.find_game("pebbles"), PEOPLE, clock=clock, seed=seed, pace=0)


def play(host, answers=1000):
    """People answer at random; everything that must hold holds after each answer."""
    dice = random.Random(1)
    for _ in range(answers):
        if host.match.is_over:
            return
        choice = dice.choice(host.match.pending)
        count = dice.randint(choice.minimum, choice.maximum)
        host.answer(choice.seat, dice.sample(range(len(choice.options)), count))
        check_invariants(host.match)


def die_and_start_again():
    """As if the process had been killed: nothing in memory is left."""
    registry.forget_all()
    games.forget()
    games.keep_good()


# -- who plays what


def test_a_table_plays_on_with_its_cards_and_a_new_one_with_the_changed(shelf, publish, clock):
    old = start(clock)
    play(old, 5)
    shelf.edit(GREY, GREY[:-1] + "4")
    outcome = publish()["pebbles"]
    assert [card.id for card in outcome.changed] == ["t.stone.grey"]
    assert (outcome.added, outcome.removed, outcome.problems) == ([], [], [])
    assert outcome.files == ["pebbles/pack.json5"]
    assert outcome.playing == 1
    new = start(clock)
    assert (weight(old.match.game), weight(new.match.game)) == (1, 4)
    play(old)
    play(new)
    assert (weight(old.match.game), weight(new.match.game)) == (1, 4)
    hashes = {row.pack_version.content_hash for row in MatchRecord.objects.all()}
    assert hashes == {old.match.program.hash, new.match.program.hash}


def test_cards_come_and_go(shelf, publish):
    shelf.edit('{"id": "t.stone.red", "count": 12', '{"id": "t.stone.blue", "count": 12')
    outcome = publish("pebbles")["pebbles"]
    assert [card.id for card in outcome.added] == ["t.stone.blue"]
    assert [card.id for card in outcome.removed] == ["t.stone.red"]
    assert outcome.changed == []


def test_a_change_of_the_flow_is_published_like_one_of_a_card(shelf, publish, clock):
    old = start(clock)
    shelf.edit('"top": 3', '"top": 2')
    outcome = publish()["pebbles"]
    assert outcome.published
    assert not outcome.changed
    hands = [
        host.match.view(0)["players"][0]["zones"]["hand"]["count"] for host in (old, start(clock))
    ]
    assert hands == [3, 2]


def test_where_nothing_has_changed_nothing_is_published(publish):
    before = games.find_game("pebbles")
    outcome = publish()["pebbles"]
    assert not outcome.published
    assert games.find_game("pebbles") is before


def test_who_inherits_from_a_game_changes_with_it(shelf, publish):
    heir = shelf.folder / "heir" / "pack.json5"
    heir.parent.mkdir()
    heir.write_text(HEIR, encoding="utf-8")
    assert publish()["heir"].published  # a game that was not there
    shelf.edit(GREY, GREY[:-1] + "4")
    told = publish("pebbles")
    assert list(told) == ["heir", "pebbles"]
    assert [weight(games.find_game(name)) for name in told] == [4, 4]
    assert list(publish("heir")) == ["heir"]


def test_a_game_that_gets_another_id_leaves_the_one_it_had(shelf, publish):
    shelf.edit('"id": "pebbles"', '"id": "stones"')
    assert publish("pebbles")["pebbles"].published
    assert list(games.games_by_id()) == ["stones"]
    assert not publish("stones")["pebbles"].published


def test_a_game_with_the_id_of_another_is_not_published(shelf, publish):
    copy = shelf.folder / "copy" / "pack.json5"
    copy.parent.mkdir()
    copy.write_text(shelf.file.read_text("utf-8"), encoding="utf-8")
    before = games.find_game("pebbles")
    told = publish()
    assert told["copy"].problems == [
        "copy/pack.json5: pack.id: pebbles is the id of the game in the folder pebbles"
    ]
    assert games.mistakes() == {"copy": told["copy"].problems[0]}
    assert games.find_game("pebbles") is before
    assert not told["pebbles"].problems
    copy.write_text(copy.read_text("utf-8").replace('"id": "pebbles"', '"id": "copy"'), "utf-8")
    assert publish("copy")["copy"].published
    assert games.mistakes() == {}


def test_a_game_that_is_not_there_cannot_be_published(shelf):
    with pytest.raises(TableError) as error:
        publishing.publish_game("chess")
    assert error.value.key == "unknownGame"


# -- mistakes, and what is stopped


def test_a_mistake_publishes_nothing_and_says_where_it_is(shelf, publish):
    before, good = games.find_game("pebbles"), shelf.file.read_text("utf-8")
    shelf.edit('"to": "heap"', '"to": "haep"')
    outcome = publish()["pebbles"]
    assert not outcome.published
    (problem,) = outcome.problems
    assert re.match(r"pebbles/pack.json5:\d+:\d+: .*haep", problem)
    assert games.find_game("pebbles") is before
    assert games.mistakes() == {"pebbles": problem}
    shelf.file.write_text(good.replace('"version": "1.0"', '"version": "1.1"'), encoding="utf-8")
    assert publish()["pebbles"].published
    assert games.mistakes() == {}


def test_a_mistake_in_one_game_does_not_hold_up_another(shelf, publish):
    heir = shelf.folder / "heir" / "pack.json5"
    heir.parent.mkdir()
    heir.write_text(HEIR.replace('"id"', '"di"'), encoding="utf-8")
    shelf.edit('"version": "1.0"', '"version": "1.1"')
    (shelf.folder / "heir" / "more.json5").write_text("{", encoding="utf-8")
    told = publish()
    assert told["pebbles"].published
    assert told["heir"].problems
    assert told["heir"].pack is None


def test_files_that_take_too_long_are_stopped_and_the_server_lives(shelf, publish, settings):
    before, good = games.find_game("pebbles"), shelf.file.read_text("utf-8")
    shelf.edit('"words": {', '"words": {"xx": {"much": [' + "[0]," * 450_000 + "]},")
    settings.PUBLISHING_SECONDS = 0.3
    outcome = publish()["pebbles"]
    assert outcome.stopped
    assert games.find_game("pebbles") is before
    settings.PUBLISHING_SECONDS = 60
    shelf.file.write_text(good.replace('"version": "1.0"', '"version": "1.1"'), encoding="utf-8")
    assert publish()["pebbles"].published


def test_a_process_that_wants_too_much_memory_is_told_so(turns):
    told = []
    publishing.workers.ask(bytearray, 4 << 30).addErrback(lambda failure: told.append(failure.type))
    turns.run_until(lambda: told)
    assert told == [MemoryError]


def test_a_process_that_is_killed_publishes_nothing_and_another_takes_its_place(shelf, publish):
    publish()
    before = games.find_game("pebbles")
    (process,) = publishing.workers.processes
    shelf.edit('"version": "1.0"', '"version": "1.1"')
    outcome = publish(meanwhile=lambda: os.kill(process.process.pid, signal.SIGKILL))["pebbles"]
    assert outcome.stopped
    assert games.find_game("pebbles") is before
    assert publish()["pebbles"].published


def test_code_that_is_newer_than_the_server_publishes_nothing(shelf, publish, monkeypatch):
    before = games.find_game("pebbles")
    monkeypatch.setattr(publishing, "engine_digest", lambda: "that of the day before")
    shelf.edit('"version": "1.0"', '"version": "1.1"')
    assert publish()["pebbles"].outdated
    assert games.find_game("pebbles") is before


def test_who_publishes_at_the_same_time_waits_for_the_other(shelf, publish):
    shelf.edit('"version": "1.0"', '"version": "1.1"')
    first, second = publish("pebbles", "pebbles")
    assert first["pebbles"].published
    assert not second["pebbles"].published
    assert PackVersion.objects.count() == Publication.objects.count() == 2


# -- what goes


def test_a_version_goes_with_its_last_table(shelf, publish, clock):
    first, second = start(clock), start(clock, seed=8)
    gone = weakref.ref(first.match.game)
    shelf.edit('"version": "1.0"', '"version": "1.1"')
    publish()
    first.release()
    del first
    gc.collect()
    assert gone() is not None
    play(second)
    assert second.match.is_over
    del second
    gc.collect()
    assert gone() is None
    assert games.find_game("pebbles").version == "1.1"


def test_a_version_that_nobody_plays_is_kept_in_the_database_alone(shelf, publish):
    gone = []
    for number in range(3):
        gone.append(weakref.ref(games.find_game("pebbles")))
        shelf.edit(f'"version": "1.{number}"', f'"version": "1.{number + 1}"')
        publish()
    gc.collect()
    assert [each() for each in gone] == [None] * 3
    assert PackVersion.objects.count() == 4


# -- a restart


def test_after_a_restart_tables_of_two_versions_go_on(shelf, publish, clock):
    old = start(clock)
    play(old, 5)
    shelf.edit(GREY, GREY[:-1] + "4")
    publish()
    new = start(clock)
    play(new, 5)
    hashes = [host.match.hash() for host in (old, new)]
    die_and_start_again()
    again = recovery.recover_matches(clock=clock)
    assert [host.match.hash() for host in again] == hashes
    assert [weight(host.match.game) for host in again] == [1, 4]
    assert again[1].match.game is games.find_game("pebbles")
    for host in again:
        play(host)
        assert host.match.is_over


def test_after_a_restart_what_was_published_is_there_if_the_files_are_spoilt(shelf, publish):
    shelf.edit(GREY, GREY[:-1] + "4")
    publish()
    shelf.edit('"pack":', '"pakc":')
    with mock.patch.object(games.logger, "log_err"):
        die_and_start_again()
        assert weight(games.find_game("pebbles")) == 4
        assert games.mistakes()


@pytest.mark.parametrize(
    ("old", "new", "goes_on"),
    [
        ('"version": "1.0"', '"version": "1.1"', True),
        ('"zh": "灰石"', '"zh": "青石"', True),
        (GREY, GREY[:-1] + "4", False),
        ('"top": 3', '"top": 2', False),
    ],
)
def test_a_match_whose_content_is_gone_goes_on_where_all_it_plays_is_the_same(
    shelf, publish, clock, old, new, goes_on
):
    host = start(clock)
    with mock.patch("world.play.hosting.storing.ANSWERS_PER_SNAPSHOT", 1):
        play(host, 5)
    before = host.match.hash()
    shelf.edit(old, new)
    publish()
    PackVersion.objects.filter(content_hash=host.match.program.hash).update(sources_packed=b"")
    del host
    with mock.patch("world.play.hosting.host.logger.log_err"):
        die_and_start_again()
        again = recovery.recover_matches(clock=clock)
    assert [host.match.hash() for host in again] == ([before] if goes_on else [])
    assert MatchRecord.objects.get().status == ("running" if goes_on else "broken")
