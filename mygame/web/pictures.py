"""
Pictures beside links to our pages elsewhere: of games, cards, decks, matches, tables and people.

They are drawn from what the page tells, by a process of their own that gives way to everything
else, and kept by what they tell (the cache `pictures`). Who may not see a page gets no picture of
it either. Begin with `_answer`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from twisted.internet import defer

from rules.pack import Pack
from rules.running.decks import CODE, deck_rules
from server import chinese
from server.threads import in_reactor
from web import raster, replay, shelf, table
from web.cards import catalogue_of
from web.deckplan import cover_of, facts_of, makeup_of, plan_of
from web.drawing import Bar, Row, Sheet, draw_sheet
from web.emblem import Emblem, emblem_of, hash_text
from web.pages import people
from web.words import LANGUAGE_CODES, TRADITIONAL
from world.accounts import limits
from world.background.workers import Workers, twisted_reactor
from world.errors import TableError
from world.locale.messages import message, strip_marks
from world.locale.reader import Reader
from world.models import MatchRecord
from world.render import history as told
from world.render import people as told_of
from world.shelf import decks as book

HOUR = 60 * 60
MOST_WAITING = 6  # who want one drawn meanwhile; the next is told to come back
PATIENCE = 20  # seconds, those in the queue included
FAN = 3  # cards
LONGEST_CODE = 8000  # characters of a deck as text

_workers = Workers(lambda: 1, nice=15)


class Busy(Exception):
    """Too many want pictures at once."""


@require_safe
def game_picture(request: HttpRequest, pack_id: str, language: str) -> HttpResponse:
    """A game: its name, what it is like, three of its cards."""
    pack, own = shelf.pack_named(pack_id), _own(language)
    game = shelf.game_of(pack, own)
    seats = strip_marks(message("web.game.seats", own, seats=game.seats))
    facts = " · ".join(filter(None, (seats, game.face.length)))
    return _answer(
        request, language, Sheet(facts, game.name, game.face.line, (), _cards(pack, game.id))
    )


@require_safe
def card_picture(request: HttpRequest, pack_id: str, card_id: str, language: str) -> HttpResponse:
    """A card: what is printed on it."""
    pack, own = shelf.pack_named(pack_id), _own(language)
    entry = catalogue_of(pack, own).entries.get(card_id)
    if entry is None:
        raise Http404
    symbols = [shelf.game_of(pack, own).name, *(each.value for each in entry.symbols)]
    numbers = " · ".join(f"{each.label} {each.value}" for each in entry.numbers)
    said = "\n".join(filter(None, (numbers, entry.text or entry.flavour)))
    emblem = emblem_of(pack, entry.id, entry.kind, entry.values)
    return _answer(request, language, Sheet(" · ".join(symbols), entry.name, said, (), [emblem]))


@require_safe
def match_picture(request: HttpRequest, number: int, language: str) -> HttpResponse:
    """A match that is over: who came where."""
    record, reader = replay.match_or_404(request, number), Reader(_own(language), plain=True)
    seats = sorted(record.seats.all(), key=lambda row: (row.place or 99, row.seat))
    rows = [Row(told.name_of(each, reader), each.seat, str(each.place or "–")) for each in seats]
    title = reader.say("replay.title", number=record.pk, game=told.game_name(record, reader))
    length, cards = told.length_text(record, reader), _cards_of_match(record)
    sheet = Sheet(length, title, "", rows, cards, curves=_curves_of_match(record, len(seats)))
    return _answer(request, language, sheet, shared=not request.user.is_authenticated)


@require_safe
def deck_picture(request: HttpRequest, pack_id: str, language: str) -> HttpResponse:
    """A deck by its code (`?code=deck:...`): its cover, what it is made of, what its cards cost."""
    asked, own = shelf.pack_named(pack_id), _own(language)
    if asked.program.deck_rules is None:
        raise Http404
    code = request.GET.get("code", "")[:LONGEST_CODE]
    try:
        pack, cards = book.read_deck(asked, code if code.startswith(CODE) else "")
    except TableError as error:
        raise Http404 from error
    game, entries = shelf.game_of(pack, own).name, catalogue_of(pack, own).entries
    plan, cover = plan_of(pack, cards, entries), cover_of(pack, cards)
    sheet = Sheet(
        f"{game} · {facts_of(plan, sum(map(len, cards.values())), own)}",
        entries[cover].name if cover in entries else game,
        makeup_of(plan),
        cards=_fan_of(pack, cards, cover),
        bars=[Bar(bar.label, bar.tenths) for bar in plan.curve],
    )
    return _answer(request, language, sheet)


@require_safe
def table_picture(request: HttpRequest, number: int, language: str) -> HttpResponse:
    """A table that is nobody's secret: what is played there, who sits there, what is free."""
    found = in_reactor(table.told_of_table, number) if len(str(number)) <= table.NUMBERS else None
    if found is None:
        raise Http404
    pack, own = shelf.pack_named(found.game), _own(language)
    rows = [Row(name, seat, str(seat + 1)) for seat, name in enumerate(found.names)]
    state = message(f"browser.lobby.state.{found.state}", own)
    game = shelf.game_of(pack, own).name
    title = message("browser.lobby.table", own, number=number, game=game)
    return _answer(request, language, Sheet(state, title, "", rows, _cards(pack, str(number))))


