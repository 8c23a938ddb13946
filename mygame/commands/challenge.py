"""
Challenging people of the world to a card game, for coins of one's sheet or for nothing.

    challenge marta for 10          挑战 玛塔 10          和玛塔对局 10
    challenge marta at GAME for 10 with DECK             挑战 玛塔 玩 游戏 10 用 牌组

Whom one can challenge and for what is `typeclasses.challenges`. A game's own name in front does the
same where people here play it (`meant_by_game`).
"""

from __future__ import annotations

import re
import unicodedata

from commands.command import Command
from commands.scenes import names_of_place
from server.chinese import to_simplified
from typeclasses.challenges import Challenge, challenges_at, open_challenge
from world.locale.messages import shorten_quote
from world.render import stakes
from world.shelf import decks
from world.shelf.games import folded_name

DECK = re.compile(r"\s+with\s+(?:the\s+)?(?:deck\s+)?|\s*用(?:牌组)?\s*", re.IGNORECASE)
#: For how much: whatever stands behind the word for it, or a number at the end.
AMOUNT = re.compile(
    r"\s*(?:(?:\bfor\b|赌(?!一?局)|押|下注)\s*(?P<told>.*?)|(?P<number>[-+]?\d[\d.,e]*))"
    r"\s*(?:coins?|[枚个块].*)?[\s.。!！]*$",
    re.IGNORECASE,
)
NOTHING = ("nothing", "fun")
WHOLE = re.compile(r"\d{1,6}")
NO_STAKE = -1  # for what is no amount at all
GAME = re.compile(r"\s+(?:at|in)\s+(?:the\s+)?|\s*玩\s*", re.IGNORECASE)
#: 和玛塔对局 10, 跟玛塔玩召唤对决
WITH_SOMEBODY = re.compile(r"[和与跟同]\s*(?P<name>.+?)\s*(?:对局|打牌|赌一?局|(?=玩))(?P<rest>.*)")


class CmdChallenge(Command):
    """Play a card game against somebody of the world: `challenge NAME`, `challenge NAME for 10`."""

    key = "challenge"
    aliases = ["对战", "打牌"]
    topic = "challenge"
    group = "start"

    def func(self) -> None:
        if (scene := self.scene) is not None:
            self.tell("error.inScene", name=scene.name_for(self.caller))
            return
        self.begin(self.args)

    def begin(self, text: str, game: str = "") -> None:
        """Challenge whom a text names, for what it says; or say who there is."""
        here = challenges_at(self.caller.location, self.caller)
        if not here:
            self.tell("stake.nobody")
            return
        name, game, amount, deck = understand(text, here, game)
        found = meant(here, name, game) if name or game else []
        if len(found) != 1:
            key = "which" if found else "unknown" if name or game else "who"
            told = self.say(f"stake.{key}", text=shorten_quote(name or game or text))
            self.show([told, *stakes.offer_lines(found or here, self.caller, self.reader)])
            return
        self.attempt(self.open, found[0], amount, deck)

    def open(self, challenge: Challenge, amount: int, deck: str) -> None:
        """:raises TableError: of `open_challenge` and `find_deck`."""
        chosen: decks.Choice = None
        if deck and (pack := challenge.game) is not None and pack.program.deck_rules is not None:
            account = self.caller.player_account
            chosen = decks.choice_of(decks.find_deck(account, pack, deck))
            decks.deck_option(pack, account, chosen)
        open_challenge(self.caller, challenge, amount, chosen)


def understand(text: str, here: list[Challenge], game: str = "") -> tuple[str, str, int, str]:
    """
    Name, game, stake and deck that a text speaks of; "" and 0 where it does not. The stake is
    `NO_STAKE` where the text speaks of one that nobody can put up.
    """
    text = f" {to_simplified(unicodedata.normalize('NFKC', text).strip())}"
    text, *rest = DECK.split(text, maxsplit=1)
    deck, amount = "".join(rest).strip(), 0
    if not game:
        text, game = _without_game(text, here)
    if (found := AMOUNT.search(text)) is not None:
        amount = _amount_of(found["told"] if found["number"] is None else found["number"])
        text = text[: found.start()]
    return text.strip(" ,，。."), game, amount, deck


def _amount_of(told: str) -> int:
    """How much a text is; nothing is 0."""
    if told.casefold() in NOTHING:
        return 0
    return int(told) if WHOLE.fullmatch(told) else NO_STAKE


def _without_game(text: str, here: list[Challenge]) -> tuple[str, str]:
    """A text without the game it names after `at`, and that game."""
    for found in GAME.finditer(text):
        named = folded_name(text[found.end() :])
        for name in sorted((n for each in here for n in names_of_game(each)), key=len)[::-1]:
            if named.startswith(name):
                return text[: found.start()] + " " + named[len(name) :], name
    return text, ""


def meant(here: list[Challenge], name: str, game: str = "") -> list[Challenge]:
    """The challenges that are meant: of who is called so, at a game; all where nothing is said."""
    wanted, found = name.casefold().removeprefix("the "), here
    for fits in (str.__eq__, str.startswith):
        named = [each for each in here if any(fits(n, wanted) for n in names_of_place(each.person))]
        if not wanted or named:
            found = named if wanted else here
            break
    else:
        return []
    if game:
        found = [each for each in found if game in names_of_game(each)]
    return found


def names_of_game(challenge: Challenge) -> set[str]:
    """What the game of a challenge is called."""
    pack, own = challenge.game, challenge.play.names.values()
    names = (pack.id, *pack.name.values()) if pack is not None else ()
    return {folded_name(name) for name in (*names, *own)}


def challenge_by_name(command: Command, text: str) -> bool:
    """
    Challenge somebody here if a line says so without the command: by the name of a game that is
    played here, or as 和玛塔对局 10. Whether it did.
    """
    here = challenges_at(command.caller.location, command.caller)
    if not here:
        return False
    line, game = to_simplified(text.strip()), ""
    if (found := WITH_SOMEBODY.fullmatch(line)) is not None:
        line = f"{found['name']} {found['rest']}"
    else:
        folded = folded_name(line)
        known = sorted((n for each in here for n in names_of_game(each)), key=len)
        game = next((name for name in reversed(known) if _begins_with(folded, name)), "")
        if not game:
            return False
        line = folded[len(game) :]
    name = understand(line, here, game)[0]
    if not meant(here, name, game):
        return False
    _as_challenge(command).begin(line, game)
    return True


def is_challenge(command: Command, text: str) -> bool:
    """Whether a text names somebody here who plays: `play marta for 10`."""
    here = challenges_at(command.caller.location, command.caller)
    name = understand(text, here)[0] if here else ""
    return bool(name) and bool(meant(here, name))


def challenge_named(command: Command, text: str) -> None:
    """Challenge whom a text names."""
    _as_challenge(command).begin(text)


def _begins_with(text: str, name: str) -> bool:
    return text.startswith(name) and not (name.isascii() and text[len(name) :][:1].isalnum())


def _as_challenge(command: Command) -> CmdChallenge:
    found = CmdChallenge()
    found.caller, found.session = command.caller, command.session
    return found


COMMANDS = (CmdChallenge,)
