"""
Content and the files on disk: how they stand, deciding for one side, writing files, installing.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings

from commands.building.editing import do_parts
from commands.building.naming import game_of
from commands.building.passing import tell_failure, tell_outcome
from commands.command import Command, split_verb, verbs_of
from world import content
from world.accounts import roles
from world.errors import TableError
from world.locale.reader import account_of
from world.render import content as render
from world.render.announce import escape_colours


class CmdContent(Command):
    """How what is published stands to the files of games."""

    key = "content"
    topic = "content"
    group = "staff"
    yields = False
    locks = "cmd:perm(Builder)"

    def func(self) -> None:
        """What the first word says; how things stand without one."""
        verb, rest = split_verb(self.args, verbs_of("content.verb"))
        if not verb and self.args:
            self.tell("content.usage")
            return
        self.attempt(DEEDS[verb or "status"], self, rest)


def do_status(command: Command, rest: str) -> None:
    """How all games stand, or one."""
    who, lines = account_of(command.caller), []
    for folder in [content.folder_of(rest)] if rest else content.pack_folders():
        if not roles.is_allowed(who, "write", folder):
            continue
        newest = render.publication_line(content.head_of(folder), command.reader)
        found = content.state_of(folder)
        lines.append(f"|w{escape_colours(folder)}|n: {newest}")
        for key, places in found._asdict().items():
            lines += render.file_lines(key, places, command.reader)
    command.show(render.number_lines(lines or [command.say("error.mayNot")], command.reader))


def do_take(command: Command, rest: str) -> Any:
    """Decide for the files on disk or for what is published: `content take GAME files`."""
    folder, said = game_of(command, rest)
    side, paths = split_verb(said, verbs_of("content.side"))
    asked = content.take_side(account_of(command.caller), folder, side, paths.split())
    return asked.addCallback(_tell_outcome, command, side).addErrback(tell_failure, command)


def _tell_outcome(outcome: Any, command: Command, side: str) -> None:
    if side == "files" or outcome.problems:
        tell_outcome(outcome, command)
    else:
        command.tell("content.kept")


def do_export(command: Command, rest: str) -> None:
    """Write the files of a game as it is published."""
    folder = content.folder_of(rest)
    paths = content.export_pack(account_of(command.caller), folder)
    lines = render.file_lines("exported", paths, command.reader)
    command.show(lines or [command.say("content.exportedNothing", game=escape_colours(folder))])


def do_install(command: Command, rest: str) -> Any:
    """Take in a pack, or packages of scripts, in the folder for that: a file or a folder."""
    roles.require_right(account_of(command.caller), "install")
    incoming = Path(settings.INCOMING_DIR)
    there = sorted(path.name for path in incoming.glob("*")) if incoming.is_dir() else []
    if not there:
        raise TableError("installNone", folder=incoming.name)
    name, _, game = (rest, "", "") if rest in there else rest.rpartition(" ")
    if name not in there:
        raise TableError("installWhich", text=rest, folder=incoming.name, names=there)
    if not content.is_pack(incoming / name):
        folder = content.folder_of(game) if game else ""
        _tell_taken(
            command, content.take_packages(account_of(command.caller), incoming / name, "", folder)
        )
        return None
    asked = content.install_pack(account_of(command.caller), incoming / name)
    command.tell("content.publishing")
    return asked.addCallback(tell_outcome, command).addErrback(tell_failure, command)


def _tell_taken(command: Command, taken: content.Delivered) -> None:
    """Which drafts packages have become, and what was left out."""
    drafts = taken.drafts
    command.show(
        [
            command.say(
                "content.taken",
                numbers=command.reader.join_names(str(draft.pk) for draft in drafts),
                game=escape_colours(drafts[0].folder),
                files=", ".join(draft.address for draft in drafts),
            ),
            *render.left_out_lines(taken.left_out, command.reader),
        ]
    )


DEEDS = {
    "status": do_status,
    "edit": do_parts,
    "take": do_take,
    "export": do_export,
    "install": do_install,
}

COMMANDS = (CmdContent,)