@require_safe
def person_picture(request: HttpRequest, name: str, language: str) -> HttpResponse:
    """A person: how they have fared, as anybody may know."""
    account, own = people.find_account(name), _own(language)
    reader = Reader(own, plain=True)
    card = in_reactor(people.card_of_account, account, None)
    records = sorted(card.records, key=lambda row: -row.met)[:4]
    said = "\n".join(
        f"{told_of.game_name(row.game, reader)}: "
        + strip_marks(message("web.game.won", own, won=row.beat, played=row.met))
        for row in records
    )
    packs = [shelf.games.games_by_id().get(row.game) for row in records]
    cards = next((_cards(pack, account.username) for pack in packs if pack is not None), ())
    return _answer(request, language, Sheet("", card.name, said or card.about, (), cards))


def _own(language: str) -> str:
    """:raises Http404: if a language is none of ours."""
    if language not in LANGUAGE_CODES:
        raise Http404
    return "en" if language == "en" else "zh"


def _cards(pack: Pack, about: str) -> list[Emblem]:
    """Three cards of a game, the same ones always for the same thing, of three hues if it can."""
    cards = sorted((card for card in pack.cards), key=lambda card: hash_text(f"{about} {card.id}"))
    found: dict[float, Emblem] = {}
    for card in cards:
        emblem = emblem_of(pack, card.id, card.kind, card.facts)
        found.setdefault(round(emblem.hue / 30), emblem)
        if len(found) == FAN:
            break
    return list(found.values())


def _fan_of(pack: Pack, cards: Mapping[str, Sequence[str]], cover: str) -> list[Emblem]:
    """The cover of a deck in front, and two more of its cards, those that look otherwise first."""
    known = deck_rules(pack.program).limits
    held = dict.fromkeys(card for part in cards.values() for card in part if card in known)
    found: dict[str, Emblem] = {}
    for card in [cover, *sorted(held, key=hash_text)] if cover else []:
        emblem = emblem_of(pack, card, pack.card(card).kind, pack.card(card).facts)
        found.setdefault(emblem.path, emblem)
    return list(found.values())[:FAN]


def _curves_of_match(record: MatchRecord, seats: int) -> list[list[float]]:
    """How far each seat was in a match, moment by moment; nothing where that is not known."""
    points = ((record.summary or {}).get("curve") or {}).get("points") or []
    rows = [point["values"] for point in points]
    return [[row[seat] for row in rows] for seat in range(seats)] if len(rows) > 1 else []


def _cards_of_match(record: MatchRecord) -> list[Emblem]:
    pack = shelf.games.games_by_id().get(record.pack_version.pack_id)
    return _cards(pack, str(record.pk)) if pack is not None else []


def _answer(request: HttpRequest, language: str, sheet: Sheet, shared: bool = True) -> HttpResponse:
    """The picture of a sheet: one that is kept, or drawn now."""
    shapes, lines = draw_sheet(sheet, settings.SERVERNAME)
    if language == TRADITIONAL:
        lines = [line._replace(text=chinese.to_traditional(line.text)) for line in lines]
    key = hashlib.blake2b(repr((shapes, lines)).encode(), digest_size=16).hexdigest()
    picture = caches["pictures"].get(key)
    if picture is None:
        try:
            viewer = request.user if request.user.is_authenticated else None
            limits.check_visitor(viewer, request.origin_ip, "picture")
            picture = in_reactor(_drawn, shapes, lines)
        except (TableError, Busy, TimeoutError, defer.TimeoutError):
            return HttpResponse(status=503, headers={"Retry-After": "10"})
        caches["pictures"].set(key, picture)
    response = HttpResponse(picture, content_type="image/png")
    response.headers["Cache-Control"] = f"{'public' if shared else 'private'}, max-age={HOUR}"
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


def _drawn(shapes: str, lines: list[raster.Line]) -> Any:
    if not settings.SUMMARIES_BESIDE:
        return raster.draw(shapes, lines)
    if _workers.questions_waiting >= MOST_WAITING:
        return defer.fail(Busy())
    return _workers.ask(raster.draw, shapes, lines).addTimeout(PATIENCE, twisted_reactor())
