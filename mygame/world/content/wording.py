"""
Cards by their sentences, and as authors write them: what somebody types is read beside the server,
and a card of it is laid out as a text, with an id like those of its like.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import count, product
from operator import eq
from typing import Any

from django.conf import settings
from evennia.utils import logger
from twisted.internet import defer

from rules.ground.processes import limit_process
from rules.pack import Pack, pieces
from rules.pack.interface import engine_digest
from rules.workshop import understanding
from rules.workshop.headings import usual_kind
from rules.workshop.layout import lay_out_card
from rules.workshop.templates import name_in_ids
from server import cleaning
from world.accounts import roles
from world.background import workers as beside
from world.content import authoring, browsing, checking, proposing, publishing
from world.errors import TableError
from world.locale.messages import LANGUAGES
from world.models import Wish
from world.shelf import games

LONGEST = 400  # characters of a sentence

workers = beside.Workers(lambda: 1, limit_process)
# To learn a pack's sentences takes seconds: for a builder who waits, and ahead, after a start.
learners = beside.Workers(lambda: 1, limit_process, nice=0)
early_learners = beside.Workers(lambda: 1, limit_process)

MOST_WISHED = 10_000  # of which is known who wanted it
_wished: set[tuple[int, int]] = set()  # accounts and wishes
_learned: dict[tuple[str, str], defer.Deferred] = {}  # by version and language; also what goes on


def prepare_sentences(who: Any, folder: str, language: str) -> None:
    """
    Learn how cards of a game are told, once a version and language, before the first sentence is
    asked for; for those who may write, others wait for nothing.
    """
    pack = next((each for each in games.games_by_id().values() if each.folder == folder), None)
    if pack is None or not settings.READING_AHEAD:
        return
    if (pack.hash, language) not in _learned and roles.is_allowed(who, "write", folder):
        _learn(pack, language, learners)


@defer.inlineCallbacks
def learn_games() -> Any:
    """
    Learn how the cards of games are told, one after the other, so that whoever turns to one need
    not wait for that; not of variants, which few write for. What was learned at an earlier start
    takes no time.
    """
    whole = [pack for pack in games.offered().values() if len(pack.origin.folders) == 1]
    for pack, language in product(whole, LANGUAGES):
        if (pack.hash, language) not in _learned:
            _learn(pack, language, early_learners)
        yield checking.await_end(_learned[pack.hash, language])
    early_learners.stop()


def _learn(pack: Pack, language: str, pool: beside.Workers) -> None:
    job = (engine_digest(), checking.pack_location(pack), settings.READING_SECONDS, language)
    asked = pool.ask(understanding.learn_sentences, *job).addErrback(_ignore_failure)
    _learned[pack.hash, language] = asked


def _ignore_failure(failure: Any) -> None:
    """Who asks for a sentence is told why; here nobody waits for it."""
    logger.log_warn(f"Sentences are not learned: {failure.getErrorMessage()}")


def read_sentence(
    who: Any,
    folder: str,
    language: str,
    text: str,
    kind: str = "",
    facts: Mapping[str, Any] | None = None,
) -> defer.Deferred:
    """
    How a sentence can be understood as what a card does: fires with `readings` (each `behaviors`,
    its `sentence` by language, and the `facts` that it says), how far it was understood (`upto`),
    and what could come `next` there. While it is being learned how cards are told, what ways of
    saying alone give is told at once (`learning`).

    :raises TableError: `mayNot`, `unknownGame`, `sentenceTooLong`, `checksWaiting`; the Deferred:
        `sentenceTooLong`, `sentenceTooMuch`, `checkStopped`, `outdated`.
    """
    asked = _ask_for_reading(
        understanding.read_sentence, who, folder, language, text, kind, facts,
        meanwhile=understanding.read_meanwhile,
    )  # fmt: skip
    return asked.addCallback(_note_wishes, who, folder, language, cleaning.clean_line(text))


def propose_sentence(
    who: Any, folder: str, language: str, text: str, kind: str = "",
    facts: Mapping[str, Any] | None = None,
) -> defer.Deferred:  # fmt: skip
    """
    What the house's model proposes for a sentence that is not read, read like any other: as
    `read_sentence`, and `proposed`.

    :raises TableError: as `read_sentence` and `proposing.propose_sentence`.
    """
    like = _ask_for_reading(understanding.read_sentence, who, folder, language, text, kind, facts)

    def propose(found: dict[str, Any]) -> defer.Deferred:
        told = [each["sentence"].get(language, "") for each in (*found["begun"], *found["nearby"])]
        return proposing.propose_sentence(who, cleaning.clean_line(text), told)

    def read(said: str) -> defer.Deferred:
        task = understanding.read_sentence
        asked = _ask_for_reading(task, who, folder, language, said, kind, facts)
        return asked.addCallback(lambda found: {**found, "proposed": said})

    return like.addCallback(propose).addCallback(read)


def _note_wishes(
    found: dict[str, Any], who: Any, folder: str, language: str, text: str
) -> dict[str, Any]:
    """Count what somebody wanted and the game has no word for, once each while this runs."""
    for lacking in found["lacking"]:
        row, made = Wish.objects.get_or_create(
            folder=folder, language=language, lacking=lacking[:200], defaults={"text": text}
        )
        if not made:
            row.text = text
            row.count += (who.pk, row.pk) not in _wished
            row.save(update_fields=["text", "count", "last_at"])
        if len(_wished) < MOST_WISHED:
            _wished.add((who.pk, row.pk))
    return found


def complete_sentence(
    who: Any,
    folder: str,
    language: str,
    text: str,
    kind: str = "",
    facts: Mapping[str, Any] | None = None,
) -> defer.Deferred:
    """The same without readings, quickly: how a sentence could go on."""
    return _ask_for_reading(
        understanding.complete_sentence, who, folder, language, text, kind, facts
    )


def _ask_for_reading(
    task: Any, who: Any, folder: str, language: str, text: str, kind: str, facts: Any,
    meanwhile: Any = None,
) -> defer.Deferred:  # fmt: skip
    """What a task finds; if it is still being learned how cards are told, `meanwhile` first."""
    roles.require_right(who, "write", folder)
    if len(text) > LONGEST:
        raise TableError("sentenceTooLong", limit=LONGEST)
    if language not in LANGUAGES:
        raise TableError("badLanguage", names=list(LANGUAGES))
    pack = browsing.pack_in(folder)
    text, known = cleaning.clean_line(text), checking.pack_location(pack)
    job = (
        engine_digest(),
        known,
        settings.READING_SECONDS,
        language,
        text,
        kind,
        dict(facts or {}),
    )
    prepare_sentences(who, folder, language)
    after = _learned.get((pack.hash, language))

    def read(found: dict[str, Any] | None = None) -> Any:
        if found is not None and (found["readings"] or not found["learning"]):
            return found
        return checking.ask_process(who, task, *job, pool=workers, after=after)

    if meanwhile is None or after is None or after.called:
        asked = read()
    else:
        asked = checking.ask_process(who, meanwhile, *job, pool=workers).addCallback(read)
    return asked.addCallback(_check_understood)


def _check_understood(found: dict[str, Any]) -> dict[str, Any]:
    """:raises TableError: `sentenceTooLong`, `sentenceTooMuch`."""
    refused = found.pop("refused")
    if refused == "too_long":
        raise TableError("sentenceTooLong", limit=LONGEST)
    if refused:
        raise TableError("sentenceTooMuch")
    return {**found, "model": proposing.is_there(), "proposed": ""}


def stop() -> None:
    """End the processes."""
    workers.stop()
    learners.stop()
    early_learners.stop()
    _learned.clear()


# -- a card as a text


def card_text(
    behaviors: list[Any],
    facts: Mapping[str, Any],
    name: Mapping[str, str],
    card_id: str,
    kind: str = "",
    answers: Mapping[str, Any] | None = None,
    count: int | str = 1,
) -> str:
    """The JSON5 of a card as authors write it; `kind` only where the id does not say it."""
    card: dict[str, Any] = {"id": card_id, "count": count, "name": dict(name), **facts}
    if kind and kind not in card_id.split("."):
        card["kind"] = kind
    if behaviors:
        card["behaviors"] = behaviors
    if answers:
        card["answers"] = dict(answers)
    return lay_out_card(card)


def new_card_id(
    folder: str,
    name: str | Mapping[str, str],
    kind: str = "",
    facts: Mapping[str, Any] | None = None,
) -> str:
    """
    An id that no card of a pack and no draft has: that of most of its like, with the English name;
    without one, its kind and which of them it is.

    :raises TableError: `unknownGame`.
    """
    pack = browsing.pack_in(folder)
    slug = slug_of(name)
    stem = _id_stem(pack, kind, facts or {})
    taken = {*pack.program.catalogue.definitions, *authoring.cards_in_draft(folder)}
    if slug and (first := f"{stem}{slug}") not in taken:
        return first
    kind = kind or usual_kind(pack)
    first_number = 2 if slug else 1 + sum(card.kind == kind for card in pack.cards)
    numbered = (f"{stem}{slug or kind}_{number}" for number in count(first_number))
    return next(each for each in numbered if each not in taken)


def slug_of(name: str | Mapping[str, str]) -> str:
    """The last part of an id for a name; "" if no letters give one."""
    names = {"en": name} if isinstance(name, str) else name
    return name_in_ids(names)[: pieces.LONGEST // 4]


def free_entry_id(names: Mapping[str, str], known: Mapping[str, Any], kind: str) -> str:
    """An id for a new entry beside those that are known; its kind where no letters give one."""
    stem = slug_of(names) or kind
    numbered = (f"{stem}_{number}" for number in range(2, len(known) + 3))
    return next(each for each in (stem, *numbered) if each not in known)


def _id_stem(pack: Pack, kind: str, facts: Mapping[str, Any]) -> str:
    """
    What the ids of most cards of a kind begin with; of those that have the same symbols printed on
    them, such as their class. A symbol that is a part of it is the card's own.
    """
    stems: Counter[str] = Counter()
    symbols = [each for each in pack.program.properties.values() if each.type == "symbol"]

    def own(found: Mapping[str, Any]) -> list[Any]:
        values = [found.get(each.name, each.default) for each in symbols]
        return [
            each if isinstance(each, str) else pack.program.symbol_name(each) for each in values
        ]

    wanted = own(facts)
    for card in pack.cards:
        if card.count and (not kind or card.kind == kind):  # no token of another card
            alike = sum(map(eq, own(card.facts), wanted))
            stems[card.id.rpartition(".")[0]] += 1000**alike
    stem = max(stems, key=lambda each: stems[each]) if stems else f"{pack.id}.{kind}".strip(".")
    parts = stem.split(".")
    for symbol, value in zip(symbols, wanted, strict=True):
        if value in symbol.domain:
            parts = [str(value) if part in symbol.domain else part for part in parts]
    stem = ".".join(parts)
    return f"{stem}." if stem else ""


def pack_with(who: Any, draft: Any) -> defer.Deferred:
    """
    Fires with the pack as it would be with a draft, for tables that try it out; it is on no shelf.

    :raises TableError: `mayNot`, `unknownGame`; the Deferred: `draftHasProblems`, `checkStopped`,
        `outdated`.
    """
    authoring.need_own_or(who, draft, "review")
    puts = authoring.puts_of([draft, *authoring.companions_of(draft)])
    browsing.pack_in(draft.folder)
    made = publishing.version_with(draft.folder, puts)
    return made.addCallback(_pack_of, draft.pk)


def _pack_of(outcome: publishing.Outcome, number: int) -> Pack:
    if outcome.stopped:
        raise TableError("checkStopped", seconds=settings.PUBLISHING_SECONDS)
    if outcome.outdated:
        raise TableError("outdated")
    if outcome.problems or outcome.pack is None:
        raise TableError("draftHasProblems", number=number, count=len(outcome.problems))
    return outcome.pack
