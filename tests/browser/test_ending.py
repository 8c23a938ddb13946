"""The end of a match as a scene; addresses of steps of a replay; one that another page frames."""

from __future__ import annotations

import re
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import expect


def played(ann, game):
    """The end of a match that a bot has played for the visitor."""
    ann.begin(f"play {game}")
    ann.let_a_bot_play()
    return ann.ending


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_match_ends_as_a_scene_which_is_there_again_when_one_comes_back(player, language):
    ann = player(language=language)
    end = played(ann, "race")
    told = {"en": r"^(You have|A draw)", "zh": r"^(你赢|你输|平局)"}[language]
    expect(end.get_by_role("heading").first).to_have_text(re.compile(told))
    expect(end.get_by_role("img")).to_be_visible()
    for width in (1280, 390):
        ann.visitor.look(width=width)
        assert ann.page.evaluate("document.documentElement.scrollWidth") <= width
        assert ann.visitor.unreadable() == []
    ann.button("over.board").click()
    expect(end).to_have_count(0)
    ann.button("over.back").click()
    expect(end).to_be_visible()
    ann.visitor.goto("/webclient/")
    expect(end.get_by_role("heading").first).to_have_text(re.compile(told))
    expect(end.get_by_role("link", name=re.compile(ann.word("over.watch"))).first).to_be_visible()


def test_a_step_has_an_address_and_back_leads_to_where_one_was(player):
    ann = player()
    end = played(ann, "race")
    page, step = ann.page, ann.page.get_by_role("slider")
    address = end.get_by_role("link", name=ann.word("over.turning")).get_attribute("href")
    wanted = re.search(r"step=(\d+)", address).group(1)
    ann.visitor.goto(address)
    expect(step).to_have_value(wanted)
    before = page.evaluate("history.length")
    link = page.get_by_role("main").get_by_role("link", name=re.compile("^Watch: Best turn")).first
    chosen = re.search(r"step=(\d+)", link.get_attribute("href")).group(1)
    ahead = int(wanted) + 6 <= int(step.get_attribute("max"))  # some are decided at their end
    walked = 5 if int(wanted) + (5 if ahead else -5) != int(chosen) else 6
    for _ in range(walked):
        page.keyboard.press("ArrowRight" if ahead else "ArrowLeft")
    there = int(wanted) + (walked if ahead else -walked)
    expect(page).to_have_url(re.compile(f"step={there}$"))
    assert page.evaluate("history.length") == before
    sound = page.get_by_role("button", name=ann.word("settings.sound"))
    expect(sound).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("m")
    expect(sound).to_have_attribute("aria-pressed", "true")
    link.click()
    expect(step).to_have_value(chosen)
    page.go_back()
    expect(step).to_have_value(str(there))
    page.go_forward()
    expect(step).to_have_value(chosen)
    assert ann.visitor.unreadable() == []
    frame_in_another_page(ann, re.search(r"/matches/\d+/", address).group(0), wanted)


def frame_in_another_page(ann, match, step):
    """The same replay, in a page of somebody else."""
    source = f"{ann.page.url.partition('/matches')[0]}{match}embed/?step={step}"
    frame = f'<iframe title="x" width="800" height="600" src="{source}"></iframe>'
    stranger = ann.page.context.browser.new_context()
    with site_of(f"<!DOCTYPE html><title>Mine</title>{frame}") as address:
        page = stranger.new_page()
        page.goto(address)
        inside = page.frame_locator("iframe")
        expect(inside.get_by_role("slider")).to_have_value(step)
        inside.locator("[data-act=next]").click()
        expect(inside.get_by_role("slider")).to_have_value(str(int(step) + 1))
        assert inside.get_by_role("link").last.get_attribute("href").startswith(match)
        assert stranger.cookies() == []
        stranger.close()


@contextmanager
def site_of(page: str):
    """Another site than the game's, of one page; its address."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(page.encode())

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
