"""What one can type before logging in, in Chinese and in English.

An account is made in one line and is logged in at once. What is refused, and why, is decided in
`world.community.entrance`, as for the web site; what a person types while it is being decided
waits.
"""

from __future__ import annotations

from evennia.commands.cmdhandler import CMD_LOGINSTART
from evennia.commands.command import Command
from twisted.internet.defer import inlineCallbacks

from commands import unlogged_client
from server import names
from server.conf.connection_screens import connection_screen
from server.names import bilingual
from world.accounts import guests
from world.community import entrance
from world.errors import TableError
from world.locale.messages import LANGUAGES, message
from world.render import trouble


def language_of(word: str) -> str:
    """The language somebody chose who typed this command: `zh` or `en`."""
    return "en" if word.isascii() else "zh"


class Gone(Exception):
    """Whoever wanted to come in has hung up."""


def is_there(session) -> bool:
    """Whether a session is still connected."""
    return session.sessionhandler.get(session.sessid) is session


def name_and_password(args: str) -> tuple[str, str] | None:
    """
    Split what follows `connect` or `create`. Quotes around either half are not part of it.

    >>> name_and_password(' "Anna" correct horse ')
    ('Anna', 'correct horse')
    """
    args = args.strip()
    if args[:1] in ('"', "“", "”"):
        name, _, password = args[1:].replace("“", '"').replace("”", '"').partition('"')
    else:
        name, _, password = args.partition(" ")
    password = password.strip()
    if len(password) > 1 and password[0] == password[-1] == '"':
        password = password[1:-1]
    name = names.normalize(name)
    return (name, password) if name and password else None


class LoginCommand(Command):
    """What `connect` and `create` have in common: one try at a time, which may have to wait."""

    locks = "cmd:all()"
    arg_regex = r"\s.*?|$"
    auto_help = False

    @inlineCallbacks
    def func(self):
        """Refuse what is refused anyway; otherwise hold further input until it is decided."""
        session = self.caller
        halves = name_and_password(self.args)
        if halves is None:
            session.msg(self.usage)
            return
        try:
            deferred = self.authenticate(session, *halves)
            session.hold_input_until(deferred)
            yield deferred
        except entrance.REFUSALS as error:
            session.msg(
                bilingual(*(entrance.refusal_sentence(error, language) for language in LANGUAGES))
            )
        except Gone:
            pass
        except Exception as error:  # noqa: BLE001 (told and logged; nobody is left without a word)
            trouble.report_error(session, error)

    def authenticate(self, session, name: str, password: str):
        """
        Check or make the account, then log it in. A Deferred.

        :raises: one of `entrance.REFUSALS`, or `Gone`.
        """
        raise NotImplementedError

    def queue(self, session) -> entrance.Queue:
        """How a hash waits for its turn: by address, while the person is there."""

        def check_there() -> None:
            if not is_there(session):
                raise Gone

        def told(place: int) -> None:
            if is_there(session):
                lines = (message("login.place", language, place=place) for language in LANGUAGES)
                session.msg(bilingual(*lines))

        return entrance.Queue(str(session.address or ""), check_there, told)

    def log_in(self, session, account) -> None:
        """The end of it: from here on the account's hooks take over."""
        if not is_there(session):
            return  # gone while the hash was computed
        # What the person speaks, as far as we can tell. The account's own choice goes first.
        if not account.attributes.has("language"):
            account.attributes.add("language", language_of(self.cmdstring))
        session.sessionhandler.login(session, account)


class CmdConnect(LoginCommand):
    """
    log in

    Usage:
      connect <name> <password>
      登录 <名字> <密码>
    """

    key = "connect"
    aliases = ["conn", "con", "co", "login", "登录", "登陆", "登入", "连接"]
    usage = bilingual("用法：登录 <名字> <密码>", "Usage: connect <name> <password>")

    @inlineCallbacks
    def authenticate(self, session, name, password):
        """Compare with the stored hash."""
        self.log_in(session, (yield entrance.log_in(name, password, self.queue(session))))


class CmdCreate(LoginCommand):
    """
    make a new account, and log in with it

    Usage:
      create <name> <password>
      创建 <名字> <密码>
    """

    key = "create"
    aliases = ["cre", "cr", "register", "创建", "注册", "新建"]
    usage = bilingual("用法：创建 <名字> <密码>", "Usage: create <name> <password>")

    @inlineCallbacks
    def authenticate(self, session, name, password):
        """Make the account, and log it in."""
        account = yield entrance.register(name, password, self.queue(session))
        session.msg(bilingual(f"欢迎你，{name}！", f"Welcome, {name}!"))
        self.log_in(session, account)


class CmdGuest(LoginCommand):
    """
    play at once, as a guest; or come back as the guest one was, with the word one was given

    Usage:
      guest
      游客
      guest <word>
      游客 <暗号>
    """

    key = "guest"
    aliases = ["visitor", "游客"]

    def func(self) -> None:
        """
        No password, so nothing to wait for; as many from an address as accounts are made. A browser
        is known by its session; who has none is given a word to come back with.
        """
        session, word = self.caller, self.args.strip()
        address = str(session.address or "")
        language = language_of(self.cmdstring)
        try:
            if word:
                account = entrance.find_guest_again(word, address)
            else:
                account = entrance.make_guest(language, address)
                word = "" if session.csessid else guests.give_return_word(account)
        except TableError as error:
            session.msg(entrance.refusal_sentence(error, language))
        except entrance.REFUSALS as error:
            session.msg(bilingual(*(entrance.refusal_sentence(error, each) for each in LANGUAGES)))
        else:
            account.ndb.word = word
            self.log_in(session, account)


class CmdLook(Command):
    """
    show the first screen again

    Usage:
      look
      看
    """

    key = CMD_LOGINSTART
    aliases = ["look", "l", "看", "查看"]
    locks = "cmd:all()"

    def func(self):
        """Evennia calls this, too, as soon as somebody is connected."""
        self.caller.msg(connection_screen())


class CmdHelp(Command):
    """
    say what can be typed here

    Usage:
      help
      帮助
    """

    key = "help"
    aliases = ["h", "?", "？", "帮助", "帮忙"]
    locks = "cmd:all()"

    text = """
|w创建 <名字> <密码>|n   |wcreate <name> <password>|n    新的账号 a new account
|w登录 <名字> <密码>|n   |wconnect <name> <password>|n   已有账号 an existing one
|w游客|n                 |wguest|n                       先玩再说 play as a guest
|w游客 <暗号>|n          |wguest <word>|n                还是那位游客 the guest you were
|w看|n                   |wlook|n                        开始画面 the first screen
|w帮助|n                 |whelp|n                        这些 this
|w退出|n                 |wquit|n                        离开 leave
|w编码 gbk|n             |wencoding gbk|n                老式中文终端 GBK terminals
|w读屏|n                 |wscreenreader|n                读屏软件 screen readers
|w信息|n                 |winfo|n                        有多少人 how many are here
"""

    def func(self):
        """Both columns at once: we do not know yet who reads."""
        self.caller.msg(self.text)


class CmdQuit(Command):
    """
    leave

    Usage:
      quit
      退出
    """

    key = "quit"
    aliases = ["q", "qu", "exit", "退出", "离开", "再见"]
    locks = "cmd:all()"

    def func(self):
        """Close the connection."""
        session = self.caller
        session.sessionhandler.disconnect(session, bilingual("再见！", "Good bye!"))


COMMANDS = (
    CmdConnect,
    CmdCreate,
    CmdGuest,
    CmdLook,
    CmdHelp,
    CmdQuit,
    *unlogged_client.COMMANDS,
)
