"""
The people of a load run: connections that read prompts and answer with one of the numbers.

They understand nothing of the game: a prompt ends with a sentence that says what to type, and its
options are numbered lines. A `Person` is a telnet client, with GMCP or without, or a browser's
websocket, which reads text or draws what it is sent as data (`docs/protocol.md`) and answers by
clicks. What they measure stands in `Measured`.
"""

from __future__ import annotations

import asyncio
import html
import json
import random
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field

IAC, DONT, DO, WONT, WILL, SB, SE = 255, 254, 253, 252, 251, 250, 240
GMCP = 201
NEGOTIATION = re.compile(rb"\xff([\xfb-\xfe])(.)|\xff\xfa.*?\xff\xf0|\xff[\xf0-\xf9]", re.DOTALL)
COLOURS = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
TAGS = re.compile(r"<[^>]*>")
OPTION = re.compile(r"^ *(\d+)[):] ", re.MULTILINE)
RANGE = re.compile(r"^ *(\d+) – (\d+)", re.MULTILINE)
KEPT = 20_000  # characters of what was read that are looked at
LOST = 20.0  # seconds without a prompt after which a person asks again
TURN = 0.02  # seconds after which everything that belongs to an answer has arrived


@dataclass
class Measured:
    """What the people have seen while it counted."""

    counting: bool = False
    answers: int = 0
    received: int = 0
    first: list[float] = field(default_factory=list)  # seconds until the first byte
    whole: list[float] = field(default_factory=list)  # until the next prompt, or for whom one waits
    again: int = 0  # times a person had to ask what is asked


class Sentences:
    """What ends a prompt, and how it is answered; from the game's own locale files."""

    def __init__(self, patterns: dict[str, list[str]]):
        parts = [f"(?P<{key}>{'|'.join(told)})" for key, told in patterns.items()]
        self.told = re.compile("|".join(parts))

    def last(self, text: str) -> re.Match | None:
        """The last of them in a text."""
        found = None
        for found in self.told.finditer(text):  # noqa: B007
            pass
        return found


def answer_to(kind: str, told: str, prompt: str) -> str:
    """Something legal to a prompt, whatever it means."""
    if kind in ("choose_any", "choose_one_or_none"):
        return "0"
    if kind == "choose_number" and (ranges := RANGE.findall(prompt)):
        low, high = map(int, ranges[-1])
        return str(random.randint(low, high))
    numbers = list(map(int, OPTION.findall(prompt)))
    start = max((i for i, number in enumerate(numbers) if number == 1), default=0)
    options = [str(number) for number in numbers[start:]] or ["1"]
    if kind in ("choose_many", "choose_exactly"):
        count = int(re.findall(r"\d+", told)[0])
        return " ".join(random.sample(options, min(count, len(options))))
    return random.choice(options)


class Person:
    """One connection. `asked`: there is a prompt to answer; `on_text` hears what is read."""

    def __init__(
        self, name: str, sentences: Sentences, measured: Measured, think: tuple[float, float]
    ):
        self.name, self.sentences, self.measured, self.think = name, sentences, measured, think
        self.companions: list[Person] = []
        self.again = "ready"  # what is typed when it is over
        self.text, self.asked, self.playing = "", False, False
        self.sent_at: float | None = None
        self.heard_at = time.monotonic()
        self.first_due = self.whole_due = False
        self.on_text: Callable[[], None] | None = None
        self.loop = asyncio.get_running_loop()
        self.thinking: asyncio.TimerHandle | None = None

    # -- to be done by each kind of client

    def send(self, line: str) -> None:
        """Type a line."""
        raise NotImplementedError

    # -- what is heard

    def received(self, size: int, text: str) -> None:
        """Bytes have come, which say this."""
        now = time.monotonic()
        self.heard_at = now
        measured = self.measured
        if measured.counting:
            measured.received += size
        if not text:
            return
        self.text = (self.text + text)[-KEPT:]
        if self.first_due and self.sent_at is not None:
            self.first_due = False
            if measured.counting:
                measured.first.append(now - self.sent_at)
        if self.on_text is not None:
            self.on_text()
        if self.playing:
            self._look(now)

    def _look(self, now: float) -> None:
        found = self.sentences.last(self.text)
        if found is None:
            return
        if self.whole_due and self.sent_at is not None:
            self.whole_due = False
            if self.measured.counting:
                self.measured.whole.append(now - self.sent_at)
        kind = found.lastgroup or ""
        prompt, told = self.text[: found.end()], found.group()
        self.text = self.text[found.end() :]
        if kind == "thanks":
            self.asked = False
            self.loop.call_later(1, self.send, self.again)
        elif kind == "waiting_short":
            self.asked = False
        else:
            self.asked = True
            if self.thinking is not None:
                self.thinking.cancel()
            pause = random.uniform(*self.think)
            self.thinking = self.loop.call_later(pause, self._answer, kind, told, prompt)

    def _answer(self, kind: str, told: str, prompt: str) -> None:
        self.answering()
        self.send(answer_to(kind, told, prompt))

    def answering(self) -> None:
        """An answer is sent now."""
        self.asked, self.thinking = False, None
        # While others are asked as well, what comes back may wait for them: it says nothing.
        alone = not any(other.asked for other in self.companions if other is not self)
        self.first_due = self.whole_due = alone
        self.sent_at = time.monotonic()
        if self.measured.counting:
            self.measured.answers += 1

    def ask_again(self, now: float) -> None:
        """Whoever has heard nothing for a long time looks at the prompt."""
        if self.playing and self.thinking is None and now - self.heard_at > LOST:
            self.heard_at = now
            self.measured.again += 1
            self.send("?")

    async def expect(self, pattern: str, seconds: float = 60.0) -> re.Match:
        """
        Wait for a text, and take everything up to its end.

        :raises TimeoutError: with what there was.
        """
        regex, event = re.compile(pattern), asyncio.Event()
        self.on_text = event.set
        try:
            async with asyncio.timeout(seconds):
                while not (match := regex.search(self.text)):
                    event.clear()
                    await event.wait()
        except TimeoutError:
            raise TimeoutError(f"{self.name} waits for {pattern!r}: {self.text[-400:]}") from None
        finally:
            self.on_text = None
        self.text = self.text[match.end() :]
        return match


