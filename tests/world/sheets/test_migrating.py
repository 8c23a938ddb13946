"""A publication changes no sheet but by its migration, which is tried on all of them before."""

from functools import partial
from types import SimpleNamespace
from unittest import mock

import pytest
from shelved import edit

from rules.pack import load_pack
from rules.pack.publisher import Put
from world.content import publishing
from world.errors import TableError
from world.models import Entry, Sheet, Thing
from world.sheets import migrating
from world.sheets.opening import open_sheets
from world.shelf import games, retiring
from world.shelf.published import NOBODY

from .books import check_books
from .conftest import BAZAAR

pytestmark = pytest.mark.django_db

VERSION = '"version": "1.0",'
STEP = {
    "2": '{"rename": {"luck": "fortune", "gems": "jewels"}, "add": {"fame": 2}}',
    "3": '{"values": {"guild": {"red": "crimson"}}, "add": {"title": "none"}}',
}


@pytest.fixture
def changed(tmp_path):
    """`changed(old, new, ...)`: the game with other texts."""

    def changed(*pairs):
        text = (BAZAAR / "pack.json5").read_text(encoding="utf-8")
        for old, new in zip(pairs[::2], pairs[1::2], strict=True):
            assert old in text
            text = text.replace(old, new)
        folder = tmp_path / f"n{len(list(tmp_path.iterdir()))}" / "bazaar"
        folder.mkdir(parents=True)
        (folder / "pack.json5").write_text(text, encoding="utf-8")
        return load_pack(folder)

    return changed


RENAMED = (
    *(VERSION, f'{VERSION} "migrate": {{"2": {STEP["2"]}, "3": {STEP["3"]}}},'),
    *('"luck": {"type"', '"fame": {"type": "number"}, "fortune": {"type"'),
    *('"luck": "{it.lucky}"', '"fortune": "{it.lucky}"'),
    *('"gems": {"type"', '"jewels": {"type"'),
    *('"gems": {"gains"', '"jewels": {"gains"'),
    *('["none", "red", "blue"]}},', '["none", "crimson", "blue"]}},'),
    *(
        '"guild": {"type": ["none", "red", "blue"]},\n  },\n  "return"',
        '"guild": {"type": ["none", "crimson", "blue"]}, "title": {"type": ["none", "sir"]},\n'
        '  },\n  "return"',
    ),
)
RENAMED = RENAMED[:10] + RENAMED[12:]


def own(account):
    return Sheet.objects.get(account=account)


def last_problems(pack):
    *_, told = migrating.problems_with(pack)
    return told


def test_fields_are_renamed_and_added_step_by_step(bazaar, ann, begin, act, finish, changed):
    host = begin(bazaar, ann, rounds=2)
    act(host, "dig", "dig")
    fields = own(ann).fields | {"guild": "red"}
    Sheet.objects.update(fields=fields)
    pack = changed(*RENAMED)
    assert last_problems(pack) == []
    (loan,) = open_sheets(pack, [(ann, "Ann")])
    after = {"coins": 20, "fortune": 5, "fame": 2, "guild": "crimson", "title": "none"}
    assert own(ann).fields == after
    assert own(ann).version == 3
    assert loan.brought["jewels"] == ["b.gem.opal"] * 2
    assert (loan.brought["fortune"], loan.brought["title"]) == (5, "none")
    assert Entry.objects.filter(what="fortune").count() == 1
    check_books()
    finish(begin(pack, ann))
    with pytest.raises(TableError, match="sheetNewer"):
        open_sheets(bazaar, [(ann, "Ann")])
    assert "of version 3 already, and the game only knows 1" in last_problems(bazaar)[0]


def test_a_match_that_goes_on_ends_as_it_began(bazaar, ann, begin, act, finish, changed):
    host = begin(bazaar, ann, rounds=2)
    pack = changed(*RENAMED)
    with pytest.raises(TableError, match="belongingsAway"):
        open_sheets(pack, [(ann, "Ann")])
    act(host, "dig")
    finish(host)
    assert own(ann).fields["luck"] == 4
    assert open_sheets(pack, [(ann, "Ann")])[0].brought["fortune"] == 4
    check_books()


def test_a_declaration_that_does_not_fit_the_sheets_is_told(bazaar, ann, bob, changed):
    open_sheets(bazaar, [(ann, "Ann"), (bob, "Bob")])
    Sheet.objects.filter(account=bob).update(fields=own(bob).fields | {"guild": "red"})
    fewer = changed(
        '"guild": {"type": ["none", "red", "blue"]},\n  },\n  "return"',
        '"guild": {"type": ["none", "blue"]},\n  },\n  "return"',
    )
    (told,) = last_problems(fewer)
    assert "of bob, guild is one of none, blue, not 'red'" in told
    Sheet.objects.filter(account=bob).update(fields=own(bob).fields | {"guild": 5})
    assert len(last_problems(fewer)) == 1


