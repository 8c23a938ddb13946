"""
Content that is edited while the game runs: the one service behind commands, pages, admin and REST.

`browsing` says what there is, `authoring` keeps what people write, `checking` says what is wrong
with it, `trying` plays matches with it, `reviewing` is its way to others, `releasing` puts it on
the shelf, `exchange` knows the files on disk, `policies` who works at a pack, `wording` reads
sentences, `places` says what fits where. Every function checks the rights of `who`, an account, and
raises `TableError` for what a person can do wrong. Those that give a Deferred are called in the
reactor's thread. What is published is rows of `world.models.content`; `world.shelf.published` reads
and writes them.

Beside the service: `publishing` makes the next version of a game while people play, `sandbox` and
`scenario_runs` try a piece, `changes` tells what became of a card. May import `world.play` and what
is below. Begin with `authoring`.
"""

from rules.pack.pieces import Piece
from world.content.authoring import draft, drafts, drop, numbered, save_draft
from world.content.browsing import (
    addresses,
    difference,
    folder_of,
    folders,
    head,
    history,
    piece,
    publications,
    sections,
)
from world.content.browsing import pieces_named as pieces
from world.content.checking import check, check_text
from world.content.exchange import State, archive, export, install, state, take
from world.content.places import place
from world.content.policies import Policy, policy, set_policy
from world.content.releasing import publish, publish_files, rollback
from world.content.reviewing import approve, now, rebase, retire, send_back, submit
from world.content.trying import is_tried, progress_of, trial
from world.content.trying import resume as resume_trials
from world.content.trying import start as start_trial
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
    "Policy",
    "State",
    "addresses",
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
    "place",
    "policy",
    "prepare_sentences",
    "progress_of",
    "publications",
    "publish",
    "publish_files",
    "read_sentence",
    "rebase",
    "resume_trials",
    "retire",
    "rollback",
    "save_draft",
    "sections",
    "send_back",
    "set_policy",
    "start_trial",
    "state",
    "submit",
    "take",
    "trial",
]