class Telnet(Person, asyncio.Protocol):
    """A telnet client; with `gmcp` it takes data beside text."""

    def __init__(self, *args, gmcp: bool = False):
        super().__init__(*args)
        self.gmcp, self.rest = gmcp, b""

    def connection_made(self, transport) -> None:
        self.transport = transport

    def send(self, line: str) -> None:
        self.transport.write(line.encode() + b"\r\n")

    def data_received(self, data: bytes) -> None:
        size, data = len(data), self.rest + data
        cut = data.rfind(b"\xff\xfa")
        if cut >= 0 and data.find(b"\xff\xf0", cut) < 0:
            data, self.rest = data[:cut], data[cut:]
        else:
            self.rest = b""
        if b"\xff" in data:
            data = NEGOTIATION.sub(self._negotiate, data)
        text = data.decode(errors="replace").replace("\r", "")
        self.received(size, COLOURS.sub("", text))

    def _negotiate(self, match: re.Match) -> bytes:
        command, option = match.group(1), match.group(2)
        if command == bytes([DO]):
            self.transport.write(bytes([IAC, WONT]) + option)
        elif command == bytes([WILL]):
            wanted = self.gmcp and option == bytes([GMCP])
            self.transport.write(bytes([IAC, DO if wanted else DONT]) + option)
        return b""

    def connection_lost(self, error) -> None:
        self.playing = False


async def browser(port: int, *args, draws: bool = False) -> Person:
    """A browser's websocket; with `draws` one that takes no boards and prompts as text."""
    from autobahn.asyncio.websocket import WebSocketClientFactory, WebSocketClientProtocol
    from autobahn.websocket.compress import (
        PerMessageDeflateOffer,
        PerMessageDeflateResponseAccept,
    )

    class Browser(Person, WebSocketClientProtocol):
        def __init__(self):
            WebSocketClientProtocol.__init__(self)
            Person.__init__(self, *args)

        def send(self, line: str) -> None:
            self.sendMessage(json.dumps(["text", [line], {}]).encode())

        def data_received(self, data: bytes) -> None:
            if self.measured.counting:
                self.measured.received += len(data)
            super().data_received(data)

        def onMessage(self, payload: bytes, isBinary: bool) -> None:
            kind, arguments, message = json.loads(payload)
            if kind.startswith("chrono_"):
                self.received(0, "")
                self.drawn(kind, message)
                return
            told = str(arguments[0]) if kind in ("text", "prompt") and arguments else ""
            told = html.unescape(TAGS.sub("", told.replace("<br>", "\n"))).replace("\xa0", " ")
            self.received(0, f"{told}\n" if told else "")

        def drawn(self, kind: str, message: dict) -> None:
            """The board has changed, or there is a question."""
            now, measured = time.monotonic(), self.measured
            if kind == "chrono_table" and self.whole_due and self.sent_at is not None:
                self.first_due = self.whole_due = False
                if measured.counting:
                    measured.first.append(now - self.sent_at)
                    measured.whole.append(now - self.sent_at)
            elif kind == "chrono_prompt":
                self.asked = bool(message["prompts"])
                if self.asked:
                    if self.thinking is not None:
                        self.thinking.cancel()
                    pause = random.uniform(*self.think)
                    self.thinking = self.loop.call_later(pause, self.click, message)

        def click(self, message: dict) -> None:
            """Pick some of the options."""
            (prompt,) = message["prompts"]
            self.answering()
            count = random.randint(prompt["minimum"], prompt["maximum"])
            picks = random.sample(range(len(prompt["options"])), count)
            told = {"number": message["number"], "picks": picks}
            self.sendMessage(json.dumps(["chrono_answer", [], told]).encode())

    factory = WebSocketClientFactory(f"ws://127.0.0.1:{port}", protocols=["v1.evennia.com"])
    factory.protocol = Browser
    factory.setProtocolOptions(
        perMessageCompressionOffers=[PerMessageDeflateOffer()],
        perMessageCompressionAccept=PerMessageDeflateResponseAccept,
    )
    _, person = await asyncio.get_running_loop().create_connection(factory, "127.0.0.1", port)
    await person.is_open
    if draws:
        person.sendMessage(json.dumps(["chrono_subscribe", [], {"text": False}]).encode())
    return person


async def telnet(port: int, *args, gmcp: bool = False) -> Person:
    """A telnet client."""
    _, person = await asyncio.get_running_loop().create_connection(
        lambda: Telnet(*args, gmcp=gmcp), "127.0.0.1", port
    )
    return person
