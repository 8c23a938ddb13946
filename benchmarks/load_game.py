"""
A real server for a load run: in a data directory of its own, on free ports, with accounts.

What the processes have used is read from `/proc`, so it is measured on Linux only.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
SETTINGS = "mygame/server/conf/load_settings.py"
PORTS = (
    "CHRONO_TELNET_PORT",
    "CHRONO_WEB_PORT",
    "CHRONO_WEBSOCKET_PORT",
    "CHRONO_AMP_PORT",
    "CHRONO_WEB_INTERNAL_PORT",
)
TICKS = os.sysconf("SC_CLK_TCK")
PATIENCE = 180  # seconds for a command of the launcher
SENTENCES = (
    *("choose_one", "choose_one_or_none", "choose_many", "choose_exactly", "choose_any"),
    "choose_number",
)


def free_ports(count: int) -> list[int]:
    """Ports nobody listens on."""
    found: list[int] = []
    while len(found) < count:
        port = random.SystemRandom().randrange(20000, 32000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        if port not in found:
            found.append(port)
    return found


class Game:
    """The server of a checkout. `start` returns when it answers, `stop` when it has ended."""

    def __init__(self, checkout: Path, folder: Path, people: int, languages: list[str]):
        self.checkout, self.folder = checkout, folder
        self.mygame = checkout / "mygame"
        ports = dict(zip(PORTS, map(str, free_ports(len(PORTS))), strict=True))
        self.telnet_port = int(ports["CHRONO_TELNET_PORT"])
        self.websocket_port = int(ports["CHRONO_WEBSOCKET_PORT"])
        mine = {k: v for k, v in os.environ.items() if not k.startswith("DJANGO")}
        self.environment = mine | {
            "CHRONO_BOT_PACE": "0",
            **ports,
            "CHRONO_DATA_DIR": str(folder),
            "CHRONO_SETTINGS": "server.conf.load_settings",
            "DJANGO_SETTINGS_MODULE": "server.conf.load_settings",
            "PYTHONPATH": str(self.mygame),
        }
        if not (checkout / SETTINGS).exists():  # from before there were load runs
            shutil.copy(HERE.parent / SETTINGS, checkout / SETTINGS)
        self._launch("prepare")
        accounts = [str(HERE / "load_accounts.py"), str(people), ",".join(languages)]
        self.run(accounts, cwd=self.mygame)

    def start(self) -> None:
        """Start Portal and Server."""
        self._launch("play")

    def stop(self) -> None:
        """End both."""
        self._launch("stop")

    def _launch(self, command: str) -> None:
        self.run(["-m", "server.launcher", command], cwd=self.checkout)

    def run(self, arguments: list[str], cwd: Path) -> None:
        done = subprocess.run(  # noqa: S603 (Python itself)
            [sys.executable, *arguments],
            cwd=cwd,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        if done.returncode:
            raise RuntimeError(f"{arguments}: {done.stdout}\n{done.stderr}")

    def seconds(self) -> dict[str, float]:
        """Seconds of processor used so far by the Portal, the Server and its workers."""
        pids = {kind: self._pid(kind) for kind in ("portal", "server")}
        workers = sum(map(_seconds, _children(pids["server"])))
        return {kind: _seconds(pid) for kind, pid in pids.items()} | {"workers": workers}

    def memory(self) -> float:
        """MB that the Server has."""
        status = Path(f"/proc/{self._pid('server')}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024

    def errors(self) -> int:
        """Tracebacks in the log of the Server."""
        log = self.folder / "logs" / "server.log"
        return log.read_text(errors="replace").count("Traceback") if log.exists() else 0

    def _pid(self, kind: str) -> int:
        return int((self.folder / f"{kind}.pid").read_text().strip())

    def sentences(self) -> dict[str, list[str]]:
        """
        Patterns of what the game says in each language: how to answer, for whom one waits, that it
        is over, and (`head`) which table one stands at.
        """
        import pyjson5

        found: dict[str, list[str]] = {}
        for language in ("en", "zh"):
            path = self.mygame / "world" / "locale" / f"{language}.json5"
            told: Mapping[str, Any] = pyjson5.decode(path.read_text(encoding="utf-8"))
            for key in (*SENTENCES, "waiting_short", "thanks"):
                found.setdefault(key, []).append(pattern_of(told["game"][key]))
            head = re.escape(told["table"]["head"].partition("{game}")[0])
            found.setdefault("head", []).append(head.replace(r"\{number\}", r"(\d+)"))
        return found


def pattern_of(template: str) -> str:
    """A regular expression for a sentence of the locale files, by what is before its holes."""
    plain = re.sub(r"\|.", "", template)
    return ".{1,60}?".join(map(re.escape, re.split(r"\{\w+\}", plain))).rstrip()


def _seconds(pid: int) -> float:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    except FileNotFoundError:
        return 0.0
    return (int(stat[11]) + int(stat[12])) / TICKS


def _children(pid: int) -> list[int]:
    """The processes a process has started, and those which they have."""
    parents: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(path.read_text().rpartition(") ")[2].split()[1])
        except (FileNotFoundError, ProcessLookupError):
            continue
        parents.setdefault(parent, []).append(int(path.parent.name))
    found, waiting = [], [pid]
    while waiting:
        own = parents.get(waiting.pop(), [])
        found += own
        waiting += own
    return found
