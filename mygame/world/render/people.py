"""
What one reads about people: who is here, a person's card, friends, letters.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone

from rules.ground.grid import Column, grid
from rules.ground.width import wrap
from world.accounts import friends, people
from world.accounts.people import Card, Place
from world.locale.messages import escape_colours
from world.locale.reader import Reader
from world.render.talk import talk_line
from world.shelf import games

PAGE = 16  # people on one page of 24 lines
_ROWS = (Column(), Column(text=True))


def place_text(place: Place, reader: Reader) -> str:
    """ "at table 3 (Chrono Wizard)" """
    details = {"number": place.number, "game": game_name(place.game, reader)}
    if place.room is not None:
        details["name"] = place.room.get_display_name(reader)
    return reader.say(f"people.place.{place.kind}", **details)


def game_name(game_id: str, reader: Reader) -> str:
    """What a game is called; its id if it is not on the shelf any more."""
    pack = games.games_by_id().get(game_id)
    return str(pack.name.get(reader.language) or game_id) if pack is not None else game_id


def idle_text(seconds: float, reader: Reader) -> str:
    """How long somebody has typed nothing; nothing for who is busy."""
    if seconds < people.IDLE_AFTER:
        return ""
    minutes = int(seconds // 60)
    if minutes < 60:
        return reader.say("people.idle_minutes", count=minutes)
    return reader.say("people.idle_hours", count=minutes // 60)


# -- who


def who_lines(
    crowd: Sequence[Any], mine: Sequence[Any], viewer: Any, reader: Reader, page: int
) -> list[str]:
    """A page of all who are connected, friends first: where each is, and for how long idle."""
    ordered = sorted(crowd, key=lambda character: character.account not in mine)
    pages = max(1, -(-len(ordered) // PAGE))
    page = min(max(page, 1), pages)
    shown = ordered[(page - 1) * PAGE : page * PAGE]
    lines = [reader.say("people.head", count=len(crowd))]
    lines += _people_rows(shown, mine, viewer, reader)
    if page < pages:
        lines.append(reader.say("people.more", page=page, pages=pages, next=page + 1))
    return lines


def _people_rows(
    shown: Iterable[Any], mine: Sequence[Any], viewer: Any, reader: Reader
) -> list[str]:
    rows = []
    for character in shown:
        name = character.key
        if character == viewer:
            name = reader.say("people.you", name=name)
        elif character.account in mine:
            name = reader.say("people.friend", name=name)
        place = place_text(people.place_of(character, viewer), reader)
        idle = idle_text(people.idle_seconds(character), reader)
        rows.append((name, reader.join_names(filter(None, (place, idle)))))
    if reader.plain:
        return [reader.say("people.spoken", told=reader.join_names(row)) for row in rows]
    return grid(rows, _ROWS, reader.width)


def invitable_lines(table: Any, viewer: Any, reader: Reader) -> list[str]:
    """Who could be invited to a table: those who are here and not at it, friends first."""
    mine = friends.friends_of(viewer.player_account)
    others = [
        character
        for character in people.wizards_online()
        if character.location != table and character != viewer
    ]
    if not others:
        return [reader.say("invite.nobody")]
    others.sort(key=lambda character: (character.account not in mine, _is_busy(character)))
    return [reader.say("invite.head"), *_people_rows(others[:PAGE], mine, viewer, reader)]


def _is_busy(character: Any) -> bool:
    return character.table is not None


# -- one person


def card_lines(card: Card, reader: Reader, short: bool = False) -> list[str]:
    """What there is to know of somebody; in short without the history."""
    say = reader.say
    name = say("people.guest", name=card.name) if card.guest else card.name
    lines = [f"|w{name}|n"]
    if card.about:
        lines.append(say("people.about", text=escape_colours(card.about)))
    lines.append(presence(card, reader))
    records = card.records[:3] if short else card.records
    for record in records:
        lines.append(
            say(
                "people.record",
                game=game_name(record.game, reader),
                played=record.played,
                won=record.won,
                conceded=record.conceded,
            )
        )
    if not card.records:
        lines.append(say("people.no_record"))
    if not short:
        lines.append(say("people.since", date=f"{card.since:%Y-%m-%d}"))
    return [part for told in lines for part in wrap(told, reader.width, indent="  ", first="")]


def presence(card: Card, reader: Reader) -> str:
    """Where somebody is, or when they were here last."""
    say = reader.say
    if card.place.kind != "away":
        if not card.close:
            return say("people.here")
        place, idle = place_text(card.place, reader), idle_text(card.idle, reader)
        return say("people.now", told=reader.join_names(filter(None, (place, idle))))
    if card.seen is None:
        return say("people.never")
    if card.close:
        return say("people.seen", when=moment_text(card.seen))
    days = (timezone.now() - card.seen).days
    return say(f"people.ago.{'days' if days < 7 else 'weeks' if days < 31 else 'months'}")


def moment_text(at: datetime) -> str:
    """A date and a time, for everybody the same."""
    return f"{at:%Y-%m-%d %H:%M} UTC"


# -- friends, letters, the channel


def friend_lines(mine: Sequence[Any], viewer: Any, reader: Reader) -> list[str]:
    """The list of friends: who is here and where, then who is not."""
    here = [people.wizard_of(account) for account in mine if people.is_online(account)]
    away = [account.username for account in mine if not people.is_online(account)]
    lines = [reader.say("friends.head", here=len(here), count=len(mine))]
    lines += _people_rows(here, (), viewer, reader)
    if away:
        lines += wrap(reader.say("friends.away", names=reader.join_names(away)), reader.width)
    return lines


def letter_lines(letters: Iterable[Any], reader: Reader) -> list[str]:
    """What was told to somebody who was away."""
    lines = []
    for letter in letters:
        told = talk_line("tell", letter.text, reader.language, name=letter.sender.username)
        lines += wrap(f"{moment_text(letter.at)} {told}", reader.width, indent="  ", first="")
    return lines


def words_lines(words: Iterable[Any], reader: Reader) -> list[str]:
    """Something that was said before."""
    lines = []
    for said in words:
        told = talk_line(said.form, said.text, reader.language, name=said.speaker)
        at = datetime.fromtimestamp(said.at, timezone.get_current_timezone())
        lines += wrap(f"{at:%H:%M} {told}", reader.width, indent="  ", first="")
    return lines
