"""
What is played for against people of the world, as text: what they offer, that it begins, what has
become of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rules.ground.width import wrap
from rules.pack import Pack
from rules.telling.text import Text
from world.locale.reader import Reader
from world.models import MatchRecord, Stake
from world.render.sheet import games_of
from world.shelf import games

SHOWN = 3  # people of whose games a room tells


def amount_text(pack: Pack | None, what: str, amount: int, reader: Reader) -> str:
    """ "10 coins" """
    name = Text(pack, reader.language).field(what, amount) if pack is not None else what
    return reader.say("stake.amount", amount=amount, what=name)


def game_text(challenge: Any, reader: Reader) -> str:
    """What a game against somebody is called: by its own name, or the game's."""
    names = challenge.play.names or challenge.game.name
    return str(names.get(reader.language) or next(iter(names.values())))


def price_text(challenge: Any, stake: int, reader: Reader) -> str:
    """ "5 coins", "for nothing" """
    if not stake:
        return reader.say("stake.free")
    return amount_text(challenge.home, challenge.purse.what, stake, reader)


def offer_text(challenge: Any, reader: Reader) -> str:
    """ "The Duel, for nothing or 5, 10 or 25 coins" """
    game, stakes = game_text(challenge, reader), challenge.stakes_today()[1:]
    if not stakes:
        return reader.say("stake.offer_free", game=game)
    told = reader.join_names(map(str, stakes[:-1]))
    told = reader.say("stake.or", first=told, last=stakes[-1]) if told else str(stakes[-1])
    text = Text(challenge.home, reader.language)
    return reader.say("stake.offer", game=game, stakes=told, what=text.field(challenge.purse.what))


def offer_lines(challenges: Iterable[Any], who: Any, reader: Reader) -> list[str]:
    """All that the people here play, a line each."""
    lines = []
    for challenge in challenges:
        name = challenge.person.get_display_name(who)
        told = reader.say("stake.line", name=name, offer=offer_text(challenge, reader))
        lines += wrap(told, reader.width, indent="  ")
    return lines


def room_lines(challenges: Sequence[Any], who: Any, reader: Reader) -> list[str]:
    """That people here play card games, in one line; nothing where nobody does."""
    names = dict.fromkeys(each.person.get_display_name(who) for each in challenges)
    if not names:
        return []
    shown = list(names)[:SHOWN]
    told = reader.say("stake.here", names=reader.join_names(shown))
    return wrap(told, reader.width)


def begin_lines(
    name: str, pack: Pack, what: str, amount: int, reader: Reader, held: bool
) -> list[str]:
    """What a match that begins is played for; `held`: for something, if not for coins."""
    key = "begins" if amount else "earnest" if held else "practice"
    told = amount_text(pack, what, amount, reader)
    return wrap(reader.say(f"stake.{key}", name=name, amount=told), reader.width)


def outcome_lines(record: MatchRecord, name: str, reader: Reader) -> list[str]:
    """What has become of the stake of a match that is over; nothing where there was none."""
    found = Stake.objects.filter(match=record).select_related("purse").first()
    if found is None or not found.result:
        return []
    lines = result_lines(found, found.result, name, reader)
    if found.given:
        card = found.given
        for pack in games_of(found.purse.realm, games.games_by_id().values()):
            if card in pack.program.catalogue.definitions:
                card = Text(pack, reader.language).card(card)
        lines += wrap(reader.say("stake.prize", name=name, card=card), reader.width)
    return lines


def result_lines(stake: Stake, result: str, name: str, reader: Reader) -> list[str]:
    """Who has the coins of a stake now; nothing where there were none."""
    if not stake.amount:
        return []
    told = reader.say(f"stake.{result}", name=name, amount=stake_text(stake, reader))
    return wrap(told, reader.width)


def stake_text(stake: Stake, reader: Reader) -> str:
    """ "10 coins" """
    return amount_text(pack_of(stake), stake.what, stake.amount, reader)


def pack_of(stake: Stake) -> Pack | None:
    """A game of the realm whose coins a stake is; None where none is on the shelf."""
    return next(iter(games_of(stake.purse.realm, games.games_by_id().values())), None)
