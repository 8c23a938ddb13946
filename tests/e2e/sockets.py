"""Clients that take data over real sockets: a browser's websocket, and telnet with GMCP."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import socket
import ssl
import struct
import threading
from typing import Any

from data_client import DataClient

from e2e.harness import DO, IAC, PATIENCE, SB, SE, WILL, TelnetClient, wait_until

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
GOING_AWAY = 1001
GMCP = 201


class WebClient(DataClient):
    """
    A browser's websocket; it answers pings as long as it is `alive`. `session` is what the page of
    the table has behind the address of the socket.
    """

    def __init__(self, port: int, tls: ssl.SSLContext | None = None, session: str = ""):
        super().__init__()
        self.alive = True
        self.text = ""
        self.pings = 0
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        if tls is not None:
            self.socket = tls.wrap_socket(self.socket, server_hostname="localhost")
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET /?{session} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: v1.evennia.com\r\n\r\n".encode()
        )
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            self.buffer += self.socket.recv(4096)
        assert b" 101 " in self.buffer
        self.buffer = self.buffer.split(b"\r\n\r\n", 1)[1]
        self.socket.settimeout(None)
        threading.Thread(target=self._read, daemon=True).start()

    def leave_page(self) -> None:
        """Another page is opened, and the browser closes the connection of this one."""
        self._frame(CLOSE, struct.pack("!H", GOING_AWAY))

    def send(self, line: str) -> None:
        """Type a line."""
        self._message("text", [line], {})

    def ask(self, name: str, **details: Any) -> None:
        """Send a message of the game's by its name, such as `answer`."""
        self._message(f"chrono_{name}", [], details)

    def _message(self, *parts: Any) -> None:
        self._frame(TEXT, json.dumps(parts).encode())

    def _frame(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        head = struct.pack("!BB", 0x80 | kind, 0x80 | size)
        if size > 125:
            head = struct.pack("!BBH", 0x80 | kind, 0x80 | 126, size)
        self.socket.sendall(head + b"\0\0\0\0" + payload)

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
        if size in (126, 127):
            form, start = ("!H", 4) if size == 126 else ("!Q", 10)
            if len(self.buffer) < start:
                return False
            (size,) = struct.unpack(form, self.buffer[2:start])
        if len(self.buffer) < start + size:
            return False
        payload, self.buffer = self.buffer[start : start + size], self.buffer[start + size :]
        if kind == PING:
            self.pings += 1
            if self.alive:
                self._frame(PONG, payload)
        elif kind == TEXT:
            name, args, message = json.loads(payload)
            if name.startswith("chrono_"):
                self.take(name, message)
            else:
                self.text += " ".join(map(str, args))
        return True

    def expect(self, word: str) -> None:
        """Wait for a text."""
        wait_until(lambda: word in self.text, repr(word))


class GmcpClient(TelnetClient, DataClient):
    """A MUD client."""

    def __init__(self, port: int):
        DataClient.__init__(self)
        TelnetClient.__init__(self, port)

    def negotiated(self, command: bytes) -> None:
        """Agree to GMCP, and to nothing else."""
        if command == bytes((IAC, WILL, GMCP)):
            self.socket.sendall(bytes((IAC, DO, GMCP)))
        elif command[:3] == bytes((IAC, SB, GMCP)):
            name, _, message = command[3:-2].decode().partition(" ")
            if name.startswith("Chrono."):
                self.take(name.lower().replace(".", "_"), json.loads(message))

    def gmcp(self, name: str, data: Any) -> None:
        """Send a message of GMCP."""
        told = f"{name} {json.dumps(data)}".encode()
        self.socket.sendall(bytes((IAC, SB, GMCP)) + told + bytes((IAC, SE)))

    def wait_for(self, true: Any, what: str) -> None:
        """Read until something is true."""

        def read() -> bool:
            self._receive(0.05)
            return bool(true())

        wait_until(read, what)
