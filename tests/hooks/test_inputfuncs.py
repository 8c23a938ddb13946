"""What clients may call by name: asking for the state of a match as data, whatever they send."""

from types import SimpleNamespace

import pytest
from evennia.server.portal.gmcp_utils import decode_gmcp

from hooks import inputfuncs
from world.render import oob


class Session(SimpleNamespace):
    """Somebody who has not logged in."""

    __hash__ = object.__hash__

    def __init__(self):
        super().__init__(protocol_flags={}, synced=0, puppet=None)

    def update_flags(self, **flags):
        self.protocol_flags.update(flags)
        self.synced += 1

    def get_puppet(self):
        return None

    def msg(self, **messages):
        assert set(messages) == {"chrono_lobby"}  # what is offered, to whoever asks


def call(session, message):
    """As Evennia does with a GMCP message."""
    ((name, (args, kwargs)),) = decode_gmcp(message).items()
    getattr(inputfuncs, name)(session, *args, **kwargs)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("messages", "wanted"),
    [
        ([], False),
        (['Core.Supports.Set ["Char 1", "Room 1"]'], False),
        (['Core.Supports.Set ["Char 1", "Chrono 3"]'], True),
        (['Core.Supports.Set ["Card 2"]'], False),  # messages of that version are no more
        (['Core.Supports.Add ["chrono"]'], True),
        (['Core.Supports.Set ["Chrono 3"]', 'Core.Supports.Add ["Room 1"]'], True),
        (['Core.Supports.Set ["Chrono 3"]', 'Core.Supports.Remove ["Chrono"]'], False),
        (['Core.Supports.Set ["Chrono 3"]', 'Core.Supports.Set ["Room 1"]'], False),
        (["Chrono.Subscribe"], True),
        (["Chrono.Subscribe {}", "Chrono.Unsubscribe"], False),
    ],
)
def test_a_client_says_what_it_wants(pebbles, messages, wanted):
    session = Session()
    for message in messages:
        call(session, message)
    assert oob.wants_data(session) == wanted


@pytest.mark.parametrize(
    "message",
    [
        "Core.Supports.Set",
        'Core.Supports.Set [[[]], 7, null, {}, "", "  "]',
        'Core.Supports.Set {"Chrono": 1}',
        "Core.Supports.Remove \x1b[2J",
        'Core.Supports.Add "Chronometer"',
        "Chrono.Unsubscribe [9]",
        'Chrono.Again {"session": 1}',
    ],
)
def test_junk_before_the_login_is_nothing(message):
    session = Session()
    call(session, message)
    assert not oob.wants_data(session)
    assert not session.synced
