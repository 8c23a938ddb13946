"""What one can type before logging in, in Chinese and in English.

An account is made in one line and is logged in at once. Hashes are computed in threads, so
nobody at the tables notices somebody logging in; what a person types meanwhile waits.
"""

from __future__ import annotations

from collections import Counter

from django.conf import settings
from evennia.accounts.accounts import CREATION_THROTTLE, LOGIN_THROTTLE
from evennia.accounts.models import AccountDB
from evennia.commands.cmdhandler import CMD_LOGINSTART
from evennia.commands.command import Command
from evennia.commands.default import unloggedin as default
from evennia.utils import class_from_module, logger
from twisted.internet.defer import inlineCallbacks

from server import names, passwords
from server.conf.connection_screens import connection_screen
from server.names import both

WRONG = both("名字或密码不对。", "Wrong name or password.")
TOO_MANY = both("尝试太多了，请过几分钟再试。", "Too many tries; wait a few minutes.")
BANNED = both("你已被禁止进入。", "You have been banned.")
CLOSED = both("现在不开放注册。", "New accounts are not being made at present.")

# Hashes being computed for an address. Failures count when they are known; without this, a
# thousand tries sent at once would all be let in.
_trying: Counter[str] = Counter()


def account_class():
    """The class of accounts; looked up late, for typeclasses import half of the game."""
    return class_from_module(settings.BASE_ACCOUNT_TYPECLASS)


def language_of(word: str) -> str:
    """The language somebody chose who typed this command: `zh` or `en`."""
    return "en" if word.isascii() else "zh"


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
    """What `connect` and `create` have in common: one try at a time, counted by address."""

    locks = "cmd:all()"
    arg_regex = r"\s.*?|$"
    auto_help = False

    def func(self):
        """Refuse who tries too often; otherwise hold further input until it is decided."""
        session = self.caller
        halves = name_and_password(self.args)
        if halves is None:
            session.msg(self.usage)
            return None
        address = str(session.address or "")
        limit = settings.LOGIN_THROTTLE_LIMIT
        if LOGIN_THROTTLE.check(address) or (limit and _trying[address] >= limit):
            session.msg(TOO_MANY)
            return None
        account = account_class()
        if account.is_banned(username=halves[0], ip=address):
            logger.log_sec(f"Authentication Denied (Banned): {halves[0]} (IP: {address}).")
            LOGIN_THROTTLE.update(address, "Too many sightings of banned artifact.")
            session.msg(BANNED)
            return None

        _trying[address] += 1

        def decided(result):
            _trying[address] -= 1
            if not _trying[address]:
                del _trying[address]
            return result

        deferred = self.enter(session, address, *halves).addBoth(decided)
        session.hold_input_until(deferred)
        return deferred

    def enter(self, session, address: str, name: str, password: str):
        """Check or make the account, then log it in. A Deferred."""
        raise NotImplementedError

    def log_in(self, session, account) -> None:
        """The end of it: from here on the account's hooks take over."""
        if session.sessionhandler.get(session.sessid) is not session:
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
    usage = both("用法：登录 <名字> <密码>", "Usage: connect <name> <password>")

    @inlineCallbacks
    def enter(self, session, address, name, password):
        """Compare with the stored hash."""
        account = AccountDB.objects.filter(username__iexact=name).first()
        encoded = account.password if account and account.is_active else None
        right, outdated = yield passwords.check_password(password, encoded)
        if not right:
            logger.log_sec(f"Authentication Failure: {name} (IP: {address}).")
            if address:
                LOGIN_THROTTLE.update(address, "Too many authentication failures.")
            if account:
                account.at_failed_login(session)
            session.msg(WRONG)
            return
        if outdated:
            account.set_password((yield passwords.hash_password(password)))
            account.save(update_fields=["password"])
        logger.log_sec(f"Authentication Success: {account} (IP: {address}).")
        self.log_in(session, account)


class CmdCreate(LoginCommand):
    """
    make a new account, and log in with it

    Usage:
      create <name> <password>
      创建 <名字> <密码>
    """

    key = "create"
    aliases = ["cre", "cr", "register", "创建", "注册", "新建"]
    usage = both("用法：创建 <名字> <密码>", "Usage: create <name> <password>")

    @inlineCallbacks
    def enter(self, session, address, name, password):
        """Everything that can be refused is refused before the hash is computed."""
        account_type = account_class()
        if not settings.NEW_ACCOUNT_REGISTRATION_ENABLED:
            session.msg(CLOSED)
            return
        if CREATION_THROTTLE.check(address):
            session.msg(TOO_MANY)
            return
        valid, errors = account_type.validate_username(name)
        if valid:
            valid, error = account_type.validate_password(
                password, account=account_type(username=name)
            )
            errors = error.messages if error else []
        if not valid:
            session.msg("\n".join(errors))
            return
        hashed = yield passwords.hash_password(password)
        if session.sessionhandler.get(session.sessid) is not session:
            return
        # Checks the name again: somebody may have taken it within the quarter of a second.
        account, errors = account_type.create(
            username=name, password=hashed, ip=address, session=session
        )
        if not account:
            session.msg("\n".join(str(error) for error in errors))
            return
        session.msg(both(f"欢迎你，{name}！", f"Welcome, {name}!"))
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
|w看|n                   |wlook|n                        开始画面 the first screen
|w退出|n                 |wquit|n                        离开 leave
                     |wencoding gbk|n                老式中文终端 GBK terminals
                     |wscreenreader|n                读屏软件 screen readers
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
        session.sessionhandler.disconnect(session, both("再见！", "Good bye!"))


COMMANDS = (
    CmdConnect,
    CmdCreate,
    CmdLook,
    CmdHelp,
    CmdQuit,
    default.CmdUnconnectedEncoding,
    default.CmdUnconnectedScreenreader,
    default.CmdUnconnectedInfo,
)
