"""Settings of the game. `evennia/settings_default.py` explains every name.

What differs from machine to machine comes from the environment, see `environment.py`.
"""

import os as _os

import dj_database_url as _dj_database_url
from django.utils.csp import CSP as _CSP

from server import quickstart as _quickstart
from server.admission import Policy as _Policy
from server.buckets import Rate as _Rate
from server.conf import environment as _environment

_quickstart.import_inflect()

# Evennia looks for the game directory upwards from the current directory, and stays there;
# from anywhere else it would take its own template for the game.
_cwd = _os.getcwd()
_os.chdir(_environment.GAME_DIR)
from evennia.settings_default import *  # noqa: E402, F403
from evennia.settings_default import (  # noqa: E402
    CACHES,
    EVENNIA_DIR,
    INSTALLED_APPS,
    STATICFILES_DIRS,
    TEMPLATES,
)

_os.chdir(_cwd)
_env = _environment.read_environment()

SERVERNAME = "逆时巫师 Chrono Wizard"
GAME_SLOGAN = "Card games at tables, with friends and with bots"
SERVER_HOSTNAME = _env.hostname
# Where the web pages are, as people in the game are told it; "" if nobody knows.
SITE_ADDRESS = _env.site
SECRET_KEY = _environment.secret_key(_env.data_dir)
DEBUG = _env.debug

# A traceback is for the log; a player gets one sentence.
IN_GAME_ERRORS = False

######################################################################
# Network
######################################################################
# Only this machine by default: opening a game to the world should be a decision.
TELNET_PORTS = [_env.telnet_port]
TELNET_INTERFACES = [_env.interface]
WEBSERVER_PORTS = [(_env.web_port, _env.web_internal_port)]
WEBSERVER_INTERFACES = [_env.interface]
WEBSOCKET_CLIENT_PORT = _env.websocket_port
WEBSOCKET_CLIENT_INTERFACE = _env.interface
WEBSOCKET_CLIENT_URL = _env.websocket_url
# TLS of our own (`server.tls`): web pages and websocket have it instead, telnet has it beside.
TLS_CERTIFICATE, TLS_KEY = _env.tls_cert, _env.tls_key
TELNETS_PORT = _env.telnets_port if _env.tls_cert else None
AMP_PORT = _env.amp_port
AMP_HOST = AMP_INTERFACE = "127.0.0.1"
ALLOWED_HOSTS = list(_env.allowed_hosts)
# Whose word on where a visitor comes from counts: see `server.visitors`, the only place which
# reads it. Evennia believes whatever such an address sends, so it is told of none.
TRUSTED_PROXIES = _env.trusted_proxies
UPSTREAM_IPS: list[str] = []

# Our own ends of everything: no delays, no lost input, a Server which is started again.
EVENNIA_PORTAL_SERVICE_CLASS = "server.link.PortalService"
EVENNIA_SERVER_SERVICE_CLASS = "server.link.ServerService"
AMP_SERVER_PROTOCOL_CLASS = "server.link.PortalLink"
AMP_CLIENT_PROTOCOL_CLASS = "server.link.ServerLink"
# What the two processes call of the world: see `hooks`.
AT_SERVER_STARTSTOP_MODULE = "hooks.at_server_startstop"
PORTAL_SESSION_HANDLER_CLASS = "server.inputqueue.InputQueue"
SERVER_SESSION_CLASS = "hooks.serversession.ServerSession"
TELNET_PROTOCOL_CLASS = "server.protocols.Telnet"
WEBSOCKET_PROTOCOL_CLASS = "server.protocols.WebSocket"

# What clients may call by name: these, and nothing of Evennia's own list.
INPUT_FUNC_MODULES = ["hooks.clients", "hooks.inputfuncs"]

# The window of a client that does not say how large it is.
CLIENT_DEFAULT_WIDTH, CLIENT_DEFAULT_HEIGHT = 80, 24
MAX_CHAR_LIMIT_WARNING = "这一行太长了，没有处理。 That line is too long; it was ignored."
# How much one connection may send, and how many there may be: see `server.guard`, which says so
# in both languages. Evennia's own limit of lines is off; it must be positive, for it is divided by.
from server.conf.limits import *  # noqa: E402, F403

