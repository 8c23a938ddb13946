"""
Parties: who is in one's own, asking others, following, and going on after a camp.

`invite` and `join` are commands of tables as well (`commands.seats`, `commands.hall`), which hand
on to `invite` and `join` here what is not about tables.
"""

from __future__ import annotations

import re
from typing import Any

from commands.command import NO, Command, split_verb, verbs_of
from server.chinese import to_simplified
from typeclasses import going, parties, together
from world.accounts import people
from world.errors import TableError
from world.render import party as render


def somebody(name: str, seeker: Any) -> Any:
    """The character that is meant by a name. :raises TableError: of `people.find_person`."""
    return people.wizard_of(people.find_person(name, seeker))


def invite(command: Command, name: str) -> None:
    """Ask somebody into one's party."""
    other = somebody(name, command.caller)
    parties.invite(command.caller, other)
    command.tell("scene.asked", names=other.key, seconds=together.PATIENCE)


def join(command: Command, name: str) -> None:
    """Come into somebody's party, or ask to."""
    other = somebody(name, command.caller)
    leader = parties.join(command.caller, other)
    if leader is not None:
        command.tell("scene.asked", names=leader.key, seconds=together.PATIENCE)


def is_of_party(name: str, seeker: Any) -> bool:
    """Whether a name is somebody's who is in a party, for `join`."""
    try:
        return bool(name) and parties.party_of(somebody(name, seeker)) is not None
    except TableError:
        return False


class CmdParty(Command):
    """One's party: `party`, `party Ann`, `party look 2`, `party leave`, `party go on`."""

    key = "party"
    aliases = ["组队"]
    topic = "party"
    group = "start"
    yields = False
    verbatim = True

    def func(self) -> None:
        verb, rest = split_verb(self.args, verbs_of("party.verb"))
        if verb:
            self.attempt(getattr(self, f"do_{verb}"), rest)
        elif self.args:
            self.attempt(invite, self, self.args)
        else:
            self.show_own()

    def show_own(self) -> None:
        party = parties.party_of(self.caller)
        if party is None:
            listed = render.looking_lines(parties.looking(), self.caller, self.reader)
            self.show([self.say("party.none"), *listed])
        else:
            self.show(render.party_lines(party, self.caller, self.reader, parties.MOST))

    def do_invite(self, name: str) -> None:
        if not name:
            self.tell("party.usage")
            return
        invite(self, name)

    def do_join(self, name: str) -> None:
        if not name:
            self.show(render.looking_lines(parties.looking(), self.caller, self.reader))
            return
        join(self, name)

    def do_look(self, rest: str) -> None:
        if to_simplified(rest.casefold()) in NO | {"0"}:
            parties.look_for(self.caller, 0)
            self.tell("party.looks_not")
            return
        number = re.search(r"\d{1,3}", rest)
        party = parties.look_for(self.caller, int(number.group()) if number else parties.MOST)
        self.tell("party.look_for", wanted=party.wanted)

    def do_leave(self, rest: str) -> None:
        parties.leave(self.caller)
        self.tell("party.left")

    def do_kick(self, name: str) -> None:
        other = somebody(name, self.caller)
        parties.kick(self.caller, other)

    def do_lead(self, name: str) -> None:
        parties.lead(self.caller, somebody(name, self.caller))

    def do_bot(self, rest: str) -> None:
        number = re.search(r"\d{1,3}", rest)
        off = to_simplified(rest.casefold()) in NO
        own = parties.party_of(self.caller)
        more = (own.hands if own is not None else 0) + 1
        count = 0 if off else int(number.group()) if number else more
        parties.hire(self.caller, count)
        own = parties.party_of(self.caller)
        names = render.hand_names(own, self.reader) if own is not None else []
        render.tell([self.caller], "hands" if count else "hands_none", names=names)

    def do_go(self, rest: str) -> None:
        go_on(self)

    def do_camp(self, rest: str) -> None:
        camp(self)


class CmdParties(Command):
    """The parties that look for others."""

    key = "parties"
    topic = "parties"
    group = "start"
    yields = False

    def func(self) -> None:
        self.show(render.looking_lines(parties.looking(), self.caller, self.reader))


class CmdFollow(Command):
    """Go where the leader of one's party goes."""

    key = "follow"
    topic = "follow"
    group = "start"
    follows = True

    def func(self) -> None:
        self.attempt(self.follow)

    def follow(self) -> None:
        caller = self.caller
        party = parties.need_party(caller)
        if self.follows and self.args and (other := somebody(self.args, caller)) != party.leader:
            raise TableError("partyFollows", name=other.key, leader=party.leader.key)
        if party.leader == caller:
            raise TableError("partyLeads")
        party.set_follows(caller, self.follows)
        leader = party.leader
        if not self.follows:
            self.tell("party.wait", name=leader.key)
        elif leader.is_here and leader.location != caller.location:
            where = render.doing(leader, caller, self.reader)
            self.tell("party.follow_from", name=leader.key, where=where)
        else:
            self.tell("party.follow", name=leader.key)


class CmdUnfollow(CmdFollow):
    """Stay where one is."""

    key = "unfollow"
    aliases = ["wait"]
    topic = "unfollow"
    follows = False


class CmdCamp(Command):
    """Break off an expedition for the evening."""

    key = "camp"
    topic = "camp"
    group = "start"

    def func(self) -> None:
        self.attempt(camp, self)


class CmdGoOn(Command):
    """Go on with what was broken off."""

    key = "go on"
    aliases = ["goon"]
    topic = "go_on"
    group = "start"

    def func(self) -> None:
        self.attempt(go_on, self)


def camp(command: Command) -> None:
    """Break off what one is in, when all who are here agree."""
    asked = going.camp(command.caller)
    _tell_asked(command, asked)


def go_on(command: Command) -> None:
    """Go on with what was broken off, with those who agree."""
    asked = going.go_on(command.caller)
    _tell_asked(command, asked)


def _tell_asked(command: Command, asked: Any) -> None:
    if asked:
        names = command.reader.join_names(each.key for each in asked)
        command.tell("scene.asked", names=names, seconds=together.PATIENCE)


COMMANDS = (CmdParty, CmdParties, CmdFollow, CmdUnfollow, CmdCamp, CmdGoOn)
