"""
What builders read after each change of a draft, of what goes on beside the server: its check, and
what bots that play with it tell.
"""

from __future__ import annotations

from typing import Any

from rules.ground.width import wrap
from world import content
from world.accounts import roles
from world.errors import TableError
from world.locale.reader import account_of, reader_of
from world.render import announce, pages, trouble
from world.render import workbench as render
from world.render.content import price_line, strength_line

FIRST = (40, 160)  # matches after which it is told what they tell, if there are more to come


def check_and_tell(who: Any, draft: Any, quiet: bool = False) -> Any:
    """
    Check a draft, and tell its author what has been found; if `quiet` only what is wrong. A
    Deferred that fires with the report, None where there is none.
    """

    def tell(report: dict[str, Any]) -> dict[str, Any]:
        if not quiet or report["problems"]:
            pages.show_lines(who, render.report_lines(report, reader_of(who)))
        return report

    def refused(failure: Any) -> None:
        failure.trap(TableError)
        who.msg(announce.error_text(failure.value, who))

    found = content.check_draft(account_of(who), draft).addCallback(tell).addErrback(refused)
    return found.addErrback(trouble.report_failure, who)


def price_and_tell(who: Any, draft: Any) -> Any:
    """
    Have bots play with a card, and tell its author how strong it is: the first figures as they
    come, then those of all matches, unless another card takes its place. A Deferred.
    """
    if not roles.is_allowed(account_of(who), "try", draft.folder):
        return None

    def lines_of(found: dict[str, Any]) -> list[str]:
        language = reader_of(who).language
        return [
            line for line in (strength_line(found, language), price_line(found, language)) if line
        ]

    def show(pricing: content.Pricing) -> None:
        reader = reader_of(who)
        is_last = pricing.done == pricing.total
        if pricing.done in FIRST and not is_last and (told := lines_of(pricing.found)):
            so_far = {"done": pricing.done, "total": pricing.total, "text": told[-1]}
            pages.show_lines(
                who, wrap(reader.say("workbench.writing.soFar", **so_far), reader.width)
            )

    def tell(found: dict[str, Any] | None) -> None:
        if found:
            reader = reader_of(who)
            told = lines_of(found) or [reader.say("content.strengthUnknown")]
            pages.show_lines(who, [part for line in told for part in wrap(line, reader.width)])

    asked = content.price_text(account_of(who), draft.folder, draft.address, draft.text, show)
    pricing = content.pricing_of(account_of(who))
    if pricing is not None and pricing.running:
        told = reader_of(who).say("workbench.writing.priced", total=pricing.total)
        pages.show_lines(who, wrap(told, reader_of(who).width))
    return asked.addCallback(tell)