CONNECTIONS_PER_ADDRESS = _env.connections_per_address
MAX_COMMAND_RATE = 10_000
COMMAND_PARSER = "commands.parser.parse"
# New connections a second, of all together. The default of 2 makes twenty friends wait ten seconds.
MAX_CONNECTION_RATE = 50
# Seconds after which a client that says nothing is asked whether it is still there.
HEARTBEAT = 20

######################################################################
# Web pages
######################################################################
TEMPLATES[0]["OPTIONS"]["debug"] = DEBUG
TEMPLATES[0]["OPTIONS"]["context_processors"] += [
    "django.template.context_processors.csp",
    "web.words.template_words",
]
TEMPLATES[0]["OPTIONS"]["libraries"] = {"site": "web.tags"}
# Our own site of the admin, which lists the game first.
EVENNIA_ADMIN = False
# The API is ours (`web.api`); Evennia's own lets anybody change objects who may enter the admin.
REST_API_ENABLED = False
REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "web.api.identity.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "web.api.base.error_response",
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Chrono Wizard",
    "VERSION": "1",
    "DESCRIPTION": "Games, cards, versions, matches as data; drafts written, checked, published.",
    "SCHEMA_PATH_PREFIX": "/api/1/",
    "SERVE_INCLUDE_SCHEMA": False,
    "DISABLE_ERRORS_AND_WARNINGS": False,
}
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "web.middleware.OwnMiddleware",
    "web.middleware.HarmlessMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "web.middleware.LanguageMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "web.middleware.ScriptMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "web.middleware.VisitorMiddleware",
]
CSRF_FAILURE_VIEW = "web.errors.stale_form"
LOGIN_REDIRECT_URL = LOGOUT_REDIRECT_URL = "/"

# What browsers are told to do for the people behind them. Pages get this from Django, everything
# else from `server.webrequest`.
SECURE_CSP = {
    "default-src": [_CSP.NONE],
    "script-src": [_CSP.SELF, _CSP.NONCE],
    "style-src": [_CSP.SELF],
    "img-src": [_CSP.SELF, "data:"],
    "font-src": [_CSP.SELF],
    "connect-src": [_CSP.SELF],
    "manifest-src": [_CSP.SELF],
    "form-action": [_CSP.SELF],
    "base-uri": [_CSP.NONE],
    "frame-ancestors": [_CSP.NONE],
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
PERMISSIONS_POLICY = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = _env.uses_tls
if _env.uses_tls:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
if _env.tls:
    SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60
    CSRF_TRUSTED_ORIGINS = [
        f"https://{'*' if host.startswith('.') else ''}{host}" for host in ALLOWED_HOSTS
    ]

######################################################################
# Folders: everything a running game writes is in the data directory
######################################################################
LOG_DIR = str(_env.log_dir)
SERVER_LOG_FILE = str(_env.log_dir / "server.log")
PORTAL_LOG_FILE = str(_env.log_dir / "portal.log")
HTTP_LOG_FILE = str(_env.log_dir / "http_requests.log")
LOCKWARNING_LOG_FILE = str(_env.log_dir / "lockwarnings.log")
CACHE_DIR = str(_env.data_dir / "cache")
# With what we sign messages to browsers (`server.push`); made when it is first needed.
PUSH_KEY_FILE = str(_env.data_dir / "push_key.pem")
STATIC_ROOT = str(_env.data_dir / "static")
MEDIA_ROOT = str(_env.data_dir / "media")

######################################################################
# Database
######################################################################
if _env.database_url:
    DATABASES = {"default": _dj_database_url.parse(_env.database_url, conn_health_checks=True)}
else:
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": str(_env.database_file),
            "OPTIONS": {
                # The web pages' threads and the game may write at the same moment: wait for
                # one another, and take the lock at BEGIN, for a transaction which starts by
                # reading cannot wait later.
                "timeout": 10,
                "transaction_mode": "IMMEDIATE",
                # With a write-ahead log a commit survives the death of the process at once.
                # NORMAL leaves syncing the disk to checkpoints, so a power cut may take the
                # last commits, never the consistency; FULL syncs at every commit.
                "init_command": (
                    "PRAGMA journal_mode=WAL;"
                    f"PRAGMA synchronous={_env.sqlite_synchronous};"
                    "PRAGMA cache_size=-32000;"
                    "PRAGMA temp_store=MEMORY"
                ),
            },
        }
    }
