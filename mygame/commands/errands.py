"""
Errands: what is done with somebody, or with one's own things, by one line typed outside.

`sell key` where a smith stands opens her scene and answers with the line; it stays open with its
page, as if one had visited her. Which options of whom can be typed so is in the sections `people`
and `errands` of a pack; the words are those of the options, in both languages. An errand of the
section `errands` can be done anywhere outside. Begin with `begin_errand`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from commands.answering import choice_for, explain, give_answer
from commands.answers import Puzzled, normalize, starts, understand
from commands.command import Command
from rules.telling.verbs import verbs_of
from typeclasses.objects import Person
from typeclasses.scenes import Opening, open_scene, opening_of
from typeclasses.walking import is_outside
from world.render import announce, oob
from world.sheets.carrying import Purse
from world.shelf import games, geography


class Errand(NamedTuple):
    """What opens it; what can be typed, each with the option it stands for ("": it only opens)."""

    opening: Opening
    verbs: Mapping[str, str]
    until: str = ""  # a number of the sheet: above 0 it is done already


def errands_at(room: Any, looker: Any) -> list[Errand]:
    """The errands that can be done in a room: with its people, then those of everywhere."""
    found = [errand_of(each) for each in room.contents if isinstance(each, Person)]
    return [*filter(None, found), *errands_of_oneself(room)] if is_outside(room) else []


def errand_of(person: Person) -> Errand | None:
    """What can be done with somebody of the world by one line; None where that is nothing."""
    opening, entry = opening_of(person), person.entry
    if opening is None or entry is None or opening.pack is None:
        return None
    return Errand(opening, verbs_of(opening.pack, entry.data.get("errands", ())))


def errands_of_oneself(room: Any) -> list[Errand]:
    """What can be done anywhere, by the sections `errands` of all games."""
    found = []
    for pack in games.games_by_id().values():
        for data in pack.errands.values():
            opens = data["opens"]
            opening = Opening(room, opens["game"], dict(opens.get("options", {})))
            if opening.pack is not None:
                verbs = verbs_of(opening.pack, data.get("options", ()))
                words = dict.fromkeys(words_of(data), "")
                found.append(Errand(opening, {**verbs, **words}, data.get("until", "")))
    return found


def words_of(data: Mapping[str, Any], language: str = "") -> list[str]:
    """What is typed to open an errand of the section `errands`, in one language or in all."""
    told = data.get("words", {})
    listed = told.values() if not language else [told.get(language, ())]
    return [
        normalize(word)
        for words in listed
        for word in ([words] if isinstance(words, str) else words)
    ]


def meant_errand(typed: str, errands: Iterable[Errand]) -> tuple[Errand, str] | None:
    """The errand whose verb a line begins with, and that verb: the longest one."""
    text = normalize(typed)
    found = [(each, verb) for each in errands for verb in each.verbs if starts(text, verb)]
    return max(found, key=lambda pair: len(pair[1]), default=None)


def begin_errand(command: Command, longer_than: str = "") -> bool:
    """
    Do what a line asks for, if it is an errand here; of a command's line only if the verb is longer
    than the name of the command. Whether it was one.
    """
    caller = command.caller
    if command.scene is not None or not is_outside(caller.location):
        return False
    typed = command.raw_string.strip()
    found = meant_errand(typed, errands_at(caller.location, caller))
    if found is None or len(found[1]) <= len(longer_than):
        return False
    errand, verb = found
    if errand.until and _has_already(caller, errand):
        command.tell("walking.have_already")
        caller.execute_cmd("sheet", session=command.session)
        return True
    command.attempt(_open_and_answer, caller, errand, typed if errand.verbs[verb] else "")
    return True


def _has_already(caller: Any, errand: Errand) -> bool:
    assert errand.opening.pack is not None  # noqa: S101 (for mypy: others are left out)
    purse = Purse.open(errand.opening.pack, caller.player_account)
    return purse is not None and bool(purse.sheet.fields.get(errand.until))


def _open_and_answer(caller: Any, errand: Errand, typed: str) -> None:
    """Open it, and answer with the line; only the page that comes of it is shown."""
    if not typed:
        open_scene(caller, errand.opening)
        return
    caller.ndb.queued = True
    try:
        open_scene(caller, errand.opening)
    finally:
        caller.ndb.queued = None
    scene, choice = choice_for(caller)
    if choice is None:
        return
    found = understand(typed, choice, scene.match, scene.names)
    if isinstance(found, Puzzled):
        announce.show_prompt(scene, caller)
        oob.send_match(scene, caller)
        explain(caller, scene, choice, found)
    else:
        give_answer(caller, scene, found)


class Elsewhere(NamedTuple):
    """Who does what somebody asks for in vain: their names, and those of their place."""

    person: Mapping[str, str]
    place: Mapping[str, str]


def who_does(typed: str) -> Elsewhere | None:
    """Who in the world does what a line asks for; None if nobody does."""
    text = normalize(typed)
    for entry in geography.people().values():
        opens, place = entry.data.get("opens"), geography.place_of(entry.data.get("place", ""))
        pack = games.games_by_id().get(opens["game"]) if opens else None
        if pack is None or place is None:
            continue
        if any(starts(text, verb) for verb in verbs_of(pack, entry.data.get("errands", ()))):
            return Elsewhere(entry.names, place.names)
    return None
