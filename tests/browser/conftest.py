"""
Chromium, one for all tests of a file, and the game that all tests share. Where there is no
Chromium these tests are left out.
"""

from __future__ import annotations

import itertools
import re

import pytest
from playwright.sync_api import expect, sync_playwright

from browser.player import Player
from browser.visitor import NAMES, Visitor, launch, program

HERE = "tests/browser/"
NUMBERS = itertools.count(1)  # of people who are something


def pytest_collection_modifyitems(items):
    missing = pytest.mark.skip(
        f"No browser to test with: install Chromium ({' or '.join(NAMES)} has to be on PATH)."
    )
    for item in items:
        if item.nodeid.startswith(HERE):
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.timeout(600))  # a busy machine draws slowly
            if program() is None:
                item.add_marker(missing)


# Of a file and no longer: Playwright's loop would make Django refuse the tests of other folders.
@pytest.fixture(scope="module")
def chromium():
    """The browser, with nobody at it."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture
def visitor(chromium, game, request):
    """
    Makes people: `visitor(language="zh", width=390)`. Each leaves when the test ends, which fails
    if anything was wrong on a page; of a test that failed (or with `--pictures`) the last sight of
    each is kept.
    """
    here: list[Visitor] = []

    def make(**wishes) -> Visitor:
        here.append(Visitor(chromium, game, **wishes))
        return here[-1]

    yield make
    failed = getattr(request.node, "failed", False)
    if failed or request.config.getoption("--pictures"):
        for number, person in enumerate(here, 1):
            person.picture(f"{'failed-' if failed else ''}{request.node.name}-{number}")
    for person in here:
        person.leave()


@pytest.fixture
def player(visitor):
    """Makes people who play, of the same wishes."""
    return lambda **wishes: Player(visitor(**wishes))


@pytest.fixture
def builder(visitor):
    """Makes guests with a copy of a ready deck of a game open: `builder("race", language="zh")`."""

    def make(pack: str, **wishes) -> Visitor:
        guest = visitor(**wishes)
        guest.goto(f"/decks/{pack}/")
        guest.page.get_by_role("button", name=guest.word("guest.begin")).click()
        guest.page.get_by_role(
            "button", name=re.compile(guest.word("decks.copy_named", name=""))
        ).first.click()
        expect(guest.page.get_by_role("status")).to_have_text(guest.word("decks.legal"))
        guest.page.wait_for_load_state()  # its keys are heard
        return guest

    return make


@pytest.fixture
def staff(game, visitor):
    """`staff("Builder", language="zh")`: somebody signed in who is that."""
    admin = game.client()
    admin.expect("Chrono Wizard")
    admin.send(f"connect admin {game.admin_password}")
    admin.expect("Welcome")

    def make(role, **wishes):
        name = f"{role}{next(NUMBERS)}x"
        game.player(name).close()
        admin.send(f"perm *{name} = {role}")
        admin.expect(f"(?i){role}.*{name}|{name}.*{role}")
        person = visitor(**wishes)
        person.goto("/auth/login/")
        person.page.get_by_label(re.compile("name|名字", re.IGNORECASE)).first.fill(name)
        person.page.locator("[type=password]").fill("correct-horse")
        person.page.locator("main button").click()
        expect(person.page.get_by_role("link", name=name)).to_be_visible()
        return person

    return make


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Let fixtures know, when they end, whether the test has failed."""
    report = yield
    item.failed = getattr(item, "failed", False) or report.failed
    return report