# Evennia would run these once, on one connection, and they include synchronous=OFF.
SQLITE3_PRAGMAS = ()

# Matches told step by step, some 100 kB each: of those that nobody has looked at lately the next
# one is made anew.
CACHES = {
    **CACHES,
    "replays": {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": str(_env.data_dir / "cache" / "replays"),
        "TIMEOUT": 7 * 24 * 60 * 60,
        "OPTIONS": {"MAX_ENTRIES": 300},
    },
    # What stands beside links elsewhere, some 30 kB each (`web.pictures`).
    "pictures": {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": str(_env.data_dir / "cache" / "pictures"),
        "TIMEOUT": 7 * 24 * 60 * 60,
        "OPTIONS": {"MAX_ENTRIES": 500},
    },
}

######################################################################
# Languages
######################################################################
TIME_ZONE = "UTC"
USE_I18N = True
# The language of the pages and of Evennia's own messages where nobody has said a wish.
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("zh-hans", "简体中文"), ("zh-hant", "繁體中文")]
LOCALE_PATHS = [
    str(_environment.GAME_DIR / "locale"),
    _os.path.join(EVENNIA_DIR, "locale"),
]
# What a client may send if it does not say. GB18030 holds all of Unicode.
ENCODINGS = ["utf-8", "gb18030"]

# What stands out is bold, in the colour of the terminal: white is nothing on white.
COLOR_ANSI_EXTRA_MAP = [("|w", "\033[1m")]

SERVER_RELOAD_INITIATE_MSG = "|x服务器即将重启。 The server restarts.|n {reason}"
SERVER_RESET_MSG = "|x服务器即将重启。 The server restarts.|n"
SERVER_RESTART_MSG = "|x服务器回来了。 The server is back.|n"

######################################################################
# Accounts
######################################################################
# One account is one person at the tables; a second connection takes over from the first.
MULTISESSION_MODE = 0
# A new name is settled by `server.names`: any script, no look-alikes.
AUTH_USERNAME_VALIDATORS = [{"NAME": "server.names.NameValidator"}]
AUTH_PASSWORD_VALIDATORS = [{"NAME": "server.passwords.PasswordValidator"}]
# Seconds for which an address works at which who has forgotten a password chooses another one.
PASSWORD_RESET_TIMEOUT = 24 * 60 * 60
# Wrong passwords, and accounts made, are limited by `server.admission`, the same for all ways in;
# Evennia's own throttles count successes, too.
ADMISSION_POLICY = _Policy(accounts_per_address=_Rate(_env.accounts_per_hour, 3600))
LOGIN_THROTTLE_LIMIT = CREATION_THROTTLE_LIMIT = None
# How far the process that computes hashes stands back: behind the game and the bots that think,
# not so far that on a busy machine nobody gets in.
HASHING_NICE = 10
SERVER_SESSION_HANDLER_CLASS = "hooks.sessions.Sessions"

# Guests: how many accounts of them there may be, and after how many days without a visit one is
# removed that has not registered (see `world.accounts.guests`).
GUESTS_MOST = 200
GUEST_DAYS = 7

######################################################################
# Modules which a new Evennia game has, and this one does not need
######################################################################
PROTOTYPE_MODULES = ["world.shelf.prototypes"]
FILE_HELP_ENTRY_MODULES: list[str] = []
STATICFILES_DIRS = [path for path in STATICFILES_DIRS if _os.path.isdir(path)]
LOCK_FUNC_MODULES = ("evennia.locks.lockfuncs",)
FUNCPARSER_PROTOTYPE_PARSING_MODULES = ["evennia.prototypes.protfuncs"]
FUNCPARSER_OUTGOING_MESSAGES_MODULES = ["evennia.utils.funcparser"]

