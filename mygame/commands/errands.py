"""
Errands: what is done with somebody, or with one's own things, by one line typed outside.

`sell key` where a smith stands opens her scene and answers with the line; it stays open with its
page, as if one had visited her. A line that comes to nothing opens nothing, and is told why; of
several people who do such things the one with whom it comes to something is meant. Which options of
whom can be typed so is in the sections `people` and `errands` of a pack; the words are those of the
options, in both languages. An errand of the section `errands` can be done anywhere outside. Begin
with `begin_errand`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from commands.answering import choice_for, explain, give_answer
from commands.answers import Puzzled, normalize, starts, understand
from commands.beforehand import Misfit, misfit_of
from commands.command import Command
from rules.ground.width import wrap
from rules.pack import pack_of_match
from rules.telling.phrasebook import LANGUAGES
from rules.telling.said import counted
from rules.telling.text import Text
from rules.telling.verbs import verbs_of
from typeclasses.objects import Person
from typeclasses.scenes import Opening, deal_scene, open_scene, opening_of
from typeclasses.walking import is_outside
from world.locale.messages import shorten_quote
from world.render import announce, oob
from world.shelf import games, geography
from world.shelf.errands import Errand as OwnErrand
from world.shelf.errands import all_errands, is_done

NAMED = 8  # of what there is instead


class Errand(NamedTuple):
    """What opens it; what can be typed, each with the option it stands for ("": it only opens)."""

    opening: Opening
    verbs: Mapping[str, str]
    own: OwnErrand | None = None  # of the section `errands`


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
    for pack, data in all_errands():
        opens = data["opens"]
        opening = Opening(room, opens["game"], dict(opens.get("options", {})))
        if opening.pack is not None:
            verbs = verbs_of(opening.pack, data.get("options", ()))
            entry = OwnErrand(pack, data)
            words = {normalize(word): "" for lang in LANGUAGES for word in entry.words(lang)}
            found.append(Errand(opening, {**verbs, **words}, entry))
    return found


def meant_errands(typed: str, errands: Iterable[Errand]) -> tuple[list[Errand], str]:
    """The errands whose verb a line begins with, and that verb: the longest one."""
    text, listed = normalize(typed), list(errands)
    verbs = {verb for each in listed for verb in each.verbs if starts(text, verb)}
    verb = max(verbs, key=len, default="")
    return [each for each in listed if verb in each.verbs], verb


def begin_errand(command: Command, longer_than: str = "") -> bool:
    """
    Do what a line asks for, if it is an errand here; of a command's line only if the verb is longer
    than the name of the command. Whether it was one.
    """
    caller = command.caller
    if command.scene is not None or not is_outside(caller.location):
        return False
    typed = command.raw_string.strip()
    found, verb = meant_errands(typed, errands_at(caller.location, caller))
    if not found or len(verb) <= len(longer_than):
        return False
    own = found[0].own
    if own is not None and is_done(caller, own.pack, own.data):
        command.tell("walking.have_already")
        caller.execute_cmd("sheet", session=command.session)
        return True
    command.attempt(_begin, command, found, verb, typed)
    return True


def _begin(command: Command, found: list[Errand], verb: str, typed: str) -> None:
    """Open what a line can be answered in; say why where that is nothing, or ask with whom."""
    caller, line = command.caller, typed if found[0].verbs[verb] else ""
    if not line:
        open_scene(caller, found[0].opening)
        return
    amiss, fitting = [], []
    for errand in found:
        match = deal_scene(caller, errand.opening)
        if (wrong := misfit_of(line, match, 0, [caller.key])) is None:
            fitting.append(errand)
        else:
            amiss.append(wrong)
    if len(fitting) == 1:
        _open_and_answer(caller, fitting[0], line)
    elif fitting:
        names = [errand.opening.place.get_display_name(caller) for errand in fitting]
        command.tell("walking.with_whom", names=command.reader.join_names(names))
    else:
        wrong = next((each for each in amiss if each.found.key != "not_now"), amiss[0])
        command.show(_misfit_lines(command, wrong, verb, found[0]))


def _misfit_lines(command: Command, wrong: Misfit, verb: str, errand: Errand) -> list[str]:
    """Why an errand comes to nothing, in a sentence: what there is instead."""
    reader, (found, choice, match) = command.reader, wrong
    text = Text(pack_of_match(match), reader.language, [command.caller.key])
    among = found.among or (range(len(choice.options)) if choice.words is None else ())
    names = counted(text.option(choice.options[index], match) for index in among)
    if found.key == "dropped" and match.log and (said := text.log(match.log[-1], 0)):
        return wrap(said, reader.width)
    if found.key == "not_now" or not names:
        told = [reader.say("walking.nothing_for", verb=verb)]
        if isinstance(errand.opening.place, Person):
            told.append(reader.say("walking.see_tasks"))
        return wrap(reader.say("walking.between").join(told), reader.width)
    more = ["…"] if len(names) > NAMED else []
    quoted = shorten_quote(str(found.args.get("text") or found.args.get("number", "")))
    said = reader.say(
        "walking.none_such", text=quoted, names=reader.join_names(names[:NAMED] + more)
    )
    return wrap(said, reader.width)


def _open_and_answer(caller: Any, errand: Errand, typed: str) -> None:
    """Open it, and answer with the line; only the page that comes of it is shown."""
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
