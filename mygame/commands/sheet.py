"""What one owns of a game, wherever it is just now."""

from __future__ import annotations

from typing import Any

from commands.command import Command
from commands.hall import game_list, game_named
from rules.pack import Pack
from rules.running.match import Match
from world.locale.messages import shorten_quote
from world.locale.reader import Reader
from world.models import MatchSeat, Sheet, Stake
from world.play.hosting import registry
from world.play.hosting.storing import MatchLost, restore_match
from world.render import sheet as render
from world.render.scene import where_text
from world.render.stakes import stake_text
from world.shelf import games


class CmdSheet(Command):
    """What one owns: of the game that is played here, of a game by name, or of all."""

    key = "sheet"
    aliases = ["属性", "状态"]
    topic = "sheet"
    group = "game"
    yields = False
    goes_first = True

    def func(self) -> None:
        meant = game_named(self.args) if self.args else self.game_here()
        if self.args and meant is None:
            game = shorten_quote(self.args)
            self.tell("error.unknownGame", game=game, games=game_list(self))
            return
        sheets = Sheet.objects.filter(account=self.caller.player_account, alive=True)
        if meant is not None:
            sheets = sheets.filter(realm=meant.realm)
        lines = []
        for sheet in sheets.select_related("lease__match"):
            lines += lines_of_sheet(sheet, meant, self.reader)
        self.show(lines or [self.say("sheet.none")])

    def game_here(self) -> Pack | None:
        """The game that is played here; none where what one owns is of another one."""
        stage = self.stage
        return (
            stage.pack if stage is not None and not (stage.is_scene and stage.has_board) else None
        )


def lines_of_sheet(sheet: Any, meant: Pack | None, reader: Reader) -> list[str]:
    """
    What stands on a sheet, wherever it is just now, as a thing of its game that people are told
    of; the game `meant` where it has none; nothing without any.
    """
    packs = render.games_of(sheet.realm, games.games_by_id().values())
    packs = packs or ([meant] if meant else [])
    if not packs:
        return []
    known, pack = packs[0], next((each for each in packs if each.listed), packs[0])
    seat: MatchSeat | None = sheet.lease
    at_home = render.sheet_lines(pack, render.owned_at_home(sheet), reader, known)
    if seat is None:
        return at_home
    away = [reader.say("sheet.away", where=where_text(seat.match, reader))]
    if (stake := Stake.objects.filter(match=seat.match, sheet=sheet).first()) is not None:
        if stake.amount:
            away.insert(0, reader.say("stake.held", amount=stake_text(stake, reader)))
        return [*at_home, *away]
    host = registry.host_of(seat.match_id)
    match = host.match if host is not None else _sleeping(seat)
    if match is None:
        return [*at_home, *away]
    owned = render.owned_in_match(sheet, match, seat.seat)
    return [*render.sheet_lines(pack, owned, reader, known), *away]


def _sleeping(seat: MatchSeat) -> Match | None:
    """The match of a seat that nobody plays just now; None if it cannot be read."""
    try:
        return restore_match(seat.match)
    except MatchLost:
        return None


COMMANDS = (CmdSheet,)
