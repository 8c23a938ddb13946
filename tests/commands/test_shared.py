"""The commands of all people are the same ones, and nobody notices."""

import inspect

import pytest
from evennia.commands.cmdhandler import CMD_NOMATCH
from evennia.commands.cmdset import CmdSet
from evennia.commands.command import Command

from commands.default_cmdsets import (
    AccountCmdSet,
    CharacterCmdSet,
    SessionCmdSet,
    UnloggedinCmdSet,
)
from commands.table import TableCmdSet

KINDS = (AccountCmdSet, CharacterCmdSet, SessionCmdSet, TableCmdSet, UnloggedinCmdSet)


class CmdExtra(Command):
    """Something that one person has and nobody else."""

    key = "extra"


@pytest.mark.parametrize("kind", KINDS)
def test_the_commands_of_two_people_are_the_same_and_merge_to_one_set(kind):
    one, other = kind("Ann"), kind("Bob")
    assert list(map(id, one.commands)) == list(map(id, other.commands))
    assert one.fingerprint == other.fingerprint


@pytest.mark.parametrize("kind", KINDS)
def test_merged_with_somebodys_own_set_the_commands_still_belong_to_nobody(kind):
    own = CmdSet("Ann")
    merged = (*(kind() + own), *(own + kind()), *kind())
    assert not any(command.obj for command in merged)


@pytest.mark.parametrize("kind", KINDS)
def test_a_set_that_is_changed_is_changed_for_nobody_else(kind):
    one, other = kind("Ann"), kind("Bob")
    before = list(other.commands)
    one.add(CmdExtra())
    for command in before:
        one.remove(command)
    assert other.commands == before == kind("Cy").commands
    assert one.fingerprint != other.fingerprint == kind("Cy").fingerprint


def test_sets_of_two_kinds_are_never_taken_for_each_other():
    assert len({kind().fingerprint for kind in KINDS}) == len(KINDS)
    assert CharacterCmdSet(key="other").fingerprint != CharacterCmdSet().fingerprint


@pytest.mark.parametrize("kind", KINDS)
def test_what_evennia_runs_without_a_copy_is_done_when_it_returns(kind):
    for command in kind().system_commands:
        if command.key != CMD_NOMATCH:  # our parser finds it like any other
            assert not inspect.isgeneratorfunction(inspect.unwrap(type(command).func))
