"""A real game server to play on, and telnet clients to play with.

    game = GameServer(tmp_path)
    game.start()                          # `make play`, on free ports, in this data directory
    anna = game.client()
    anna.expect("Chrono Wizard")
    anna.send("create Anna correct-horse")
    anna.expect("Welcome, Anna!")
    game.kill_server()                    # kill -9; it comes back by itself
    anna.send("look")                     # waits for it

Texts come without telnet negotiation and without colours. Everything waits with a limit and says
what it saw instead.
"""

from __future__ import annotations

import contextlib
import os
import random
import re
import shutil
import signal
import socket
import sqlite3
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from server import launcher, locks
from server.conf import environment

ROOT = Path(__file__).resolve().parents[2]
GAME_DIR = ROOT / "mygame"

IAC, DONT, DO, WONT, WILL, SB, SE = 255, 254, 253, 252, 251, 250, 240
_COLOURS = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
PATIENCE = 120  # seconds for anything that has to come, on the busiest of machines
KEPT = ("CHRONO_CACHE_DIR",)  # compiled packs, for all servers of a test run
_PORT_NAMES = (
    "CHRONO_TELNET_PORT",
    "CHRONO_WEB_PORT",
    "CHRONO_WEBSOCKET_PORT",
    "CHRONO_AMP_PORT",
    "CHRONO_WEB_INTERNAL_PORT",
)


def _ports() -> Iterator[int]:
    """
    Ports below those which the system gives to outgoing connections, by lot, each once: those of
    one of the processes that share a test run are never those of another.
    """
    own = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    of_all = range(20000, 32000)[own :: int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))]
    yield from random.SystemRandom().sample(of_all, len(of_all))


_unused = _ports()


def free_ports(count: int) -> list[int]:
    """Ports nobody listens on, nor was given before."""
    found: list[int] = []
    for port in _unused:
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            found.append(port)
        if len(found) == count:
            return found
    raise AssertionError("all ports were given already")


def wait_until(true, what: str = "it") -> None:
    """:raises AssertionError: if `true()` never is."""
    assert launcher.wait_until(true, PATIENCE), f"waited {PATIENCE} s for {what}"


