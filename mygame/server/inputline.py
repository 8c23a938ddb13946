"""
The line in which somebody types, and what arrives meanwhile, on a telnet connection.

What a client shows and what is typed share a screen in one of three ways:

* MUD clients have an input line of their own. They want to know where a prompt ends: `IAC EOR` if
  they agreed to that (telnet option 25), `IAC GA` if they refused to do without it. The prompt is
  sent again behind whatever else they are sent.
* Terminals, known by their name (TTYPE) and by saying their size (NAWS), have one cursor for both.
  What they are sent is put above the line of the cursor, which stays as it is, with a half-typed
  command in it or not (`lines_above`).
* Of all others nothing is known: they get text line by line and no prompts, as ever.

Nothing here echoes or edits what is typed: that is done at the other end in all three cases.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from evennia.server.portal.naws import NAWS
from twisted.internet import reactor

from rules.ground.width import display_width

EOR_OPTION = bytes([25])
IAC_EOR = bytes([255, 239])
# Seconds without anything more to send, until a prompt is sent again; and until the Server is told
# of a new size of the window, for who pulls at one says so many times.
PAUSE = 0.1

# What terminals call themselves, in the beginning of the name. Each can insert lines.
TERMINALS = (
    "XTERM", "LINUX", "VT1", "VT2", "VT3", "VT4", "VT5", "SCREEN", "TMUX", "RXVT", "KONSOLE",
    "GNOME", "ALACRITTY", "KITTY", "XTERM-KITTY", "FOOT", "WEZTERM", "PUTTY", "ITERM", "MLTERM",
)  # fmt: skip
# What only MUD clients agree to; some of them call themselves by the name of a terminal.
_OF_MUD_CLIENTS = ("OOB", "MXP", "MCCP", "VT100", "UTF-8", "MNES", "MSLP")
_ESCAPE = re.compile("\x1b(?:\\[[0-9;?]*[ -/]*[@-~]|[0-9A-Za-z=>])")


def is_terminal(flags: Mapping[str, Any]) -> bool:
    """Whether a client is a terminal, whose cursor stands where one types."""
    name = str(flags.get("CLIENTNAME") or "").upper()
    return (
        bool(flags.get("AUTORESIZE"))
        and name.startswith(TERMINALS)
        and not flags.get("SCREENREADER")
        and not any(flags.get(flag) for flag in _OF_MUD_CLIENTS)
    )


def rows_of(line: str, columns: int) -> int:
    """How many rows of a terminal a line takes; colours and the like take none."""
    return max(1, -(-display_width(_ESCAPE.sub("", line).replace("|", "||")) // columns))


def lines_above(text: str, columns: int, rows: int) -> str:
    """
    A text as a terminal writes it above the line of the cursor, so much of it at once as fits.

    The screen is scrolled by so many rows as are needed, which moves it only as far as it is full;
    then that many are inserted above the line, and the cursor follows it down.
    """
    room = max(rows - 2, 1)
    parts: list[tuple[list[str], int]] = []
    part: list[str] = []
    taken = 0
    for line in text.split("\n"):
        needed = rows_of(line, columns)
        if part and taken + needed > room:
            parts.append((part, taken))
            part, taken = [], 0
        part.append(line)
        taken += needed
    return "".join(
        f"\x1b7{'\n' * taken}\x1b[{taken}A\r\x1b[{taken}L{'\n'.join(part)}\x1b[0m\x1b8\x1b[{taken}B"
        for part, taken in (*parts, (part, taken))
    )


class InputLine:
    """The input line of one telnet connection (`server.protocols.Telnet`)."""

    def __init__(self, protocol: Any, clock: Any = reactor):
        self.protocol, self.clock = protocol, clock
        self.prompt = ""  # what is to stand before the line, in the game's markup
        self.open = False  # whether it stands there, and nothing has been typed behind it
        self.says_end = False  # whether the client agreed to `IAC EOR`
        self._again: Any = None

    def offer(self) -> None:
        """Ask the client whether it wants to know where a prompt ends."""
        # Refusing is no error, and neither is going away.
        self.protocol.will(EOR_OPTION).addCallbacks(self._confirm, lambda _: None)

    def _confirm(self, _: Any) -> None:
        self.says_end = True

    @property
    def is_terminal(self) -> bool:
        """Whether text and typing share a cursor, and text can be put above it."""
        return not self.says_end and is_terminal(self.protocol.protocol_flags)

    @property
    def is_marked(self) -> bool:
        """
        Whether the client is told where a prompt ends.

        To who refuses to do without `IAC GA` Evennia sends it after every line, so that all of
        them look like prompts; here it means the end of one.
        """
        flags = self.protocol.protocol_flags
        if not flags.get("NOGOAHEAD", True):
            flags["NOGOAHEAD"], flags["NOPROMPTGOAHEAD"] = True, False
        if self.says_end:
            flags["NOPROMPTGOAHEAD"] = True
        return self.says_end or not flags.get("NOPROMPTGOAHEAD", True)

    # -- what the protocol tells

    def keep_prompt(self, prompt: str) -> bool:
        """A prompt from now on, "" for none. Whether it is to be written at once."""
        self.prompt = prompt
        if not prompt or (self.open and self.is_terminal):
            return False  # who is just typing gets it with the next line
        self.open = self.is_marked or self.is_terminal
        return self.open

    def write_above(self, line: str) -> str | None:
        """A line as it is put above the one somebody types in; None where it is sent as it is."""
        self.is_marked  # noqa: B018 (settles who gets `IAC GA`, and when)
        if not self.is_terminal:
            return None
        flags = self.protocol.protocol_flags
        columns, rows = flags["SCREENWIDTH"].get(0), flags["SCREENHEIGHT"].get(0)
        return lines_above(line.rstrip("\n"), columns or 80, rows or 24)

    def restore_prompt(self) -> None:
        """Lines have been sent; the prompt comes behind them, when no more follow."""
        if not self.prompt or (self.open and self.is_terminal):
            return
        if self._again is not None and self._again.active():
            self._again.reset(PAUSE)
        else:
            self._again = self.clock.callLater(PAUSE, self._write_prompt)

    def forget_prompt(self) -> None:
        """A line has come: what was before it is done with."""
        self.open = False

    def stop(self) -> None:
        """The connection has ended."""
        self.prompt = ""

    def _write_prompt(self) -> None:
        if self.prompt:
            self.protocol.send_prompt(self.prompt, options={})


class Window:
    """The size of the window of one telnet connection, which may change at any time."""

    def __init__(self, protocol: Any, clock: Any = reactor):
        self.protocol, self.clock = protocol, clock
        self._due: Any = None  # the call that tells the Server

    def listen(self) -> None:
        """Hear of all sizes, however the bytes are cut; Evennia misses some."""
        self.protocol.negotiationMap[NAWS] = self.resize

    def resize(self, size: Any) -> None:
        """The client says how large the window is."""
        flags = self.protocol.protocol_flags
        before = dict(flags["SCREENWIDTH"]), dict(flags["SCREENHEIGHT"])
        self.protocol.naws.negotiate_sizes(size)
        if before != (flags["SCREENWIDTH"], flags["SCREENHEIGHT"]) and not self._due:
            self._due = self.clock.callLater(PAUSE, self._send_size)

    def apply_size(self) -> None:
        """A line has come: it is answered in the size told before it, if `sync` lets us."""
        if self._due:
            self._due.cancel()
            self._send_size()

    def _send_size(self) -> None:
        self._due = None
        self.protocol.sessionhandler.sync(self.protocol)