def test_a_number_that_is_more_than_the_game_takes_now_is_kept(bazaar, ann, changed):
    open_sheets(bazaar, [(ann, "Ann")])
    less = changed('"max": 9, "default": 3', '"max": 2, "default": 1')
    assert last_problems(less) == []
    assert open_sheets(less, [(ann, "Ann")])[0].brought["luck"] == 2
    assert own(ann).fields["luck"] == 3


@pytest.fixture
def shelf(tmp_path, settings):
    """A shelf of one's own with the game; `edit` changes its file."""
    folder = tmp_path / "packs" / "bazaar"
    folder.mkdir(parents=True)
    file = folder / "pack.json5"
    file.write_text((BAZAAR / "pack.json5").read_text(encoding="utf-8"), encoding="utf-8")
    settings.PACK_DIRS = [str(folder.parent)]
    games.forget()
    games.keep_good()
    yield SimpleNamespace(file=file, edit=partial(edit, file))
    games.forget()


@pytest.fixture
def publish(turns):
    def publish():
        results = []
        publishing.publish_game("bazaar").addBoth(results.append)
        turns.run_until(lambda: results)
        return results[0][0]

    with mock.patch.object(publishing.logger, "log_err"):
        yield publish


def test_what_does_not_fit_the_sheets_is_not_published(shelf, publish, ann):
    open_sheets(games.find_game("bazaar"), [(ann, "Ann")])
    Sheet.objects.update(fields=own(ann).fields | {"guild": "red"})
    shelf.edit(
        '["none", "red", "blue"]},\n  },\n  "return"', '["none", "blue"]},\n  },\n  "return"'
    )
    outcome = publish()
    assert not outcome.published
    assert "guild is one of none, blue, not 'red'" in outcome.problems[0]
    shelf.edit(
        VERSION, f'{VERSION} "migrate": {{"2": {{"values": {{"guild": {{"red": "blue"}}}}}}}},'
    )
    assert publish().published
    assert own(ann).version == 1
    (loan,) = open_sheets(games.find_game("bazaar"), [(ann, "Ann")])
    assert (loan.brought["guild"], own(ann).version) == ("blue", 2)


HEIR = """{
  "pack": {"id": "heir", "name": "Heir", "version": "1.0", "inherits": "bazaar"},
  "bring": {"guild": {"type": ["none", "blue"]}},
}"""
LAMP = (
    '{"id": "b.tool.lamp", "count": 0, "name": {"zh": "明灯", "en": "bright lamp"}, "kind": "tool"}'
)


def test_a_game_waits_for_an_heir_whose_declarations_do_not_fit_the_sheets(
    shelf, publish, turns, ann
):
    heir = shelf.file.parents[1] / "heir" / "pack.json5"
    heir.parent.mkdir()
    heir.write_text(HEIR, encoding="utf-8")
    games.forget()
    games.keep_good()
    open_sheets(games.find_game("bazaar"), [(ann, "Ann")])
    Sheet.objects.update(fields=own(ann).fields | {"guild": "red"})
    shelf.edit('"version": "1.0"', '"version": "1.1"')
    told = "guild is one of none, blue, not 'red'"
    outcome = publish()
    assert not outcome.published
    assert outcome.problems[0].startswith("heir/pack.json5")
    assert told in outcome.problems[0]
    assert games.find_game("bazaar").version == "1.0"
    put = Put("bazaar", "card:b.tool.lamp", LAMP)
    results = []
    publishing.publish_pieces("bazaar", [put], NOBODY).addBoth(results.append)
    turns.run_until(lambda: results)
    assert told in results[0].problems[0]
    assert games.find_game("bazaar").version == "1.0"
    heir.write_text(HEIR.replace('"none", "blue"', '"none", "red", "blue"'), encoding="utf-8")
    assert publish().published
    assert games.find_game("heir").version == "1.0"
    assert games.find_game("bazaar").version == "1.1"


def test_a_thing_whose_card_is_gone_stays_and_is_marked(shelf, publish, ann):
    open_sheets(games.find_game("bazaar"), [(ann, "Ann")])
    lamp = Thing.objects.get(kind="b.tool.lamp")
    shelf.edit('"default": ["b.tool.rope", "b.tool.lamp"]', '"default": ["b.tool.rope"]')
    card = '{"id": "b.tool.lamp", "count": 0, "name": {"zh": "灯", "en": "lamp"}, "kind": "tool"},'
    shelf.edit(card, "")
    shelf.edit('"into": "b.tool.lamp"', '"into": "b.tool.rope"')
    assert publish().published
    lamp.refresh_from_db()
    assert (lamp.retired, lamp.sheet) == (True, own(ann))
    (loan,) = open_sheets(games.find_game("bazaar"), [(ann, "Ann")])
    assert [each["kind"] for each in loan.brought["gear"]] == ["b.tool.rope"]
    retiring.mark_things()
    assert Thing.objects.filter(retired=True).count() == 1
    check_books()
