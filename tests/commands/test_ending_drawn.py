"""The end of a match for clients that draw: whose it was, what is known of it, and coming back."""

import pytest
from data_client import Drawing

from world.models import MatchRecord


def begun(ann, ben):
    """A table at which both play."""
    ann.type("open pebbles players 2")
    table = ann.character.location
    ben.type(f"join {table.number}")
    ben.type("ready")
    table.start(seed=3)
    return table


@pytest.fixture
def ended(person, pebbles, clock):
    """Ann and Ben have played; both draw."""
    ann, ben = person("Ann"), person("Ben")
    clients = [Drawing(ann), Drawing(ben)]
    for client in clients:
        client.ask("subscribe")
    table = begun(ann, ben)
    while not table.match.is_over:
        choice = table.match.choices[0]
        table.host.answer(choice.seat, tuple(range(choice.minimum)))
    return clients, table


def last(client, name):
    return [told for each, told in client.seen if each == name][-1]


def test_both_read_their_own_end_at_once_and_more_of_it_later(ended):
    clients, _ = ended
    over = [last(client, "chrono_over")["ending"] for client in clients]
    assert [data["you"] for data in over] == [0, 1]
    assert {data["result"] for data in over} <= {"won", "lost", "drew"}
    assert all(data["curve"] is None for data in over)
    whole = last(clients[0], "chrono_summary")["ending"]
    assert [place["seat"] for place in whole["places"]] == [
        place["seat"] for place in over[0]["places"]
    ]


def test_coming_back_tells_the_end_again(ended):
    (ann, _), _ = ended
    first = last(ann, "chrono_summary")
    ann.seen.clear()
    ann.ask("again")
    assert last(ann, "chrono_over")["match"] == MatchRecord.objects.get().pk
    assert last(ann, "chrono_summary") == first


def test_it_is_told_again_where_the_match_is_in_the_database_alone(ended):
    (ann, _), table = ended
    table._forget_match()
    ann.seen.clear()
    ann.ask("again")
    assert ann.names()[:2] == ["chrono_over", "chrono_summary"]


def test_who_did_not_play_is_not_told_of_a_match_before_their_time(ended, person):
    _, table = ended
    cem = Drawing(person("Cem"))
    cem.ask("subscribe")
    cem.person.type(f"watch {table.number}")
    assert cem.person.character.location == table
    cem.ask("again")
    assert "chrono_over" not in cem.names()


def test_who_gave_up_reads_that(person, pebbles, clock):
    ann, ben = person("Ann"), person("Ben")
    drawing, other = Drawing(ann), Drawing(ben)
    for client in (drawing, other):
        client.ask("subscribe")
    table = begun(ann, ben)
    table.host.concede(0)
    while not table.match.is_over:
        choice = table.match.choices[0]
        table.host.answer(choice.seat, tuple(range(choice.minimum)))
    assert last(drawing, "chrono_over")["ending"]["result"] == "conceded"
    told = last(other, "chrono_over")["ending"]
    assert told["notes"] == ["Gave up: Ann."]
