"""
Parties as text: who is in one, what they do, what one can do; and the list of those that look for
others. Begin with `party_lines`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rules.ground.width import wrap
from rules.telling.text import Text
from world.accounts import people
from world.locale.reader import Reader, reader_of
from world.models import Sheet
from world.play.hosting import registry
from world.render import announce
from world.render.down import LISTED, outside_of
from world.render.people import place_text
from world.render.sheet import games_of, owned_in_match
from world.shelf import games

# Names of hired hands.
HANDS = (
    {"zh": "阿丁", "en": "Ding"},
    {"zh": "小满", "en": "Manny"},
    {"zh": "老魏", "en": "Wei"},
    {"zh": "石娘", "en": "Shan"},
)


def tell(readers: Iterable[Any], key: str, **about: Any) -> None:
    """Let people who are here read a sentence of `party`; names are joined as they read it."""
    for each in readers:
        if each.is_here:
            announce.send_lines(each, _sentence(key, reader_of(each), **about), "notice")


def tell_refusal(character: Any, error: Any) -> None:
    """Why something cannot be done, to who did not ask for it by a command."""
    character.msg(announce.error_text(error, character))


def _sentence(key: str, reader: Reader, **about: Any) -> list[str]:
    names = about.get("names")
    if isinstance(names, list):
        about["names"] = reader.join_names(names)
    return wrap(reader.say(f"party.{key}", **about), reader.width)


# -- one's own


def party_lines(party: Any, looker: Any, reader: Reader, most: int) -> list[str]:
    """Who is in a party, and what its reader can do now."""
    members = party.members
    sheets = _sheets_of(members)
    lines = _sentence("head", reader, size=party.size, most=most)
    for number, each in enumerate(members, 1):
        lines += _member_lines(number, each, party, looker, sheets, reader)
    if names := hand_names(party, reader):
        lines += _sentence("hands", reader, names=names)
    if party.wanted:
        lines += _sentence("looks", reader, wanted=party.wanted)
    return [*lines, *_sentence(_hints(party, looker), reader)]


def _hints(party: Any, looker: Any) -> str:
    """Which sentence tells what one can do now."""
    scene = looker.scene_awake
    if scene is not None and scene.is_expedition:
        return "hints_down"
    if looker.camp is not None:
        return "hints_camp"
    return "hints_leader" if party.leader == looker else "hints_member"


def hand_names(party: Any, reader: Reader) -> list[str]:
    """The hired hands of a party, none with the name of a member; as their reader calls them."""
    taken = {member.key.casefold() for member in party.members}
    free = [each for each in HANDS if taken.isdisjoint(map(str.casefold, each.values()))]
    return [each[reader.language] for each in free[: party.hands]]


def _member_lines(
    number: int,
    member: Any,
    party: Any,
    looker: Any,
    sheets: dict[int, list[Sheet]],
    reader: Reader,
) -> list[str]:
    about = []
    if member == party.leader:
        about.append(reader.say("party.leads_it"))
    account = member.player_account
    owned = sheets.get(account.pk, ()) if account is not None else ()
    about += [told for sheet in owned if (told := sheet_told(sheet, reader))]
    about.append(doing(member, looker, reader))
    if member != party.leader and not party.follows(member):
        about.append(reader.say("party.waits"))
    you = "you" if member == looker else "member"
    told = reader.say(
        f"party.{you}", number=number, name=member.key, about=reader.join_names(about)
    )
    return wrap(told, reader.width, indent="   ", first="")


def doing(member: Any, looker: Any, reader: Reader) -> str:
    """What somebody does just now, as far as another one may know."""
    scene = member.scene_awake
    if not member.is_here:
        away = reader.say("party.away")
        return away if scene is None else reader.join_names((away, _down(scene, looker, reader)))
    if scene is not None:
        return _down(scene, looker, reader)
    if (camp := member.camp) is not None:
        return reader.say("party.camps", name=camp.name_for(looker))
    place = people.place_of(member, looker)
    if place.kind != "hall":
        return place_text(place, reader)
    if member.location == looker.location:
        return reader.say("party.here")
    return str(member.location.get_display_name(looker)) if member.location else ""


def _down(scene: Any, looker: Any, reader: Reader) -> str:
    state = outside_of(scene, reader)
    name = scene.name_for(looker)
    return reader.say("party.down", name=name, state=state) if state else name


def _sheets_of(members: Sequence[Any]) -> dict[int, list[Sheet]]:
    """The sheets of people, by the number of their account."""
    found: dict[int, list[Sheet]] = {}
    accounts = [each.player_account for each in members]
    rows = Sheet.objects.filter(account__in=accounts, alive=True)
    for sheet in rows.select_related("lease"):
        found.setdefault(sheet.account_id, []).append(sheet)
    return found


def sheet_told(sheet: Sheet, reader: Reader) -> str:
    """What others may know of a sheet, as a game of its realm says (`member` of its board)."""
    for pack in games_of(sheet.realm, games.games_by_id().values()):
        names = pack.board.get("member", ())
        if not names:
            continue
        fields, text = _fields_of(sheet), Text(pack, reader.language)
        return reader.join_names(
            reader.say("sheet.value", name=text.field(name), value=fields[name])
            for name in names
            if fields.get(name)
        )
    return ""


def _fields_of(sheet: Sheet) -> dict[str, Any]:
    """The numbers on a sheet, as they stand in the match that has it."""
    host = registry.host_of(sheet.lease.match_id) if sheet.lease is not None else None
    if host is None or sheet.lease is None:
        return dict(sheet.fields)
    return owned_in_match(sheet, host.match, sheet.lease.seat)[0]


# -- others


def looking_lines(parties: Sequence[Any], looker: Any, reader: Reader) -> list[str]:
    """The parties that look for others."""
    lines = []
    for party in parties[:LISTED]:
        place = party.place
        details = {
            "name": party.leader.key,
            "size": party.size,
            "wanted": party.wanted,
            "place": place.get_display_name(looker) if place is not None else "-",
        }
        lines += _sentence("looking", reader, **details)
    if len(parties) > LISTED:
        lines += _sentence("more", reader, count=len(parties) - LISTED)
    return lines or _sentence("none_looking", reader)
