"""
Card games against people of the world, for coins of a sheet or for nothing.

Who stands where is Evennia's (objects tagged with the id of an entry of the section `people`); what
they play, with which deck and for how much, is `games` of that entry (`rules.pack.plays`). Whoever
challenges them opens a scene at them. Begin with `challenges_at` and `open_challenge`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from rules.pack import Pack
from rules.pack.plays import Play, currency, played_by, purse_size
from typeclasses.objects import Person, render_safely
from typeclasses.scenes import Bot, Opening, Scene, check_free, open_scene
from world.errors import TableError
from world.locale.reader import reader_of
from world.models import MatchRecord, Sheet
from world.play.hosting.botturns import kinds_of_bots
from world.render import announce, stakes
from world.sheets import opening
from world.sheets.stakes import Purse, Terms, hold_stake, would_win
from world.shelf import decks, games, geography

USUAL_BOT = "adept"  # where somebody plays as a kind of bot that the game does not have


class Challenge(NamedTuple):
    """One game that somebody here plays: who it is, of which game they are, and what they play."""

    person: Any
    home: Pack
    id: str
    play: Play

    @property
    def game(self) -> Pack | None:
        """The game, if it is on the shelf and can be played with them."""
        pack = games.games_by_id().get(self.play.game)
        return pack if pack is not None and seats_for(pack) else None

    @property
    def purse(self) -> Purse:
        """What they play with."""
        what, daily = currency(self.home), purse_size(self.home.people[self.id])
        return Purse(self.home.realm, f"purse of {self.id}", what, daily)

    def stakes_today(self) -> list[int]:
        """For how much one can play with them now; 0 is for nothing."""
        most = self.purse.amount_today()
        return [stake for stake in self.play.stakes if stake <= most]


def seats_for(pack: Pack) -> int:
    """With how many seats a game is played by two: its least number above 1; 0 if it has none."""
    return min((seats for seats in pack.program.seats if seats > 1), default=0)


def challenges_of(person: Any) -> Iterator[Challenge]:
    """What somebody who stands somewhere plays; of games that are on the shelf."""
    known = person.tags.get(category=Person.CATEGORY, return_list=True)
    entry = geography.person_of(known[0]) if known else None
    if entry is None:
        return
    for play in played_by(entry.data):
        challenge = Challenge(person, entry.pack, entry.id, play)
        if challenge.game is not None:
            yield challenge


def challenges_at(room: Any, looker: Any) -> list[Challenge]:
    """What the people in a room play with whoever comes; nothing at tables."""
    if room is None or hasattr(room, "occupants"):
        return []
    others = [each for each in room.contents_get(content_type="object") if each != looker]
    here = [each for each in others if each.access(looker, "view")]
    return [challenge for each in here for challenge in challenges_of(each)]


def open_challenge(
    character: Any, challenge: Challenge, amount: int = 0, deck: decks.Choice = None
) -> Scene:
    """
    Play with somebody of the world, for so much of one's sheet or for nothing; with a deck, where
    it is not the one that is chosen for the game.

    :raises TableError: `stakeOther` (name, stakes): they do not play for so much; `stakeNoSheet`
        (name): who challenges owns nothing yet; `stakeLacks` (have, amount, what);
        `purseLacks` (name, amount): they have less left today; those of `open_scene`.
    """
    person, play, pack = challenge.person, challenge.play, challenge.game
    name = person.get_display_name(character)
    if pack is None:
        raise TableError("sceneGone", name=name, game=play.game)
    check_free(character)
    if amount not in play.stakes:
        raise TableError("stakeOther", name=name, stakes=list(play.stakes))
    if amount and (left := challenge.purse.amount_today()) < amount:
        if any(0 < stake <= left for stake in play.stakes):
            raise TableError("purseLacks", name=name, amount=left)
        amount = 0  # they play all the same
        told = reader_of(character).say("stake.empty", name=name)
        render_safely(announce.send_lines, character, [told], "notice")
    terms = _terms_of(character, challenge, amount)

    def hold(record: MatchRecord) -> None:
        if terms is not None:
            hold_stake(record, terms, against=1)
        announce.send_lines(character, lines or (), "notice")

    kind = play.bot if play.bot in kinds_of_bots(pack) else USUAL_BOT
    with_decks = pack.program.deck_rules
    ready = play.deck if with_decks is not None and play.deck in with_decks.ready else None
    against = [
        Bot(name, kind, ready),
        *(Bot(f"{name} {n}", kind) for n in range(2, seats_for(pack))),
    ]
    reader = reader_of(character)
    about = (challenge.home, challenge.purse.what, amount)
    lines = render_safely(stakes.begin_lines, name, *about, reader, held=terms is not None)
    return open_scene(
        character,
        Opening(person, pack.id, dict(play.options)),
        against=against,
        chosen=deck,
        also=hold,
    )


def _terms_of(character: Any, challenge: Challenge, amount: int) -> Terms | None:
    """
    What the match is played for; None for nothing.

    What else there is to be won is played for also without coins, by who has a sheet at home.
    """
    home, account, play = challenge.home, character.player_account, challenge.play
    own = Sheet.objects.filter(realm=home.realm, account=account, character=None, alive=True)
    sheet = own.first()
    at_home = sheet is not None and sheet.lease_id is None
    if not amount and not (at_home and would_win(sheet, play.wins)):
        return None
    purse, rival = challenge.purse, challenge.person.get_display_name(character)
    if sheet is None:
        raise TableError("stakeNoSheet", name=rival)
    (loan,) = opening.open_sheets(home, [(account, character.key)])
    assert loan is not None  # noqa: S101 (for mypy: an account has a sheet)
    have = loan.sheet.fields.get(purse.what, 0)
    if have < amount:
        raise TableError("stakeLacks", pack=home, what=purse.what, have=have, amount=amount)
    return Terms(loan.sheet, character.key, rival, purse, amount, play.wins)
