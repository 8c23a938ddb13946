"""
What the database keeps: the tables of the Django application `world`, each with a row's own sense.

May import `world.locale` and the rules. What is done with the rows is done on the floors above.
Begin with `games`: versions of packs, matches, their seats and journals.
"""

from world.models.audit import StaffAct
from world.models.content import Draft, PackPolicy, Publication, Revision
from world.models.deeds import Deed
from world.models.failures import FailedAction
from world.models.games import (
    JournalEntry,
    MatchRecord,
    MatchSeat,
    PackVersion,
    PlayerRecord,
    SavedDeck,
    Snapshot,
)
from world.models.moderation import Ban, Mute
from world.models.news import News
from world.models.push import PushSubscription
from world.models.sheets import Entry, Place, Sheet, Stake, Thing
from world.models.social import Friend, Ignore, Letter, Report
from world.models.tokens import Token
from world.models.wishes import Wish

__all__ = [
    "Ban",
    "Deed",
    "Draft",
    "Entry",
    "FailedAction",
    "Friend",
    "Ignore",
    "JournalEntry",
    "Letter",
    "MatchRecord",
    "MatchSeat",
    "Mute",
    "News",
    "PackPolicy",
    "PackVersion",
    "Place",
    "PlayerRecord",
    "Publication",
    "PushSubscription",
    "Report",
    "Revision",
    "SavedDeck",
    "Sheet",
    "Snapshot",
    "StaffAct",
    "Stake",
    "Thing",
    "Token",
    "Wish",
]
