"""A web client that vanishes without a word is missed; one that is only silent stays."""

import base64
import contextlib
import os
import socket
import struct
import threading

from e2e.harness import wait_until

PING, PONG = 0x9, 0xA


class WebClient:
    """A browser's websocket, as bytes; it answers pings as long as it is `alive`."""

    def __init__(self, port: int):
        self.alive = True
        self.text = b""
        self.pings = 0
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
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
        self.socket.settimeout(None)
        threading.Thread(target=self._read, daemon=True).start()

    def send(self, line: str) -> None:
        self._frame(0x1, f'["text", ["{line}"], {{}}]'.encode())

    def _frame(self, kind: int, payload: bytes) -> None:
        mask = b"\0\0\0\0"
        size = struct.pack("!BB", 0x80 | kind, 0x80 | len(payload))
        self.socket.sendall(size + mask + payload)

    def _read(self) -> None:
        """Until the connection ends."""
        with contextlib.suppress(OSError):
            while data := self.socket.recv(65536):
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
        wait_until(lambda: word in self.text, 60, f"{word!r}")


def test_a_web_client_which_vanishes_is_missed_and_a_silent_one_stays(game):
    watcher = game.player("Watcher")
    clients = {}
    for name in ("Ghost", "Quiet"):
        client = clients[name] = WebClient(game.env.websocket_port)
        client.expect(b"Chrono Wizard")
        client.send(f"create {name} correct-horse")
        client.expect(f"Welcome, {name}".encode())
    watcher.ask("look", "Here: [^\n]*Ghost")
    # From now on the Ghost's end neither answers nor closes; no packet says that it has gone.
    clients["Ghost"].alive = False

    def ghost_has_left() -> bool:
        watcher.read_all(0.5)
        watcher.send("look")
        return "Ghost" not in watcher.expect("Here: ([^\n]*)", timeout=30).group(1)

    wait_until(ghost_has_left, 120, "the Ghost to be missed")
    wait_until(lambda: clients["Quiet"].pings > 2, 60, "the third ping")
    watcher.ask("look", "Here: [^\n]*Quiet", timeout=30)
