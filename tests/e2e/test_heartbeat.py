"""A web client that vanishes without a word is missed; one that is only silent stays."""

import base64
import os
import socket
import struct
import time

from e2e.harness import wait_until

PING, PONG = 0x9, 0xA


class WebClient:
    """A browser's websocket, as bytes. It reads when told, and answers pings if it is `alive`."""

    def __init__(self, port: int, alive: bool):
        self.alive = alive
        self.text = b""
        self.pings = 0
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=10)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            self.buffer += self.socket.recv(4096)
        assert b" 101 " in self.buffer
        self.buffer = self.buffer.split(b"\r\n\r\n", 1)[1]

    def send(self, line: str) -> None:
        self._frame(0x1, f'["text", ["{line}"], {{}}]'.encode())

    def _frame(self, kind: int, payload: bytes) -> None:
        mask = b"\0\0\0\0"
        size = struct.pack("!BB", 0x80 | kind, 0x80 | len(payload))
        self.socket.sendall(size + mask + payload)

    def read(self, seconds: float) -> None:
        """What comes within this time."""
        deadline = time.monotonic() + seconds
        while (rest := deadline - time.monotonic()) > 0:
            self.socket.settimeout(rest)
            try:
                data = self.socket.recv(65536)
            except TimeoutError:
                return
            if not data:
                raise AssertionError("the connection was closed")
            self.buffer += data
            while self._take_frame():
                pass

    def _take_frame(self) -> bool:
        if len(self.buffer) < 2:
            return False
        kind, size, start = self.buffer[0] & 0xF, self.buffer[1], 2
        if size == 126:
            size, start = struct.unpack("!H", self.buffer[2:4])[0], 4
        if len(self.buffer) < start + size:
            return False
        payload = self.buffer[start : start + size]
        self.buffer = self.buffer[start + size :]
        if kind == PING:
            self.pings += 1
            if self.alive:
                self._frame(PONG, payload)
        else:
            self.text += payload
        return True

    def expect(self, word: bytes) -> None:
        def came() -> bool:
            self.read(0.1)
            return word in self.text

        wait_until(came, 20, f"{word!r}")


def test_a_web_client_which_vanishes_is_missed_and_a_silent_one_stays(new_game):
    game = new_game(CHRONO_TEST_HEARTBEAT="1")
    game.start()
    watcher = game.player("Watcher")
    clients = {}
    for name, alive in (("Ghost", False), ("Quiet", True)):
        client = clients[name] = WebClient(game.env.websocket_port, alive)
        client.expect(b"Chrono Wizard")
        client.send(f"create {name} correct-horse")
        client.expect(f"Welcome, {name}".encode())
    watcher.ask("look", "Here: [^\n]*Ghost")
    # The Ghost's end neither reads nor closes from now on; no packet says that it has gone.

    def ghost_has_left() -> bool:
        clients["Quiet"].read(0.5)
        watcher.read_all(0)
        watcher.send("look")
        return "Ghost" not in watcher.expect("Here: ([^\n]*)").group(1)

    wait_until(ghost_has_left, 60, "the Ghost to be missed")
    assert clients["Quiet"].pings > 1
    watcher.ask("look", "Here: [^\n]*Quiet")