class GameServer:
    """One installation: a data directory, ports, and the processes when it runs."""

    def __init__(self, data_dir: Path, **variables: str):
        """`variables` are further CHRONO_... variables of the environment."""
        self.data_dir = Path(data_dir)
        self.variables = {
            "CHRONO_DATA_DIR": str(data_dir),
            "CHRONO_SETTINGS": "server.conf.e2e_settings",
            **{
                name: str(port)
                for name, port in zip(_PORT_NAMES, free_ports(len(_PORT_NAMES)), strict=True)
            },
            **variables,
        }
        self.env = environment.read_environment(self.variables)
        self._clients: list[TelnetClient] = []
        self._keeper: subprocess.Popen | None = None

    # What it is

    @property
    def admin_password(self) -> str:
        """Of the account `admin`."""
        return self.env.admin_file.read_text().split("password: ")[1].strip()

    @property
    def ports(self) -> dict[str, int]:
        """`{"CHRONO_TELNET_PORT": ..., ...}`"""
        return self.env.ports

    def pid(self, kind: str) -> int | None:
        """Process number of the `keeper`, `portal` or `server`, None if it does not run."""
        return locks.pid_of(self.env, kind)

    def log(self, name: str = "server") -> str:
        """A log: `server`, `portal` or `output`."""
        path = self.env.log_dir / f"{name}.log"
        return path.read_text(errors="replace") if path.exists() else ""

    def runs(self) -> bool:
        """Whether all its processes do."""
        return locks.running_kinds(self.env) == list(locks.KINDS)

    def environment(self) -> dict[str, str]:
        """Of its processes."""
        others = ("CHRONO", "DJANGO", "PYTHONDONTWRITE")  # nobody compiles modules at each start
        inherited = {k: v for k, v in os.environ.items() if not k.startswith(others)}
        kept = {name: os.environ[name] for name in KEPT if name in os.environ}
        return {**inherited, **kept, **self.variables, "PYTHONPATH": str(GAME_DIR)}

    # What one does with it

    def launch(self, command: str, check: bool = True, timeout: float = 300):
        """Run the launcher: `play`, `stop`, ... Gives what `subprocess.run` gives."""
        done = subprocess.run(
            [sys.executable, "-m", "server.launcher", command],
            cwd=ROOT,
            env=self.environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=timeout,
        )
        if check and done.returncode:
            raise AssertionError(f"{command}: {done.returncode}\n{done.stdout}\n{done.stderr}")
        return done

    def prepare(self) -> None:
        """Set up database, admin and world; start nothing."""
        self.launch("prepare")

    def start(self) -> None:
        """`make play`: returns when a telnet client is answered."""
        self.launch("play")

    def start_prepared(self) -> None:
        """The same for one that is set up: without looking for anything it may lack."""
        self.env.log_dir.mkdir(parents=True, exist_ok=True)
        with open(self.env.log_dir / "output.log", "a") as output:
            self._keeper = subprocess.Popen(
                launcher.supervisor_command(),
                cwd=GAME_DIR,
                env=self.environment(),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
        wait_until(lambda: launcher.is_answering(self.env, 1), f"an answer\n{self.log()}")

    def stop(self) -> None:
        """`make stop`: returns when both processes have ended."""
        for client in self._clients:
            client.close()
        self.launch("stop")

    def reload(self) -> None:
        """`make reload`: returns when the new Server answers."""
        self.launch("reload")

    def begin_reload(self) -> None:
        """The same without checks, and without waiting for the end of it."""
        launcher.send_signal(self.env, "portal", signal.SIGHUP)

    def kill(self, kind: str) -> int:
        """kill -9 a process. Gives the number it had."""
        pid = self.pid(kind)
        assert pid, f"the {kind} does not run"
        os.kill(pid, signal.SIGKILL)
        return pid

    def kill_server(self) -> int:
        """kill -9 the Server process. Gives its number, for `wait_for_new_server`."""
        return self.kill("server")

    def wait_for_new_server(self, old: int) -> None:
        """Until there is another Server process and it answers."""
        wait_until(lambda: self.pid("server") not in (None, old), "another Server")
        assert launcher.is_answering(self.env, PATIENCE), (
            f"no answer\n{launcher.log_tail(self.env)}"
        )

    def kill_everything(self) -> None:
        """For the end of a test which failed in the middle."""
        for client in self._clients:
            client.close()
        # From above: each would start the next one again.
        for kind in locks.KINDS:
            locks.send_signal(self.env, kind, signal.SIGKILL)

    # Who plays on it

    def client(self, encoding: str = "utf-8") -> TelnetClient:
        """A new connection; closed at the latest when the game stops."""
        client = TelnetClient(self.env.telnet_port, encoding)
        self._clients.append(client)
        return client

    def player(self, name: str, password: str = "correct-horse") -> TelnetClient:
        """A new connection, logged in with a new account."""
        client = self.client()
        client.expect("Chrono Wizard")
        client.send(f"create {name} {password}")
        client.expect(f"Welcome, {re.escape(name)}!")
        return client

    # What one may keep of it

    def copy_data_to(self, data_dir: Path) -> None:
        """Copy everything but logs, also while the game runs."""
        data_dir.mkdir(parents=True, exist_ok=True)
        for path in self.data_dir.iterdir():
            if path.is_dir() and path.name != "logs":
                shutil.copytree(path, data_dir / path.name, dirs_exist_ok=True)
            elif path.suffix == ".txt":
                shutil.copy2(path, data_dir)
        with (
            contextlib.closing(sqlite3.connect(self.env.database_file)) as source,
            contextlib.closing(sqlite3.connect(data_dir / "game.db3")) as target,
        ):
            source.backup(target)


class TelnetClient:
    """A person at a telnet client."""

    def __init__(self, port: int, encoding: str = "utf-8", tls: ssl.SSLContext | None = None):
        self.encoding = encoding
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        if tls is not None:
            self.socket = tls.wrap_socket(self.socket, server_hostname="localhost")
        self.transcript = ""  # everything ever read
        self._raw = b""
        self._text = ""  # read, and not yet taken by `expect` or `read_all`
        self.closed = False  # by the other side

    def send(self, *lines: str) -> None:
        """Type lines, each with its end, in one go."""
        data = "".join(f"{line}\r\n" for line in lines).encode(self.encoding)
        self.socket.sendall(data.replace(b"\xff", b"\xff\xff"))

    def expect(self, pattern: str) -> re.Match[str]:
        """
        Wait until the text matches, and take everything up to the end of the match.

        :raises AssertionError: with the text there was, after `PATIENCE` seconds.
        """
        regex = re.compile(pattern, re.MULTILINE | re.DOTALL)
        deadline = time.monotonic() + PATIENCE
        while True:
            if match := regex.search(self._text):
                self._text = self._text[match.end() :]
                return match
            rest = deadline - time.monotonic()
            if rest <= 0 or self.closed:
                why = "the connection was closed" if self.closed else f"not within {PATIENCE} s"
                raise AssertionError(f"{pattern!r}: {why}. There was:\n{self._text}")
            self._receive(rest)

    def read_all(self, quiet: float = 0.3) -> str:
        """Take everything there is, once nothing more has come for `quiet` seconds."""
        while not self.closed and self._receive(quiet):
            pass
        text, self._text = self._text, ""
        return text

    def ask(self, line: str, pattern: str) -> re.Match[str]:
        """Forget what was said so far, type a line, and `expect`."""
        self.read_all(0)
        self.send(line)
        return self.expect(pattern)

    def answer(self, line: str) -> str:
        """Forget what was said so far, type a line, and take all that it is answered with."""
        self.read_all(0)
        self.send(line, "overandout")  # which is no command, and is told so
        return self.expect(r".*?(?=^[^\n]*overandout)")[0]

    def wait_closed(self) -> None:
        """Until the other side hangs up."""
        deadline = time.monotonic() + PATIENCE
        while not self.closed:
            assert time.monotonic() < deadline, "the connection is still open"
            self._receive(0.1)

    def close(self) -> None:
        """Hang up."""
        self.socket.close()
        self.closed = True

    def negotiated(self, command: bytes) -> None:
        """A telnet command has come. These clients do not mind."""

    def _receive(self, timeout: float) -> bool:
        self.socket.settimeout(max(timeout, 0.001))
        try:
            data = self.socket.recv(65536)
        except TimeoutError:
            return False
        except OSError:
            data = b""
        if not data:
            self.closed = True
            return False
        self._raw += data
        text = self._decoded()
        self._text += text
        self.transcript += text
        return True

    def _decoded(self) -> str:
        """Take the complete telnet commands and characters out of what has arrived."""
        out = bytearray()
        raw, at = self._raw, 0
        while at < len(raw):
            if raw[at] != IAC:
                out.append(raw[at])
                at += 1
                continue
            command = raw[at + 1] if at + 1 < len(raw) else None
            if command == IAC:
                out.append(IAC)
                length = 2
            elif command in (DONT, DO, WONT, WILL):
                length = 3
            elif command == SB:
                end = raw.find(bytes((IAC, SE)), at)
                length = end + 2 - at if end >= 0 else len(raw)
            else:
                length = 2
            if command is None or at + length > len(raw):
                break
            self.negotiated(bytes(raw[at : at + length]))
            at += length
        # An unfinished line may end within a character or a colour; the next bytes bring the rest.
        rest = raw[at:]
        cut = len(out)
        try:
            text = out.decode(self.encoding)
        except UnicodeDecodeError as error:
            if error.end < len(out) or len(out) - error.start > 3:
                text = out.decode(self.encoding, errors="replace")
            else:
                cut = error.start
                text = out[:cut].decode(self.encoding)
        self._raw = bytes(out[cut:]) + rest
        return _COLOURS.sub("", text).replace("\r", "")
