"""Who is out of a match talks to others who are, and to spectators, until it is over."""

import pytest

from typeclasses.tables import Table


@pytest.fixture
def table(person, clock, monkeypatch, hall):
    """Ann, Ben and Cem play; Eve looks on. Seats in `out` are out of the match."""
    from chrono_table import chrono

    monkeypatch.setitem(chrono().board, "out", {"alive": ["0"]})
    people = [person(name) for name in ("Ann", "Ben", "Cem", "Eve")]
    ann, *others, eve = people
    ann.type("open chrono players 3")
    table = ann.character.location
    for other in others:
        other.type(f"join {table.number}")
        other.type("ready")
    ann.type("start")
    eve.type(f"watch {table.number}")
    out = set()
    views = table.host.views
    public = views.public

    def with_life():
        seen = public()
        players = [
            {**each, "fields": {**each["fields"], "alive": int(each["seat"] not in out)}}
            for each in seen["players"]
        ]
        return {**seen, "players": players}

    monkeypatch.setattr(views, "public", with_life)
    return table, out, people


def heard(people, words):
    return [each.character.key for each in people if words in each.told()]


def test_the_living_talk_to_everybody(table):
    table, out, people = table
    out.add(1)
    people[0].type("say hello there")
    assert heard(people, "hello there") == ["Ann", "Ben", "Cem", "Eve"]


def test_who_is_out_is_heard_by_who_is_out_and_who_watches(table):
    table, out, people = table
    out.update((0, 1))
    people[0].type("say it was the rebel")
    assert heard(people, "it was the rebel") == ["Ann", "Ben", "Eve"]
    assert heard(people, "Ann (out of the game): it was") == ["Ann", "Ben", "Eve"]
    people[1].type("emote points at Cem")
    assert heard(people, "points at Cem") == ["Ann", "Ben", "Eve"]


def test_who_is_out_tells_nothing_to_who_plays(table):
    table, out, people = table
    out.add(0)
    assert "Cem still plays" in people[0].type("tell Cem beware of Ben")
    assert heard(people, "beware") == []
    people[2].type("tell Ann good game")
    assert "good game" in people[0].told()
    people[0].type("tell Eve watch Ben")
    assert "watch Ben" in people[3].told()


def test_who_has_given_up_hears_who_is_out(table):
    table, out, people = table
    out.add(0)
    people[2].type("concede yes")
    people[0].type("say it was Ben")
    assert heard(people, "it was Ben") == ["Ann", "Cem", "Eve"]


def test_the_owner_can_let_who_is_out_talk_to_all(table):
    table, out, people = table
    out.add(0)
    table.attributes.add("options", {**table.options, "outTalk": True})
    people[0].type("say it was Ben")
    assert heard(people, "it was Ben") == ["Ann", "Ben", "Cem", "Eve"]


def test_the_option_is_there_where_the_game_says_who_is_out(table, person):
    assert table[0].options["outTalk"] is False
    assert isinstance(table[0], Table)


def test_after_the_match_everybody_talks_to_everybody(table):
    table, out, people = table
    out.add(0)
    for each in people[:2]:
        each.type("concede yes")
    if table.state == "playing":
        people[2].type("concede yes")
    people[0].type("say good game")
    assert heard(people, "good game") == ["Ann", "Ben", "Cem", "Eve"]
