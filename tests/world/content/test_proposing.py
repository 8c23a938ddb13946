"""A model of the house may propose a sentence; what it says is read like any other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import pytest
from django.conf import settings
from twisted.internet import defer

from server.buckets import Rate
from world.accounts import limits
from world.content import proposing
from world.errors import TableError


class Who:
    pk = 1

    def __str__(self) -> str:
        return "mira"


class Stub:
    """A chat endpoint on this machine that says `said`; `heard` is what it was asked."""

    def __init__(self) -> None:
        self.said: Any = "Draw 2 cards."
        self.heard: list[dict[str, Any]] = []
        stub = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                stub.heard.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
                body = stub.said
                if isinstance(body, str):
                    body = json.dumps({"choices": [{"message": {"content": body}}]}).encode()
                self.send_response(200)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: Any) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}/v1/chat/completions"
        Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Iterator[Stub]:
    stub = Stub()
    monkeypatch.setattr(settings, "MODEL_ADDRESS", stub.address)
    monkeypatch.setattr(
        proposing.threads, "deferToThread", lambda do, *args: defer.maybeDeferred(do, *args)
    )
    yield stub
    stub.server.shutdown()
    stub.server.server_close()


def proposed(text: str) -> Any:
    found: list[Any] = []
    proposing.propose_sentence(Who(), text, ["Draw 3 cards."]).addBoth(found.append)
    (result,) = found
    if isinstance(result, str):
        return result
    raise result.value


def test_without_an_address_there_is_none() -> None:
    with pytest.raises(TableError) as refused:
        proposing.propose_sentence(Who(), "pull a couple", [])
    assert refused.value.key == "noModel"


def test_one_line_of_what_it_says_is_proposed(model: Stub) -> None:
    model.said = '\n"Draw 2 cards."\nThat is how the game says it.'
    assert proposed("pull a couple") == "Draw 2 cards."
    asked = model.heard[0]["messages"]
    assert "Draw 3 cards." in asked[0]["content"]
    assert asked[1] == {"role": "user", "content": "pull a couple"}


@pytest.mark.parametrize("body", [b"", b"not json", b"[]", b'{"choices": []}', b"\xff" * 100])
def test_nonsense_is_told_as_silence(model: Stub, body: bytes) -> None:
    model.said = body
    with pytest.raises(TableError) as refused:
        proposed("pull a couple")
    assert refused.value.key == "modelSilent"


def test_a_model_that_is_away_is_told_as_silence(
    monkeypatch: pytest.MonkeyPatch, model: Stub
) -> None:
    monkeypatch.setattr(settings, "MODEL_ADDRESS", "http://127.0.0.1:9/none")
    with pytest.raises(TableError) as refused:
        proposed("pull a couple")
    assert refused.value.key == "modelSilent"


def test_colours_and_control_characters_of_a_model_are_cleaned(model: Stub) -> None:
    model.said = "Draw\x1b[31m 2 cards.\x07" + "x" * 9000
    assert len(found := proposed("pull a couple")) <= 400
    assert "\x1b" not in found


def test_nobody_asks_it_without_end(model: Stub, monkeypatch: pytest.MonkeyPatch) -> None:
    allowed = {**settings.ACTION_LIMITS, "model": Rate(3, 3600)}
    monkeypatch.setattr(settings, "ACTION_LIMITS", allowed)
    limits.forget()
    assert [proposed("pull a couple") for _ in range(3)] == ["Draw 2 cards."] * 3
    with pytest.raises(TableError) as refused:
        proposed("pull a couple")
    assert refused.value.key == "tooOften"
