"""
Scenes: matches without a table, at a person, a place or a way.

Two attributes of an object say what is opened there: `scene`, the id of a game, and
`scene_options`, its options by name. Who opens it stays where they are, and nobody else sees the
match. A `Scene` is no object of the database: it stands for a running match, as long as that is in
memory, and each character in it keeps the number of its record (`scene_id`), by which it is found
again after a restart, or when the match was left alone for so long that it sleeps. Begin with
`openings_at`, `open_scene` and `scene_of`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from rules.pack import Pack, pack_of_match
from rules.running.bring import STOCK
from rules.running.journal import standing_answers
from rules.running.match import Match
from server.names import distinct_names
from typeclasses.objects import render_safely
from typeclasses.parts.absence import Absence
from typeclasses.parts.beginning import begin_match, deal_match
from typeclasses.parts.camping import Camping
from typeclasses.parts.leaving import NUMBER, Leaving, free, is_of
from typeclasses.parts.places import check_unseated
from typeclasses.parts.stage import Stage
from typeclasses.parts.summing import tell_summary
from typeclasses.plain import plain_value
from typeclasses.tagged import object_of
from world.accounts import limits
from world.errors import TableError
from world.locale.reader import reader_of
from world.models import MatchRecord, Stake
from world.play import deeds
from world.play.hosting import recovery, storing
from world.play.hosting.events import (
    WITHOUT_RESULT,
    Changed,
    Ended,
    Event,
    FellAsleep,
    Settled,
)
from world.play.hosting.host import MatchHost
from world.play.hosting.seating import Sitter
from world.play.hosting.storing import MatchLost
from world.play.hosting.undoing import Undoing
from world.render import announce, hallnews, oob, stakes
from world.render.scene import place_name, where_text
from world.sheets.stakes import BACK, LOST
from world.sheets.stock import open_stock
from world.shelf import decks, games

SCENE, OPTIONS = "scene", "scene_options"  # attributes of an object: the game, and its options
HIRED = "hired"  # option of a game: how many of the last seats are nobody's

#: The scenes in memory, by the number of their match.
_scenes: dict[int, Scene] = {}


# -- what can be opened


class Opening(NamedTuple):
    """What an object opens: a game by its id, which may be gone, with options."""

    place: Any
    game: str
    options: dict[str, Any]

    @property
    def pack(self) -> Pack | None:
        """The game, if it is on the shelf."""
        return games.games_by_id().get(self.game)


def opening_of(thing: Any) -> Opening | None:
    """What an object opens; None if nothing."""
    game = plain_value(thing, SCENE)
    if not isinstance(game, str) or not game.strip():
        return None
    given = plain_value(thing, OPTIONS)
    return Opening(thing, game.strip(), dict(given) if isinstance(given, dict) else {})


def openings_at(place: Any, looker: Any) -> list[Opening]:
    """What somebody can open in a room: that of the room itself, of who and what is in it."""
    if place is None or hasattr(place, "occupants"):  # at a table people play at the table
        return []
    return openings_among((place, *place.contents_get()), looker)


def openings_among(things: Iterable[Any], looker: Any) -> list[Opening]:
    """What somebody can open of some things."""
    return [
        found
        for thing in things
        if thing != looker and (found := opening_of(thing)) and _may_open(thing, looker)
    ]


def _may_open(thing: Any, looker: Any) -> bool:
    way = getattr(thing, "destination", None) is not None
    return thing.access(looker, "view") and (not way or thing.access(looker, "traverse"))


class Bot(NamedTuple):
    """Who plays a seat of a scene that no person has: a kind of bot, and its deck."""

    name: str
    kind: str
    deck: decks.Choice = None


def open_scene(
    character: Any,
    opening: Opening,
    others: Sequence[Any] = (),
    against: Sequence[Bot] = (),
    chosen: decks.Choice = None,
    also: Callable[[MatchRecord], None] | None = None,
) -> Scene:
    """
    Begin what an object opens, with the character in the first seat, `others` in those after it,
    and then those they play `against`. `chosen` is the deck of who opens it, where it is not the
    one they have chosen for the game; `also` as of `MatchHost.start`.

    :raises TableError: `inScene` (name), `seatedElsewhere` (table), `sceneInSandbox`, `sceneGone`
        (name, game), `sceneSeats` (name, count, seats), `tooOften`; those of `begin_match`.
    """
    people = [character, *others]
    for person in people:
        check_free(person)
    pack = check_people(opening, character, len(people) + len(against))
    limits.check_limit(character, "openScene")
    sitters, brought = _seats_of(people, pack)
    if pack.program.deck_rules is not None and chosen is not None:
        brought[0] = chosen
    host = begin_match(
        pack,
        [*sitters, *(Sitter(bot.name, bot=bot.kind) for bot in against)],
        [*brought, *(bot.deck for bot in against)],
        {**opening.options, **_stock_at(pack, opening.place), **_hired(pack, len(against))},
        private=True,
        place=opening.place,
        also=also,
    )
    scene = Scene(host, [*people, *(None for _ in against)])
    for person in people:
        person.ndb.seen_moment = None  # of what was played before
        person.enter_scene(scene)
    hallnews.note_change()
    host.announce()
    return scene


def deal_scene(character: Any, opening: Opening) -> Match:
    """What somebody alone would begin, dealt only (`deal_match`). Raises as `open_scene`."""
    check_free(character)
    pack = check_people(opening, character, 1)
    options = {**opening.options, **_stock_at(pack, opening.place), **_hired(pack, 0)}
    return deal_match(pack, *_seats_of([character], pack), options)


def _seats_of(people: Sequence[Any], pack: Pack) -> tuple[list[Sitter], list[decks.Choice]]:
    """Where people sit, and the decks they have chosen for a game of decks."""
    sitters = [Sitter(person.key, person.player_account) for person in people]
    if pack.program.deck_rules is None:
        return sitters, [None] * len(sitters)
    return sitters, [decks.preferred_choice(sitter.account, pack) for sitter in sitters]


def _stock_at(pack: Pack, place: Any) -> dict[str, Any]:
    """What lies there of a game that does not say itself where its stock lies (`stock`)."""
    shelves = pack.program.bringing.stock.values()
    here = {shelf.zone: place.dbref for shelf in shelves if not shelf.place}
    return {STOCK: open_stock(pack, here)} if here else {}


def _hired(pack: Pack, count: int) -> dict[str, Any]:
    """How many of the last seats are hired hands, for a game with the option `hired`."""
    return {HIRED: count} if HIRED in pack.program.options else {}


def check_free(person: Any) -> None:
    """:raises TableError: `inScene` (name), `seatedElsewhere` (table), `sceneInSandbox`."""
    check_unseated(person)
    if person.ndb.sandbox is not None:
        raise TableError("sceneInSandbox")


def check_people(opening: Opening, asker: Any, count: int) -> Pack:
    """
    The game of a scene for so many people.

    :raises TableError: `sceneGone` (name, game), `sceneSeats` (name, count, seats).
    """
    name, pack = place_name(opening.place, asker), opening.pack
    if pack is None:
        raise TableError("sceneGone", name=name, game=opening.game)
    if count not in pack.program.seats:
        seats = sorted(pack.program.seats)
        raise TableError("sceneSeats", name=name, count=count, seats=seats)
    return pack


def is_for_parties(pack: Pack) -> bool:
    """Whether a party goes into a game together: one in which people may camp."""
    return bool(pack.times.camp) and max(pack.program.seats) > 1


# -- those that go on


def scene_of(character: Any) -> Scene | None:
    """The scene a character is in. One that sleeps is woken; of one that is over they are told."""
    number = plain_value(character, NUMBER)
    if number is None:
        return None
    scene = _scenes.get(number)
    return scene if scene is not None else _find_again(number, character)


def scene_in_memory(character: Any) -> Scene | None:
    """The same, of those that do not sleep."""
    number = plain_value(character, NUMBER)
    return scene_numbered(number) if number is not None else None


def scene_numbered(number: int) -> Scene | None:
    """The scene in memory of a match."""
    return _scenes.get(number)


def scenes_at(places: Iterable[Any]) -> list[Scene]:
    """The scenes in memory that are at any of these objects, the oldest first."""
    numbers = {place.pk for place in places}
    return [scene for _, scene in sorted(_scenes.items()) if scene.record.place_id in numbers]


def _find_again(number: int, character: Any) -> Scene | None:
    """The scene of a match that is in the database alone."""
    rows = MatchRecord.objects.filter(pk=number).select_related("pack_version", "place")
    record = rows.first()
    if record is not None and record.status == MatchRecord.Status.RUNNING:
        with suppress(MatchLost):
            return Scene(recovery.wake(record), people_of(record))
        record.refresh_from_db()
    character.leave_scene()
    if record is None:
        return None
    if record.status == MatchRecord.Status.BROKEN:
        render_safely(announce.show_scene_lost, character, record)
    elif record.status == MatchRecord.Status.ABANDONED:
        render_safely(announce.show_scene_closed, character, record)
    else:
        seat = record.seats.filter(account=character.player_account).first()
        if seat is not None and seat.has_won:
            _pass_through(character, record.place)
    return None


def people_of(record: MatchRecord) -> list[Any]:
    """Who is in a scene, by seat: characters, or None; also those who camp meanwhile."""
    found = []
    for seat in record.seats.select_related("account").order_by("seat"):
        own = seat.account.characters.all() if seat.account is not None else ()
        found.append(next((c for c in own if is_of(c, record.pk)), None))
    return found


def restore(host: MatchHost) -> None:
    """A match that is a scene goes on after a restart of the server."""
    people = people_of(host.record)
    if not any(people):
        host.abandon("nobody is in the scene")
        return
    scene = Scene(host, people)
    scene.to_greet = {seat for seat, person in enumerate(people) if person is not None}
    # Connections that have outlived the server are taken over right after this.
    host.clock.callLater(0, scene.show_prompts)


def look_after(now: float) -> None:
    """
    Ask those again whose connection has outlived the server; end what several have begun and all
    have left. `now`: seconds of any clock.
    """
    for scene in list(_scenes.values()):
        if scene.to_greet:
            scene.show_prompts()
        scene.look_after(now)


def forget_all() -> None:
    """Let go of every scene, as if the process had died. For tests."""
    _scenes.clear()


class Scene(Leaving, Camping, Absence, Stage):
    """A match that is played without a table, while it is in memory."""

    number = 0  # as clients know it: those of tables count from 1
    is_scene = True

    def __init__(self, host: MatchHost, people: Iterable[Any]):
        self._host, self.state = host, "playing"
        super().__init__()
        self._people = [person.pk if person is not None else None for person in people]
        self._gone_home: set[int] = set()  # seats that have just settled
        _scenes[host.record.pk] = self
        for reader in (announce.TextReader(self, host), oob.DataReader(self, host), self):
            host.readers.add_reader(reader)
        host.is_present = self._is_present
        rivals = not is_for_parties(self.pack)  # else bots are hands, who are hired
        self.has_board = rivals and any(sitter.bot for sitter in host.seating.sitters)
        #: What it is played for against a person of the world; None for nothing.
        self.stake = Stake.objects.filter(match=self.record).first() if self.has_board else None

    @property
    def host(self) -> MatchHost:
        """Who hosts the match."""
        return self._host

    @property
    def record(self) -> MatchRecord:
        """What the database knows of the match."""
        return self._host.record

    @property
    def pack(self) -> Pack:
        """The game."""
        return pack_of_match(self._host.match)

    @property
    def place(self) -> Any:
        """The person, place or way it is at; None where that is gone."""
        place = self.record.place
        return place if place is not None and place.pk is not None else None

    @property
    def is_expedition(self) -> bool:
        """Whether it began with more than one seat, of a game in which one may camp."""
        return is_for_parties(self.pack) and len(self._host.seating.sitters) > 1

    @property
    def is_game(self) -> bool:
        """Whether it is a game to be won or lost, and no visit."""
        return self.has_board or is_for_parties(self.pack)

    def name_for(self, looker: Any) -> str:
        """What it is at, in the language of who reads it."""
        return where_text(self.record, looker)

    # ------------------------------------------------------------------ people

    @property
    def names(self) -> list[str]:
        """The name to show for each seat."""
        return list(distinct_names(tuple(sitter.name for sitter in self._host.seating.sitters)))

    def seat_of(self, character: Any) -> int | None:
        """The seat of a character, or None."""
        pk = character.pk
        return self._people.index(pk) if pk is not None and pk in self._people else None

    def characters(self) -> list[Any]:
        """Those who are in it; not those who camp still."""
        return [found for each in self._people if (found := self._in_it(each)) is not None]

    def _in_it(self, number: int | None) -> Any:
        character = object_of(number)
        inside = character is not None and plain_value(character, NUMBER) == self.record.pk
        return character if inside else None

    def is_at(self, character: Any) -> bool:
        """Whether somebody is in it, with a client."""
        return character.is_here and self._in_it(character.pk) is not None

    def people(self) -> list[Any]:
        """Those who are in it, with a client."""
        return [each for each in self.characters() if each.is_here]

    def audience(self, stand: MatchHost) -> list[Any]:
        """The same: nobody looks on."""
        return self.people()

    def stand_for(self, character: Any) -> MatchHost | None:
        """The match as somebody may know it: none of others."""
        return self._host if self.seat_of(character) is not None else None

    def match_for(self, character: Any) -> Any:
        """The same as a match."""
        return self.match if self.seat_of(character) is not None else None

    def state_for(self, character: Any) -> str:
        """It is played as long as one is in it."""
        return self.state

    def is_owner(self, character: Any) -> bool:
        """Nobody decides about it: it is as its builder wants it."""
        return False

    def undoing(self, character: Any) -> Undoing:
        """
        As `Stage.undoing`; what is played for something is not taken back by one alone.

        :raises TableError: `stakeUndo` (name); those of `Stage.undoing`.
        """
        if self.stake is not None:
            raise TableError("stakeUndo", name=self.name_for(character))
        return super().undoing(character)

    def has_way_back(self) -> bool:
        """Where something is at stake there is none."""
        return self.stake is None and super().has_way_back()

    def hints_allowed(self) -> bool:
        """Nobody asks bots for help where something is at stake."""
        return self.stake is None and super().hints_allowed()

    def check_hints(self) -> None:
        """:raises TableError: `stakeHints`, `hintsOff`."""
        if self.stake is not None:
            raise TableError("stakeHints")
        super().check_hints()

    def can_take_back(self, seat: int) -> bool:
        """Whether this seat can take back an answer without asking: alone one always can."""
        host = self._running_host()
        if host is None or not self.has_way_back() or host.seating.among_people:
            return super().can_take_back(seat)
        return any(other == seat for _, (other, *_) in standing_answers(host.match.journal))

    def _is_present(self, seat: int) -> bool:
        character = self._in_it(self._people[seat])
        return character is not None and character.is_here

    # ------------------------------------------------------------------ its end

    def read(self, event: Event) -> None:
        """It is over, one way or the other; or it sleeps."""
        if isinstance(event, Ended):
            told = (self.record, self.match, self.names)
            storing.write_later("deeds", deeds.note_deeds, *told)
            tell_summary(self, self.people())
            self._free_people(event.outcome.won)
        elif isinstance(event, WITHOUT_RESULT):
            self._tell_of_stake()
            self._free_people(())
        elif isinstance(event, FellAsleep):
            _scenes.pop(self.record.pk, None)
        elif isinstance(event, Settled):
            self._gone_home.add(event.seat)
        elif isinstance(event, Changed) and not self._host.match.is_over:
            for seat in self._gone_home:  # they have read how they left
                self._let_go(seat)
            self._gone_home.clear()

    def _tell_of_stake(self) -> None:
        """What becomes of the stake of a match without a result."""
        if self.stake is None:
            return
        result = LOST if self._host.has_conceded(self.stake.seat) else BACK
        for person in self.people():
            reader = reader_of(person)
            told = (self.stake, result, self.name_for(person), reader)
            lines = render_safely(stakes.result_lines, *told)
            announce.send_lines(person, lines or (), "notice")

    def _free_people(self, won: Sequence[int]) -> None:
        """Nobody is in it any more; who has won goes the way it was at, if it was at one."""
        people = [object_of(each) for each in self._people]
        place = self.place
        self.state = "finished"
        _scenes.pop(self.record.pk, None)
        for seat, character in enumerate(people):
            if character is not None:
                free(character, self.record.pk)
                if seat in won:
                    _pass_through(character, place)
        hallnews.note_change()


def _pass_through(character: Any, way: Any) -> None:
    """Who has come to the end of a scene at a way goes it."""
    target = getattr(way, "destination", None)
    if target not in (None, character.location) and character.location == way.location:
        character.move_to(target, move_type="traverse")
