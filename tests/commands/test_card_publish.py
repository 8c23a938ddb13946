"""Builders and reviewers type a card's way into the game, and back out of it."""

import pytest

from world import content
from world.content import publishing, trying
from world.models import PackPolicy
from world.shelf import games

GREY = "card:t.stone.grey"
PLAYERS = "There is no card"


@pytest.fixture
def file(settings, hall, own_file):
    settings.TRIAL_MATCHES = 20
    return own_file


class Waiting:
    """Somebody who waits for what the processes beside the server say."""

    def __init__(self, person, turns):
        self.person, self.turns, self.account = person, turns, person.account

    def type(self, line):
        self.person.type(line)
        for pool in (publishing.workers, trying.workers):
            self.turns.run_until(
                lambda pool=pool: (
                    not publishing._turn.locked
                    and not any(each.question for each in pool.processes)
                )
            )
        return self.person.told()

    def reads(self, line):
        """What is told as one line."""
        return " ".join(self.type(line).split())


@pytest.fixture
def bob(person, file, turns):
    somebody = person("Bob")
    somebody.account.permissions.add("Builder")
    return Waiting(somebody, turns)


@pytest.fixture
def rita(person, file, turns):
    somebody = person("Rita")
    somebody.account.permissions.add("Reviewer")
    return Waiting(somebody, turns)


def draft_of(somebody, weight=4):
    text = content.find_piece("pebbles", GREY).text
    text = text.replace('"weight": 1', f'"weight": {weight}')
    return content.save_draft(somebody.account, "pebbles", GREY, text, "heavier")


def test_a_card_goes_from_a_draft_to_the_game(bob, rita):
    number = draft_of(bob).pk
    assert f"{number}. {GREY} (pebbles), by Bob: being written." in bob.type("card drafts")
    told = bob.type(f"card diff {number}")
    assert '-{"id": "t.stone.grey", "count": 16' in told
    assert '"weight": 4}' in told
    assert "No mistakes." in bob.type("card check grey stone")
    told = bob.type(f"card submit {number}")
    assert "waits for a review" in told
    assert "[##########----------] 50% Draft" in told
    assert "Tried out in 20 matches" in told
    assert "Strength:" in told
    assert "Nothing waits" in bob.type("card review")
    assert "waits for a review" in rita.type("card review")
    told = rita.reads(f"card review {number}")
    assert "Its author says: heavier" in told
    assert "no failure, nothing endless, no limit hit" in told
    assert "has to be approved" in rita.type(f"card publish {number}")
    assert "approved" in rita.type(f"card approve {number} fine")
    told = rita.type(f"card publish {number}")
    assert "Pebbles is published." in told
    assert "Cards changed (1): grey stone." in told
    assert games.find_game("pebbles").card("t.stone.grey").facts["weight"] == 4
    told = rita.type("card history grey")
    assert told.count("#") == 2
    assert "Rita, from drafts" in told
    first = content.publications_of("pebbles").last().pk
    assert "Pebbles is published." in rita.type(f"card rollback pebbles {first} better")
    assert games.find_game("pebbles").card("t.stone.grey").facts["weight"] == 1
    assert "an older version again" in rita.type("card history pebbles")


def test_in_chinese_too(bob, rita):
    bob.account.language = rita.account.language = "zh"
    number = draft_of(bob).pk
    assert "在写" in bob.type("牌 草稿")
    assert "试打了20局" in bob.type(f"牌 提交{number}")
    assert "已批准" in rita.type(f"牌 批准{number}")
    assert "《石子》已发布。" in rita.type(f"牌 发布{number}")
    assert "Rita，来自草稿" in rita.type("牌 历史")


def test_what_is_wrong_is_told_at_once_with_lines_and_what_may_be_meant(bob):
    text = content.find_piece("pebbles", GREY).text.replace('"weight"', '"wieght"')
    draft = content.save_draft(bob.account, "pebbles", GREY, text)
    told = bob.type(f"card check {draft.pk}")
    assert "line 1, column" in told
    assert "did you mean weight?" in told
    assert "so nothing was done with it" in bob.type(f"card submit {draft.pk}")


def test_a_draft_goes_back_with_a_reason(bob, rita):
    number = draft_of(bob).pk
    bob.type(f"card submit {number}")
    assert "Say why" in rita.type(f"card return {number}")
    assert "goes back to Bob" in rita.type(f"card return {number} too |rheavy")
    told = bob.type(f"card review {number}")
    assert "Rita says: too |heavy" in told  # as it was typed: no colour of hers
    assert "card approve" not in told
    assert "is dropped" in bob.type(f"card drop {number}")
    assert "You have no drafts" in bob.type("card drafts")


def test_nobody_approves_or_publishes_without_the_right(bob, rita, person):
    number = draft_of(bob).pk
    bob.type(f"card submit {number}")
    assert "You have no right to that." in bob.type(f"card approve {number}")
    assert "You have no right to that." in bob.type(f"card publish {number}")
    assert "You have no right to that." in bob.type("card retire grey stone")
    assert "You have no right to that." in bob.type("card rollback pebbles 1")
    ben = person("Ben")
    ben.account.permissions.add("Builder")
    assert "There is no draft" in ben.type(f"card show {number}")
    own = draft_of(rita, 5).pk
    rita.type(f"card submit {own}")
    assert "is your own" in rita.type(f"card approve {own}")


def test_players_read_cards_and_have_none_of_these_words(file, person):
    ann = person("Ann")
    for line in ("card list", "card drafts", "card publish 1", "card show grey"):
        assert "no card" in ann.type(line), line


def test_a_pack_keeps_its_sources_from_builders_who_are_not_its_own(bob, rita):
    PackPolicy.objects.create(folder="pebbles").builders.add(rita.account)
    for line in ("card show grey", "card diff grey", "card history pebbles"):
        assert "You have no right to that." in bob.type(line), line
    assert "in 0 pieces" in bob.type("card find grey")
    assert '"t.stone.grey"' in rita.type("card show grey")


def test_cards_are_listed_found_and_shown(bob):
    told = bob.type("card list pebbles stone")
    assert "grey stone  t.stone.grey" in told
    assert "magnet" not in bob.type("card list pebbles red")
    told = bob.type("card find magnet perform")
    assert "file:pack.json5" in told
    assert "card:t.stone.magnet" in bob.type("card find magnet pull")
    told = bob.type("card show magnet")
    assert "in pebbles/pack.json5, line 44" in told
    assert "Say what to look for" in bob.type("card find")


def test_a_card_is_retired_by_a_draft(rita):
    told = rita.type("card retire red stone: too red")
    assert "takes card:t.stone.red away" in told
    assert "takes it away" in rita.type("card drafts")