######################################################################
# The world
######################################################################
_OURS = {"evennia.web.utils.adminsite.EvenniaAdminApp": "world.admin_site.GameAdminApp"}
INSTALLED_APPS = [_OURS.get(app, app) for app in INSTALLED_APPS]
INSTALLED_APPS += ["drf_spectacular", "world.apps.WorldConfig"]
# Who reviews stands above who writes: `world.accounts.roles`.
PERMISSION_HIERARCHY = ["Guest", "Player", "Helper", "Builder", "Reviewer", "Admin", "Developer"]
# Evennia takes "ball-2" for the second ball, in any command whose name another one begins with.
# Here only a single word means that, so that "2-4" stays what was typed.
SEARCH_MULTIMATCH_REGEX = r"^(?P<name>\S+)-(?P<number>[0-9]+)(?P<args>)$"

BASE_ACCOUNT_TYPECLASS = "typeclasses.accounts.Account"
BASE_CHARACTER_TYPECLASS = "typeclasses.characters.Wizard"
BASE_ROOM_TYPECLASS = "typeclasses.rooms.Room"
BASE_SCRIPT_TYPECLASS = "typeclasses.scripts.Script"
# Drives all tables: time limits, tables nobody is left at. `interval` is in seconds.
GLOBAL_SCRIPTS = {
    "round_ticker": {
        "typeclass": "typeclasses.scripts.RoundTicker",
        "interval": 1,
        "desc": "Time limits of all matches, and closing of tables nobody is left at",
    }
}
# Where games are found: those that come with the code, and your own.
PACK_DIRS = [_environment.GAME_DIR / "world" / "packs", _env.data_dir / "packs"]
# Seconds between two acts of bots, so that people can read along.
BOT_PACE = float(_os.environ.get("CHRONO_BOT_PACE") or 0.4)
# Processes in which bots think (0: one less than there are cores), and how many seconds one of them
# may take before the greedy bot answers in its place.
BOT_WORKERS = int(_os.environ.get("CHRONO_BOT_WORKERS") or 0)
BOT_PATIENCE = 5
# Summaries and replays of matches are computed by the same processes; if not, in the Server itself.
SUMMARIES_BESIDE = True
# Processes that find out what options would do (0: the Server itself).
FORESEEING_WORKERS = int(_os.environ.get("CHRONO_FORESEEING_WORKERS") or 1)
# Seconds that a prompt at a text client waits for that.
FORESEEING_PATIENCE = 0.15
# Seconds that the process which publishes games may take for the files of one.
PUBLISHING_SECONDS = 60
# The same for reading a sentence: the first one learns how all of a game is said, 20 s of work that
# others may hold up.
READING_SECONDS = 300
# Whether that is learned when a builder turns to a game, before they have written a sentence; and
# of all games, one after the other, when the Server has started.
READING_AHEAD = True
READING_AT_START = True
# A model that proposes the house's sentences for authors': the address of a chat endpoint in the
# usual protocol of local servers; "" for none.
MODEL_ADDRESS = _env.model_address
MODEL_NAME = _env.model_name
MODEL_KEY = _env.model_key
MODEL_SECONDS = 20
# Seconds for the scenarios that somebody sends at once.
SCENARIO_SECONDS = 20
# Where packs that were made elsewhere are put, to be installed by a command.
INCOMING_DIR = str(_env.data_dir / "incoming")
# Matches of bots in which a card that somebody wrote is tried out, and the seconds that ten of them
# may take.
TRIAL_MATCHES = int(_os.environ.get("CHRONO_TRIAL_MATCHES") or 500)
TRIAL_SECONDS = 180
# Whether as many are played of a card as soon as its author has said what it does.
PRICING = True
# A thread of its own writes the answers. What is locked or away is waited for so many seconds, a
# lock so many milliseconds before the thread looks whether to go on. The Server's own thread, in
# which everybody waits, waits so many milliseconds for a lock: on a machine that is busy beside the
# game 200 were too few, and steps failed that would have been taken a moment later.
STORAGE_THREAD = True
STORAGE_PATIENCE = 60
STORAGE_TRY = 10_000
STORAGE_HURRY = 2_000
