"""People who go down together in tests, at what opens an expedition, and their sheets."""

from evennia.utils.create import create_object
from scenes_at_market import put_on_shelf, scene

from typeclasses.parties import party_of
from world.models import Sheet
from world.play.hosting import registry


def make_mouth(room):
    """What opens an expedition."""
    put_on_shelf("cave")
    mouth = create_object("typeclasses.objects.Object", key="mouth", location=room)
    mouth.aliases.add("洞口")
    mouth.attributes.add("scene", "cave")
    return mouth


def pair(one, *others):
    for other in others:
        one.type(f"party invite {other.character.key}")
        other.type("yes")
    return party_of(one.character)


def go_down(one, *others):
    pair(one, *others)
    one.type("visit mouth")
    for other in others:
        other.type("yes")
    assert scene(one) is not None
    return scene(one)


def tick(clock, seconds):
    for _ in range(seconds):
        clock.advance(1)
        registry.tick_hosts()


def coins(somebody):
    return Sheet.objects.get(account=somebody.account).fields["coins"]
