"""Decks are built on the site: without loading pages, and as well without any script."""

from __future__ import annotations

import re

from playwright.sync_api import expect


def first(visitor, path):
    """The first button of this sentence, whichever card it names, that can be pressed."""
    name = re.compile(re.escape(visitor.word(path, name="")))
    return visitor.page.get_by_role("button", name=name, disabled=False).first


def test_a_deck_says_at_once_what_it_lacks_and_that_it_can_be_played(builder):
    ann = builder("race")
    status, loaded = ann.page.get_by_role("status"), ann.requests("document")
    first(ann, "decks.take").click()
    expect(status).not_to_have_text(ann.word("decks.legal"))
    assert ann.unreadable() == []
    first(ann, "decks.add").press("Enter")
    expect(status).to_have_text(ann.word("decks.legal"))
    assert ann.requests("document") == loaded
    ann.page.get_by_role("button", name=ann.word("decks.bring")).click()
    expect(ann.page.get_by_text(ann.word("decks.bringing"))).to_be_visible()
    assert ann.unreadable() == []


def test_all_of_it_works_without_script(builder):
    ann = builder("race", language="zh", script=False)
    status = ann.page.get_by_role("status")
    first(ann, "decks.take").click()
    expect(status).not_to_have_text(ann.word("decks.legal"))
    first(ann, "decks.add").click()
    expect(status).to_have_text(ann.word("decks.legal"))
