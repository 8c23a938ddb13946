"""
Content that is edited while the game runs: the one service behind commands, pages, admin and REST.

`browsing` says what there is, `authoring` keeps what people write, `checking` says what is wrong
with it, `trying` plays matches with it, `reviewing` is its way to others, `releasing` puts it on
the shelf. Every function checks the rights of `who`, an account, and raises `TableError` for what
a person can do wrong. Those that give a Deferred are called in the reactor's thread. What is
published is rows of `world.content_models`; `world.heads` reads and writes them.
"""

from rules.pack.pieces import Piece
from world.content.authoring import draft, drafts, drop, numbered, save_draft
from world.content.browsing import (
    difference,
    folder_of,
    folders,
    head,
    history,
    piece,
    publications,
)
from world.content.browsing import pieces_named as pieces
from world.content.checking import check, check_text
from world.content.releasing import publish, rollback
from world.content.reviewing import approve, rebase, retire, send_back, submit
from world.content.trying import trial

__all__ = [
    "Piece",
    "approve",
    "check",
    "check_text",
    "difference",
    "draft",
    "drafts",
    "drop",
    "folder_of",
    "folders",
    "head",
    "history",
    "numbered",
    "piece",
    "pieces",
    "publications",
    "publish",
    "rebase",
    "retire",
    "rollback",
    "save_draft",
    "send_back",
    "submit",
    "trial",
]
