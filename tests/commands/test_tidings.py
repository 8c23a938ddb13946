"""What hall and world hear of each other."""

import pytest
from scenes_at_market import put_on_shelf, scene

from rules.pack import load_pack
from typeclasses import rooms
from typeclasses.worldbuilding import build_outside
from world.models import Deed, Sheet
from world.play.deeds import latest_deeds
from world.shelf import games


@pytest.fixture
def square(hall):
    """The place outside of a tiny pack, and Ivo in it."""
    for name in ("stall", "pebbles", "parlour"):
        put_on_shelf(name)
    build_outside()
    return rooms.Place.named("square")


@pytest.fixture
def ann(square, person):
    somebody = person("Ann")
    somebody.character.move_to(square, quiet=True)
    return somebody


@pytest.fixture
def ben(person):
    return person("Ben")


def win(somebody, clock, line="challenge ivo for 5"):
    """Win a match against Ivo."""
    Sheet.objects.get_or_create(
        realm="stall", account=somebody.account, defaults={"fields": {"coins": 50}}
    )
    somebody.type(line)
    for _ in range(20):
        clock.advance(5)
        if scene(somebody) is None:
            return
        choice = scene(somebody).match.choice_of(0)
        somebody.type("none" if choice.prompt == "gift" else "1")


def test_who_stands_at_a_place_of_a_pack_is_challenged_there(ann):
    assert "Cards are played here, by Ivo" in ann.type("look")
    assert "Play a stone" in ann.type("challenge ivo")


def test_the_hall_hears_that_somebody_has_won_coins(ann, ben, clock):
    win(ann, clock)
    assert "Told outside: Ann has won 5 coins of Ivo, at Pebbles." in ben.type("look")
    assert "Ann has won 5 coins of Ivo" in ben.type("rumours")


def test_a_match_for_nothing_is_no_deed(ann, ben, clock):
    win(ann, clock, "challenge ivo")
    assert "Told outside" not in ben.type("look")
    assert "Nobody tells of anything" in ben.type("rumours")


def test_the_hall_hears_lines_of_the_log_that_a_game_wants_told(ann, ben):
    games._shelf["stall"].board["news"] = ["news"]
    try:
        keeper_scene(ann)
        ann.type("gossip")
        assert not Deed.objects.exists()  # not before it is over
        ann.type("goodbye")
    finally:
        del games._shelf["stall"].board["news"]
    deed = Deed.objects.get()
    assert deed.account == ann.account
    assert (deed.text_en, deed.text_zh) == (
        "Ann: The keeper says: nothing new.",
        "Ann: 掌柜说：没什么新鲜事。",
    )
    assert "Told outside: Ann: The keeper says" in ben.type("look")


def keeper_scene(somebody):
    """A scene of the stall where somebody stands."""
    from evennia.utils.create import create_object

    place = somebody.character.location
    keeper = create_object("typeclasses.objects.Object", key="keeper", location=place)
    keeper.attributes.add("scene", "stall")
    somebody.type("visit keeper")


def test_what_is_older_than_a_day_is_told_no_more(ann, ben, clock):
    win(ann, clock)
    Deed.objects.update(at="2020-01-01T00:00Z")
    assert latest_deeds(5) == []
    assert "Told outside" not in ben.type("look")


def test_the_roll_of_the_dead_says_who_when_where_and_how(ann, ben):
    assert "Nobody has died yet." in ben.type("fallen")
    keeper_scene(ann)
    ann.type("goodbye")
    sheet = Sheet.objects.get(realm="stall")
    seat = sheet.seats.get()
    seat.returns = {"dies": 1}
    seat.save()
    Sheet.objects.update(alive=False)
    Deed.objects.create(
        account=ann.account, match=seat.match, message="dies", text_en="Ann is dead.", text_zh="x"
    )
    told = ben.type("fallen")
    assert "The roll of the dead  1/1" in told
    assert "Ann is dead." in told
    assert "keeper" in told
    assert seat.match.ended_at.strftime("%Y-%m") in told
    assert "Ann is dead." in ben.type("fallen 7")  # the last page there is


def test_the_roll_of_the_dead_takes_as_many_queries_for_many_as_for_one(
    ann, ben, django_user_model, django_assert_max_num_queries
):
    for number in range(30):
        account = django_user_model.objects.create_user(f"dead{number}")
        Sheet.objects.create(realm="stall", account=account, alive=False)
    from world.play.fallen import roll_of_the_dead

    with django_assert_max_num_queries(4):
        found, pages = roll_of_the_dead(2)
    assert (len(found), pages) == (12, 3)


def test_outside_one_hears_of_a_table_that_lacks_people_and_sits_down_there(ann, ben):
    ben.type("open pebbles players 3")
    told = ann.type("look")
    assert "In the hall, table 1 (Pebbles) lacks 2: sit goes there." in told
    ann.type("sit")
    assert ann.character.table is not None
    assert ann.character.location == ann.character.table
    assert ben.character.table.seat_of(ann.character) == 1


def test_who_sits_down_from_outside_without_a_table_stays(square, ann):
    assert "No table in the hall waits" in ann.type("sit")
    assert "There is no table 7" in ann.type("sit 7") or "7" in ann.type("sit 7")
    assert ann.character.location == square


def test_nobody_sits_down_out_of_a_match_for_coins(ann, ben, clock):
    Sheet.objects.create(realm="stall", account=ann.account, fields={"coins": 50})
    ben.type("open pebbles players 3")
    ann.type("challenge ivo for 5")
    ann.type("sit")
    ann.type("join 1")
    assert scene(ann) is not None
    assert ann.character.table is None


@pytest.mark.parametrize("board", [{"news": ["gnus"]}, {"reached": "coin"}])
def test_what_is_told_is_checked(tmp_path, board):
    import json
    import shutil
    from pathlib import Path

    folder = tmp_path / "stall"
    shutil.copytree(Path(__file__).parents[1] / "world" / "packs" / "stall", folder)
    (folder / "zz.json5").write_text(json.dumps({"board": board}))
    with pytest.raises(Exception, match=r"gnus|did you mean"):
        load_pack(folder)
