"""
Content that is edited while the game runs: the one service behind commands, pages, admin and REST.

`browsing` says what there is, `authoring` keeps what people write, `checking` says what is wrong
with it, `trying` plays matches with it, `reviewing` is its way to others, `releasing` puts it on
the shelf, `exchange` knows the files on disk, `wording` reads sentences. Every function checks the
rights of `who`, an account, and raises `TableError` for what a person can do wrong. Those that give
a Deferred are called in the reactor's thread. What is published is rows of `world.content_models`;
`world.heads` reads and writes them.
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
from world.content.exchange import State, archive, export, install, state, take
from world.content.releasing import publish, publish_files, rollback
from world.content.reviewing import approve, now, rebase, retire, send_back, submit
from world.content.trying import is_tried, trial
from world.content.wording import (
    card_text,
    complete_sentence,
    new_card_id,
    pack_with,
    prepare_sentences,
    read_sentence,
)

__all__ = [
    "Piece",
    "State",
    "approve",
    "archive",
    "card_text",
    "check",
    "check_text",
    "complete_sentence",
    "difference",
    "draft",
    "drafts",
    "drop",
    "export",
    "folder_of",
    "folders",
    "head",
    "history",
    "install",
    "is_tried",
    "new_card_id",
    "now",
    "numbered",
    "pack_with",
    "piece",
    "pieces",
    "prepare_sentences",
    "publications",
    "publish",
    "publish_files",
    "read_sentence",
    "rebase",
    "retire",
    "rollback",
    "save_draft",
    "send_back",
    "state",
    "submit",
    "take",
    "trial",
]
