"""The Server's half of a connection."""

from collections import deque

from evennia.objects.models import ObjectDB
from evennia.server.serversession import ServerSession as BaseServerSession
from twisted.internet import reactor
from twisted.internet.defer import Deferred

from server import INPUT_MARK, chinese, cleaning
from typeclasses.provider import Provider
from world.locale import reader
from world.render import hallnews, oob, trouble

HOLD = 1.0  # seconds for which further input waits for an answer to be stored


class ServerSession(Provider, BaseServerSession):
    """
    One connection, logged in or not.

    `input_id` names the input being handled now, and no other input since the Portal started.
    `input_again` is true if the Portal has sent it before, to a Server which died without
    saying that it was done: what such an input answers may have been stored already.

    `settled` is None if the last input has had all its effect, else it fires when it has. Until
    then the Portal keeps that input for another Server, should this one die.

    One that `is_gone` does nothing more: what had waited (the first screen, lines behind a
    password) would bring its person back and take the wizard from where they are by now.
    """

    # Evennia takes all connections of one address for the same.
    __eq__, __ne__, __hash__ = object.__eq__, object.__ne__, object.__hash__

    puid: int | None
    match_known = hall_known = None  # to a client that draws: see `oob`, `hallnews`
    input_id = ""
    input_again = False
    is_gone = False

    def __init__(self):
        super().__init__()
        self._held: deque | None = None
        self.settled: Deferred | None = None

    def at_sync(self):
        """The Portal told us of this connection: a new one, or one from before our time."""
        if self.puid and not ObjectDB.objects.filter(id=self.puid).exists():
            # The character was deleted meanwhile. One person's trouble, not everybody's.
            self.puid = None
        super().at_sync()
        reader.forget_reader()
        hallnews.note_change()

    def load_sync_data(self, sessdata):
        """The Portal told us what the client is and can do."""
        super().load_sync_data(sessdata)
        reader.forget_reader()

    def update_flags(self, **kwargs):
        """We know something new of the client."""
        super().update_flags(**kwargs)
        reader.forget_reader()

    def at_login(self, account):
        """Somebody is known now, and what they read."""
        super().at_login(account)
        self.use_script(account)
        oob.apply_language(self)

    def at_disconnect(self, reason=None):
        """The client has left, or was let go."""
        self.is_gone = True
        super().at_disconnect(reason)

    def use_script(self, account) -> None:
        """Let this connection read Chinese in the characters which its account has chosen."""
        wanted = account.attributes.get("script") == "hant"
        if wanted != bool(self.protocol_flags.get(chinese.FLAG)):
            self.update_flags(**{chinese.FLAG: wanted})

    def data_in(self, **kwargs):
        """Input arrives here, in the order in which it was typed."""
        if self._held is not None:
            self.settled = Deferred()
            self._held.append((kwargs, self.settled))
            return
        self.settled = None
        if self.is_gone:
            return
        mark = kwargs.pop(INPUT_MARK, None)
        self.input_id, self.input_again = mark if mark else ("", False)
        try:
            kwargs = cleaning.data(kwargs)
        except cleaning.TooMuch:
            self.msg(trouble.trouble_sentence(self, "input_too_large"))
            return
        super().data_in(**kwargs)

    def data_out(self, **kwargs):
        """Whatever is sent leaves here: texts, prompts, and data for clients with windows."""
        match kwargs.get("text"):
            case str(text):
                kwargs["text"] = reader.lay_out(self, text)
            case (str(text), *rest):
                kwargs["text"] = (reader.lay_out(self, text), *rest)
        super().data_out(**cleaning.clean_message(kwargs))

    def take_time(self, done: Deferred) -> None:
        """
        What was typed takes until `done` fires. Further input waits for it, but not long: who
        waits for the database can look about.
        """
        self.settled = Deferred()
        ready: Deferred = Deferred()
        call = reactor.callLater(HOLD, ready.callback, None)

        def settle(result, settled=self.settled):
            if call.active():
                call.cancel()
                ready.callback(None)
            settled.callback(None)
            return result

        done.addBoth(settle)
        self.hold_input_until(ready)

    def hold_input_until(self, deferred) -> None:
        """Let what is typed from now on wait until `deferred` fires; then handle it."""
        if deferred.called:
            return
        if self._held is None:
            self._held = deque()

        def release(result):
            held, self._held = self._held or deque(), None
            while held:
                kwargs, waiting = held.popleft()
                self.data_in(**kwargs)
                if self.settled is None:
                    waiting.callback(None)
                else:
                    self.settled.chainDeferred(waiting)
                if self._held is not None:
                    # One of them started to wait, too: the rest stays behind it.
                    self._held.extend(held)
                    break
            return result

        deferred.addBoth(release)
