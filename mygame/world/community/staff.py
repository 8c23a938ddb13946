"""
What staff (builders and above) is told by itself: which games have mistakes in their files, and
which files have changed on disk and were published otherwise as well.

`watch_staff()` begins it when the Server starts: whoever is there is told then, others when they
log in.
"""

from __future__ import annotations

from typing import Any

import evennia
from evennia.server.signals import SIGNAL_ACCOUNT_POST_LOGIN
from twisted.internet import reactor

from rules.ground.width import wrap
from world.locale.messages import escape_colours
from world.locale.reader import reader_of
from world.shelf import games

LINES = 8  # of mistakes; the log has all


def watch_staff() -> None:
    """Tell staff from now on; those who have stayed connected over a restart at once."""
    SIGNAL_ACCOUNT_POST_LOGIN.connect(_tell_on_login, dispatch_uid="chrono_staff")
    # The connections are handed over right after the Server has started.
    reactor.callLater(0, tell_everybody)


def tell_everybody() -> None:
    """Tell all of the staff who are connected."""
    for account in evennia.SESSION_HANDLER.all_connected_accounts():
        tell_staff(account)


def tell_staff(account: Any) -> None:
    """Tell somebody what has to be mended or decided, if they can."""
    if not account.check_permstring("Builder"):
        return
    if games.mistakes():
        account.msg("\n".join(mistake_lines(account)))
    if games.undecided_files():
        account.msg("\n".join(undecided_lines(account)))


def undecided_lines(who: Any) -> list[str]:
    """Which files wait for a decision, and how it is made."""
    reader = reader_of(who)
    lines = []
    for folder, places in games.undecided_files().items():
        told = reader.say(
            "staff.undecided", game=folder, files=reader.join_names(map(escape_colours, places))
        )
        lines += wrap(told, reader.width)
    return lines


def mistake_lines(who: Any) -> list[str]:
    """Which games have mistakes, in which place, and what is offered meanwhile."""
    reader, shelf = reader_of(who), {pack.folder for pack in games.games_by_id().values()}
    kept = [folder for folder in games.mistakes() if folder in shelf]
    gone = [folder for folder in games.mistakes() if folder not in shelf]
    lines = []
    for key, folders in (("kept", kept), ("gone", gone)):
        if folders:
            lines += wrap(
                reader.say(f"staff.games_{key}", names=reader.join_names(folders)), reader.width
            )
    for mistake in games.mistakes_told(LINES):
        lines += wrap(escape_colours(mistake), reader.width, indent="  ", first="  ")
    return [*lines, *wrap(reader.say("staff.mend"), reader.width)]


def _tell_on_login(sender: Any, **kwargs: Any) -> None:
    tell_staff(sender)
