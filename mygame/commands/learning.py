"""
Lessons: `tutorial`, `tutorial GAME`. A lesson is a pack whose board says of which game it is.
"""

from __future__ import annotations

from commands.hall import CmdPlay, game_named
from rules.pack import Pack
from world.locale.messages import shorten_quote
from world.render.look import name_in_language
from world.render.tips import lesson_of
from world.shelf import games


def lessons_by_game() -> dict[str, Pack]:
    """The lessons on the shelf, by the game they teach."""
    found = {lesson_of(pack).get("of", ""): pack for pack in games.offered().values()}
    return {game: pack for game, pack in found.items() if game}


class CmdTutorial(CmdPlay):
    """Begin the lesson of a game, or go on with it."""

    key = "tutorial"
    aliases = ["learn", "lesson", "入门", "入门课"]
    topic = "tutorial"
    yields = False

    def func(self) -> None:
        pack = self.lesson_meant()
        if pack is None:
            return
        own = self.own_table
        if own is None or own.game_id != pack.id:
            self.begin_at_new(own, pack, "")
        elif own.state == "playing" and self.caller.location == own:
            self.tell("tips.running")
        else:
            self.again_at(own, "")

    def lesson_meant(self) -> Pack | None:
        """The lesson that is meant: of a game by name, else of this table's, else the first."""
        known, wanted = lessons_by_game(), self.args
        here = self.table.pack if self.table is not None else None
        pack = game_named(wanted) if wanted or here is None else here
        if pack in known.values():
            return pack
        found = known.get(pack.id) if pack is not None else None
        if found is None and not wanted:
            found = next(iter(known.values()), None)
        if found is None:
            self.tell_no_lesson(pack, known)
        return found

    def tell_no_lesson(self, pack: Pack | None, known: dict[str, Pack]) -> None:
        """There is no such lesson: which there are."""
        language, shelf = self.reader.language, games.games_by_id()
        names = [name_in_language(shelf[game].name, language) for game in known if game in shelf]
        if not names:
            self.tell("tips.nothing")
            return
        game = (
            name_in_language(pack.name, language) if pack is not None else shorten_quote(self.args)
        )
        self.tell("tips.none", game=game, names=self.reader.join_names(names))


COMMANDS = (CmdTutorial,)
