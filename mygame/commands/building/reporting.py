"""What builders read after each change of a draft: its check, which goes on beside the server."""

from __future__ import annotations

from typing import Any

from world import content
from world.errors import TableError
from world.locale.reader import account_of, reader_of
from world.render import announce, pages, trouble
from world.render import workbench as render


def check_and_tell(who: Any, draft: Any) -> Any:
    """Check a draft, and tell its author what has been found; a Deferred."""

    def tell(report: dict[str, Any]) -> None:
        pages.show_lines(who, render.report_lines(report, reader_of(who)))

    def refused(failure: Any) -> None:
        failure.trap(TableError)
        who.msg(announce.error_text(failure.value, who))

    found = content.check_draft(account_of(who), draft).addCallback(tell).addErrback(refused)
    return found.addErrback(trouble.report_failure, who)
