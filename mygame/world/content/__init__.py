"""
Content that is edited while the game runs: the one service behind commands, pages, admin and REST.

`browsing` says what there is, `authoring` keeps what people write, `checking` says what is wrong
with it, `trying` plays matches with it, `pricing` does so while it is written, `reviewing` is its
way to others, `releasing` puts it on the shelf, `exchange` knows the files on disk, `packages`
takes scripts in, `policies` knows who works at a pack, `wording` reads sentences, `places` says
what fits where. Every function checks the rights of `who`, an account, and raises `TableError` for
what a person can do wrong. Those that give a Deferred are called in the reactor's thread. What is
published is rows of `world.models.content`; `world.shelf.published` reads and writes them.

Beside the service: `publishing` makes the next version of a game while people play, `sandbox` and
`scenario_runs` try a piece, `changes` tells what became of a card. May import `world.play` and what
is below. Begin with `authoring`.
"""

from rules.pack.pieces import Piece
from world.content.authoring import (
    draft_numbered,
    drafts_beside,
    drafts_of,
    drop_draft,
    own_draft,
    save_draft,
    with_companions,
)
from world.content.browsing import (
    entry_addresses,
    find_piece,
    folder_of,
    head_of,
    history_of,
    pack_folders,
    piece_or_none,
    publications_of,
    section_names,
    text_difference,
)
from world.content.browsing import pieces_named as pieces
from world.content.checking import check_draft, check_text
from world.content.exchange import (
    State,
    archive_pack,
    export_pack,
    install_pack,
    state_of,
    take_side,
)
from world.content.naming import draft_name
from world.content.packages import Delivered, has_packages, is_pack, take_packages
from world.content.places import describe_place
from world.content.policies import Policy, policy_of, set_policy
from world.content.pricing import Pricing, price_text, pricing_of
from world.content.releasing import publish_drafts, publish_files, rollback
from world.content.reviewing import (
    approve_draft,
    rebase_draft,
    retire_piece,
    send_back,
    submit_draft,
    text_now,
)
from world.content.trying import await_trial, figures_so_far, has_trial, progress_of
from world.content.trying import resume_trials as resume_trials
from world.content.trying import start as start_trial
from world.content.wording import (
    card_text,
    complete_sentence,
    free_entry_id,
    learn_games,
    new_card_id,
    pack_with,
    prepare_sentences,
    propose_sentence,
    read_sentence,
    slug_of,
)

__all__ = [
    "Delivered",
    "Piece",
    "Policy",
    "Pricing",
    "State",
    "approve_draft",
    "archive_pack",
    "await_trial",
    "card_text",
    "check_draft",
    "check_text",
    "complete_sentence",
    "describe_place",
    "draft_name",
    "draft_numbered",
    "drafts_beside",
    "drafts_of",
    "drop_draft",
    "entry_addresses",
    "export_pack",
    "figures_so_far",
    "find_piece",
    "folder_of",
    "free_entry_id",
    "has_packages",
    "has_trial",
    "head_of",
    "history_of",
    "install_pack",
    "is_pack",
    "learn_games",
    "new_card_id",
    "own_draft",
    "pack_folders",
    "pack_with",
    "piece_or_none",
    "pieces",
    "policy_of",
    "prepare_sentences",
    "price_text",
    "pricing_of",
    "progress_of",
    "propose_sentence",
    "publications_of",
    "publish_drafts",
    "publish_files",
    "read_sentence",
    "rebase_draft",
    "resume_trials",
    "retire_piece",
    "rollback",
    "save_draft",
    "section_names",
    "send_back",
    "set_policy",
    "slug_of",
    "start_trial",
    "state_of",
    "submit_draft",
    "take_packages",
    "take_side",
    "text_difference",
    "text_now",
    "with_companions",
]
