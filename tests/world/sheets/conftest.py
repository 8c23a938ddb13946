"""The games `bazaar` and `shop` on the shelf, people with sheets, and matches that they begin."""

from pathlib import Path

import pytest

from rules.pack import load_pack
from world.play.hosting.host import MatchHost
from world.play.hosting.seating import Sitter
from world.sheets import opening
from world.shelf import games

PACKS = Path(__file__).parents[1] / "packs"
BAZAAR = PACKS / "bazaar"


@pytest.fixture(scope="session")
def loaded_bazaar():
    return load_pack(BAZAAR)


@pytest.fixture
def bazaar(loaded_bazaar):
    """The pack, the only one on the shelf."""
    yield from alone_on_shelf(loaded_bazaar)


@pytest.fixture(scope="session")
def loaded_shop():
    return load_pack(PACKS / "shop")


@pytest.fixture
def shop(loaded_shop):
    """The pack, the only one on the shelf."""
    yield from alone_on_shelf(loaded_shop)


def alone_on_shelf(pack):
    games.forget()
    games._shelf = {}
    games.put_on_shelf(pack)
    yield pack
    games.forget()


@pytest.fixture
def person(django_user_model):
    """`person("ann")`: an account."""
    return lambda name: django_user_model.objects.create_user(name, password="none")


@pytest.fixture
def ann(person):
    return person("ann")


@pytest.fixture
def bob(person):
    return person("bob")


@pytest.fixture
def begin(clock):
    """`begin(pack, ann, bob, None)`: a match of these people (None: nobody's seat)."""

    def begin(pack, *accounts, seed=7, **options) -> MatchHost:
        people = [(each, each.username if each is not None else "nobody") for each in accounts]
        loans = opening.open_sheets(pack, people)
        sitters = [
            Sitter(name, account, loan=loan)
            for (account, name), loan in zip(people, loans, strict=True)
        ]
        nobody = opening.brought_by_nobody(pack)
        options["bring"] = [loan.brought if loan is not None else nobody for loan in loans]
        return MatchHost.start(pack, sitters, clock=clock, seed=seed, pace=0, options=options)

    return begin


@pytest.fixture
def act():
    """`act(host, "give", "pay", ...)`: whoever is asked does these, one after the other."""

    def act(host, *words):
        for word in words:
            choice = host.match.pending[0]
            place = next(i for i, option in enumerate(choice.options) if option.word == word)
            host.answer(choice.seat, (place,))

    return act


@pytest.fixture
def finish():
    """`finish(host)`: all pass until it is over."""

    def finish(host):
        while not host.match.is_over:
            choice = host.match.pending[0]
            host.answer(choice.seat, choice.default)

    return finish
