"""
What builders and reviewers read of content: pieces, drafts and their state, differences,
publications, trials. What people wrote is escaped; nothing is told by colour alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rules.ground.width import wrap
from rules.telling.phrasebook import in_language
from rules.workshop.checking import text_difference
from rules.workshop.problems import in_language as problem_in
from world.locale.messages import escape_colours, message
from world.locale.reader import Reader
from world.render import workbench

if TYPE_CHECKING:
    from rules.pack import CardDef
    from rules.pack.pieces import Piece
    from world.models import Draft, Publication, Revision

NAMED = 8  # files that are named of many
BAR = 20  # cells of a bar that shows how far something is
SIGNS = {"+": ("|g", "added"), "-": ("|r", "gone")}


def card_line(card: CardDef, drafted: bool, reader: Reader) -> str:
    """A card in a list: its name, its id, whether one has a draft of it."""
    name = escape_colours(in_language(card.name, reader.language))
    mark = reader.say("content.hasDraft") if drafted else ""
    return f"  {name}  {escape_colours(card.id)}{mark}"


def piece_lines(piece: Piece, reader: Reader) -> list[str]:
    """A piece as it is published, with its place."""
    key = "content.inherited" if piece.inherited else "content.at"
    head = reader.say(
        key, address=escape_colours(piece.address), file=escape_colours(piece.file), line=piece.line
    )
    return [*wrap(head, reader.width), *text_lines(piece.text)]


def text_lines(text: str) -> list[str]:
    """A text as somebody wrote it."""
    return [escape_colours(line) for line in text.splitlines()]


def difference_lines(before: str, after: str, reader: Reader) -> list[str]:
    """How a text became another: signs in front of lines, or words for who hears them."""
    lines = text_difference(before, after)
    if not lines:
        return [reader.say("content.same")]
    return [_difference_line(line, reader) for line in lines]


def _difference_line(line: str, reader: Reader) -> str:
    colour, word = SIGNS.get(line[:1], ("", ""))
    if line == "@@":
        return reader.say("content.gap")
    if not word:
        return escape_colours(line)
    if reader.plain:
        return reader.say(f"content.{word}", text=escape_colours(line[1:]))
    return f"{colour}{escape_colours(line)}|n"


def draft_line(draft: Draft, reader: Reader) -> str:
    """A draft in a list: what it is of, whose, how far it is."""
    return reader.say(
        "content.draft",
        number=draft.pk,
        address=escape_colours(draft.address),
        game=escape_colours(draft.folder),
        who=escape_colours(draft.author_name),
        state=state_of(draft, reader),
    )


def state_of(draft: Draft, reader: Reader) -> str:
    """How far a draft is, in words."""
    told = [reader.say(f"content.status.{draft.status}")]
    if not draft.text:
        told.append(reader.say("content.takesAway"))
    if draft.report is not None:
        problems = len(draft.report.get("problems") or ())
        told.append(reader.say("content.wrong" if problems else "content.right", count=problems))
    if draft.trial is not None:
        failed = draft.trial.get("failed", 0)
        told.append(reader.say("content.triedBadly" if failed else "content.triedWell"))
    return reader.join_names(told)


def review_lines(draft: Draft, now: str, reader: Reader) -> list[str]:
    """All that one needs to know to approve a draft."""
    lines = wrap(draft_line(draft, reader), reader.width)
    for key, text in (("comment", draft.comment), ("review", draft.review)):
        if text:
            told = reader.say(
                f"content.{key}", text=escape_colours(text), who=escape_colours(draft.reviewer_name)
            )
            lines += wrap(told, reader.width)
    lines += draft_difference_lines(draft, now, reader)
    if draft.report is not None:
        lines += workbench.report_lines(draft.report, reader)
    if draft.trial is not None:
        lines += trial_lines(draft.trial, reader)
    return lines


def draft_difference_lines(draft: Draft, now: str, reader: Reader) -> list[str]:
    """What a draft changes; and, if something else was published meanwhile, what that changed."""
    lines: list[str] = []
    if now != draft.base:
        told = reader.say("content.behind", number=draft.pk)
        lines += [*wrap(told, reader.width), *difference_lines(draft.base, now, reader)]
        lines += [reader.say("content.andDraft")]
    return lines + difference_lines(draft.base, draft.text, reader)


# -- trials


def progress_line(number: int, done: int, total: int, reader: Reader) -> str:
    """How far a trial is."""
    share = done / max(1, total)
    told = reader.say("content.trying", number=number, done=done, total=total)
    if reader.plain:
        return told
    full = round(share * BAR)
    return f"[{'#' * full}{'-' * (BAR - full)}] {share:.0%} {told}"


def trial_lines(found: Mapping[str, Any], reader: Reader) -> list[str]:
    """What the matches of a trial tell, and the searches."""
    lines = _match_lines(found, reader) if found["matches"] else []
    for line in search_lines(found, reader.language):
        lines += wrap(line, reader.width, indent="    ", first="")
    return lines or wrap(reader.say("content.nothingTouched"), reader.width)


def _match_lines(found: Mapping[str, Any], reader: Reader) -> list[str]:
    failed = found.get("failed", 0)
    key = "content.failed" if failed else "content.passed"
    lines = wrap(
        reader.say(
            key,
            matches=found["matches"],
            seconds=round(found.get("seconds", 0)),
            failed=failed,
            endless=found.get("endless", 0),
            limits=found.get("limits", 0),
        ),
        reader.width,
    )
    for each in found.get("failures") or ():
        lines += wrap(escape_colours(each), reader.width, indent="    ", first="  ")
    if found.get("others"):
        lines += wrap(reader.say("content.othersFailed", count=found["others"]), reader.width)
    if paired := paired_lines(found, reader.language):
        lines += [part for line in paired for part in wrap(line, reader.width, indent="      ")]
    else:
        told = strength_line(found, reader.language) or reader.say("content.strengthUnknown")
        lines += wrap(told, reader.width)
        lines += wrap(price_line(found, reader.language), reader.width)
    return [*lines, *_script_lines(found, reader)]


def _script_lines(found: Mapping[str, Any], reader: Reader) -> list[str]:
    """What the matches tell of scripts: of their bot, where it did not answer, what they told."""
    guided = guided_line(found, reader.language)
    unanswered = [
        reader.say("content.unansweredIn", text=escape_colours(text), count=count)
        for text, count in found.get("unanswered") or ()
    ]
    output = [escape_colours(line) for line in found.get("output") or ()]
    lines = wrap(guided, reader.width) if guided else []
    for key, told in (("unanswered", unanswered), ("output", output)):
        if told:
            lines += wrap(reader.say(f"content.{key}", count=len(told)), reader.width)
        for line in told:
            lines += wrap(line, reader.width, indent="    ", first="  ")
    return lines


def guided_line(found: Mapping[str, Any], language: str) -> str:
    """Whether what tells the bot how to play is worth anything; "" where nothing does."""
    guided = found.get("guided")
    if not guided:
        return ""
    if not guided["pairs"]:
        return message("content.guided.none", language)
    shown = {key: f"{abs(guided[key]):.1f}" for key in ("points", "margin", "with", "without")}
    return message(f"content.guided.{guided['verdict']}", language, pairs=guided["pairs"], **shown)


def paired_lines(found: Mapping[str, Any], language: str) -> list[str]:
    """What a card changes: a line for each measure, then the first of them by setting."""
    paired = found.get("paired")
    if not paired or not paired["pairs"]:
        return []
    lines = [message("content.paired.head", language, pairs=paired["pairs"])]
    for row in paired["measures"].values():
        name = escape_colours(str(row["told"].get(language) or ""))
        lines.append(_paired_line("measure", row, language, name=name))
    name = escape_colours(str(paired["setting"].get(language) or ""))
    return lines + [
        _paired_line("setting", row, language, name=name, at=row["at"])
        for row in paired["settings"]
    ]


def search_lines(found: Mapping[str, Any], language: str) -> list[str]:
    """
    What was searched of a world: that trade alone makes people richer, which quests cannot be
    finished and why, and which can; of one alone the way.
    """
    lines = []
    if gain := found.get("gain"):
        steps = escape_colours(" → ".join(gain["steps"]))
        lines.append(message("content.gain", language, steps=steps, amount=gain["amount"]))
    quests, names = found.get("quests") or (), {}
    for row in quests:
        names[row["quest"]] = name = escape_colours(in_language(row["names"], language))
        if row["why"]:
            why = [escape_colours(problem_in(each, language)) for each in row["why"]]
            told = message("content.quests.between", language).join(why)
            lines.append(message("content.quests.stuck", language, name=name, why=told))
    done = [row for row in quests if not row["why"]]
    if len(done) == 1:
        steps = escape_colours(" → ".join(done[0]["steps"]))
        told = names[done[0]["quest"]]
        lines.append(message("content.quests.way", language, name=told, steps=steps))
    elif done:
        told = message("comma", language).join(names[row["quest"]] for row in done)
        lines.append(message("content.quests.fine", language, count=len(done), names=told))
    if quests and found.get("searched"):
        numbers = " ".join(map(str, found["searched"]))
        lines.append(message("content.quests.together", language, numbers=numbers))
    return lines


def _paired_line(key: str, row: Mapping[str, Any], language: str, **more: Any) -> str:
    figures = {side: f"{row[side]:.1f}" for side in ("with", "without", "margin")}
    is_clear = abs(row["gain"]) > row["margin"]
    verdict = ("more" if row["gain"] > 0 else "less") if is_clear else "unclear"
    told = message(f"content.paired.{verdict}", language)
    gain = f"{row['gain']:+.1f}"
    return message(f"content.paired.{key}", language, gain=gain, verdict=told, **figures, **more)


def strength_line(found: Mapping[str, Any], language: str) -> str:
    """How strong a card is beside the others, in one line; "" where its matches do not tell."""
    strength, beside = found.get("strength"), found.get("beside")
    if not strength or not beside:
        return ""
    return message(
        "content.strength",
        language,
        played=found.get("played", 0),
        mean=f"{strength['mean']:.0%}",
        low=f"{strength['low']:.0%}",
        high=f"{strength['high']:.0%}",
        rank=beside["rank"],
        of=beside["of"],
        median=f"{beside['median']:.0%}",
    )


def price_line(found: Mapping[str, Any], language: str) -> str:
    """Of which cost the cards are that are as strong as one; "" where its matches do not tell."""
    price = found.get("pricing")
    if not price or not (price["like"] or price["rate"] is not None):
        return ""
    fair, like = price["verdict"] == "fair", price["like"]
    if fair:  # of its own cost, or of the nearest where no other card has that
        like = sorted(like, key=lambda cost: abs(cost - price["cost"]))[:1]
    told = message("comma", language).join(map(str, like))
    label = escape_colours(in_language(price["label"], language))
    key = "fair" if fair else f"{price['verdict']}{'' if like else 'est'}"
    rate = f"{price['rate'] or 0:.0%}"
    shown = {"label": label, "cost": price["cost"], "rate": rate, "costs": told}
    return message(f"content.price.{key}", language, **shown)


# -- what was published


def revision_line(row: Revision, reader: Reader) -> str:
    """A version of a piece in its history."""
    key = "content.revision" if row.text else "content.revisionGone"
    return reader.say(key, what=publication_line(row.publication, reader))


def publication_line(row: Publication, reader: Reader) -> str:
    """A publication: when, by whom, how, what was said about it."""
    who = escape_colours(row.by_name) or reader.say("content.nobody")
    told = reader.say(
        "content.publication",
        number=row.pk,
        at=f"{row.at:%Y-%m-%d %H:%M}",
        who=who,
        how=reader.say(f"content.how.{row.how}"),
        hash=row.version.content_hash[:8],
    )
    return f"{told} {escape_colours(row.comment)}".rstrip()


def file_lines(key: str, places: Iterable[str], reader: Reader) -> list[str]:
    """Files by name, behind what is said about all of them; nothing where there are none."""
    named = [escape_colours(place) for place in places]
    if not named:
        return []
    told = reader.say(f"content.{key}", count=len(named), files=reader.join_names(named))
    return wrap(told, reader.width, indent="  ", first="")


def left_out_lines(paths: Sequence[str], reader: Reader) -> list[str]:
    """What of packages was not taken in: the first few by name, and how many."""
    if not paths:
        return []
    named = [escape_colours(path) for path in paths[:NAMED]]
    if more := len(paths) - len(named):
        named.append(reader.say("clausesMore", count=more))
    told = reader.say("content.takenWithout", count=len(paths), files=reader.join_names(named))
    return wrap(told, reader.width, indent="  ", first="")


def number_lines(lines: Sequence[str], reader: Reader) -> list[str]:
    """Lines as wide as the reader's window."""
    return [part for line in lines for part in wrap(line, reader.width, indent="    ", first="")]
