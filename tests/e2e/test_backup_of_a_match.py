"""A match is backed up in the middle, goes on, and is restored: the same prompt is there again."""

import subprocess
import sys

import pytest

from e2e.at_the_table import Inspector, next_prompt
from e2e.harness import ROOT


def backup(game, *arguments: str, check: bool = True):
    """What `make backup` and `make restore` do."""
    return subprocess.run(
        [sys.executable, "-m", "server.backup", *arguments],
        cwd=ROOT,
        env=game.environment(),
        capture_output=True,
        text=True,
        check=check,
    )


@pytest.mark.timeout(900)
def test_a_match_restored_from_a_backup_asks_what_it_asked_then(game):
    ann = game.player("Archive")
    ann.send("open race", "bot random", "start")
    for _ in range(2):
        next_prompt(ann)
        ann.send("1")
    next_prompt(ann)
    then = Inspector(game).tables("Archive")
    archive = backup(game, "make").stdout.split()[0]
    ann.send("1")
    next_prompt(ann)
    game.player("Lateborn")  # made after the backup, so gone with it
    refused = backup(game, "restore", archive, check=False)
    assert refused.returncode == 1
    assert "make stop" in refused.stderr
    game.stop()
    assert "Restored" in backup(game, "restore", archive).stdout
    game.start()
    ann = game.client()
    ann.expect("Chrono Wizard")
    ann.send("connect Archive correct-horse")
    next_prompt(ann)
    assert Inspector(game).tables("Archive") == then
    ann.send("1")
    next_prompt(ann)
    game.player("Lateborn")  # the name is free again
