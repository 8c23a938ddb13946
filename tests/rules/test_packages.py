"""
Packages in Lua as the manual of the open client has them (seed 001): its listings load as they are
printed, and play. `tests/packages` has what they see, and a package of them.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from rules.pack import load_pack
from rules.running.match import Match
from rules.running.scripts import SCRIPT

ROOT = Path(__file__).parents[2]
MATCHES = int(os.environ.get("MATCHES") or 3)
SEATS, ANSWERS = 5, 250


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    folder = tmp_path_factory.mktemp("packs")
    (folder / "kingdoms").symlink_to(ROOT / "mygame" / "world" / "packs" / "kingdoms")
    (folder / "kingdoms_packages").symlink_to(ROOT / "tests" / "packages" / "kingdoms_packages")
    return load_pack(folder / "kingdoms_packages")


def played(pack, seed, between=lambda match: match):
    """
    The hashes of a match at its choices, of random answers: generals of packages are taken where
    they are offered. It goes on from `between` of it.
    """
    match, dice = Match.new(pack, SEATS, seed), Random(seed)
    hashes, waits = [], 0
    for _ in range(ANSWERS):
        if match.is_over:
            break
        hashes.append(match.hash())
        waits += any(code is SCRIPT for code, _, _ in match.stack)
        match = between(match)
        choice = match.choices[0]
        picks = dice.sample(
            range(len(choice.options)), dice.randint(choice.minimum, choice.maximum)
        )
        ids = [match.card_id(option.entity) or "" for option in choice.options]
        ours = [at for at, each in enumerate(ids) if each.startswith("moligaloo.general")]
        match.answer(choice.seat, ours[:1] if ours and choice.minimum else picks)
    return hashes, waits


def test_listings_of_the_manual_become_generals_and_skills(pack):
    known = pack.declarations.catalogue.definitions
    assert {name for name in known if name.startswith("moligaloo.")} == {
        *("moligaloo.general.shiqian", "moligaloo.general.yuanshu"),
        *("moligaloo.general.zhangjiao2", "moligaloo.card.lualeiji", "moligaloo.skill.lualeiji"),
        *("moligaloo.skill.shentou", "moligaloo.skill.yongsi", "moligaloo.skill.luajianxiong"),
        "moligaloo.skill.luamashu",
    }
    assert known["moligaloo.skill.shentou"].name == {"zh": "神偷", "en": "shentou (神偷)"}


def test_matches_with_packages_go_on_wherever_they_are_taken_up(pack):
    """Cloned, and saved and loaded into another state of Lua, before each answer."""

    def loaded(match):
        pack.program.scripts._local.state = None
        return Match.load(pack, match.save())

    waited = 0
    for seed in range(MATCHES):
        hashes, waits = played(pack, seed)
        waited += waits
        assert played(pack, seed, lambda match: match.clone(keep=True))[0] == hashes
        assert played(pack, seed, loaded)[0] == hashes
    assert waited
