"""What the environment says: ports, addresses, folders, database.

Standard library only, because the launcher reads it before anything is installed or set up,
and `settings.py` reads it as its first act. `make help` lists the variables.

An empty variable counts as one which is not set.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import ip_network
from pathlib import Path

GAME_DIR = Path(__file__).resolve().parents[2]
ROOT = GAME_DIR.parent


class BadEnvironment(ValueError):
    """A variable of the environment holds something that makes no sense; the text names it."""


@dataclass(frozen=True)
class Environment:
    """The installation this process belongs to. Two with other ports and folders get along."""

    data_dir: Path
    telnet_port: int
    web_port: int
    websocket_port: int
    amp_port: int
    web_internal_port: int
    interface: str
    hostname: str
    allowed_hosts: tuple[str, ...]
    tls: bool
    tls_cert: Path | None
    tls_key: Path | None
    telnets_port: int
    trusted_proxies: tuple[str, ...]
    websocket_url: str | None
    site_address: str
    database_url: str | None
    sqlite_synchronous: str
    accounts_per_hour: int
    connections_per_address: int
    model_address: str
    model_name: str
    model_key: str
    debug: bool
    settings: str

    @property
    def uses_tls(self) -> bool:
        """Whether browsers come by TLS: the game's own, or that of a proxy."""
        return self.tls or self.tls_cert is not None

    @property
    def site(self) -> str:
        """Where the web pages are for everybody, without a slash at the end; "" if unknown."""
        if self.site_address or self.hostname == "localhost":
            return self.site_address.rstrip("/")
        if self.tls:
            return f"https://{self.hostname}"
        return f"http{'s' if self.uses_tls else ''}://{self.hostname}:{self.web_port}"

    @property
    def log_dir(self) -> Path:
        return self.data_dir / "logs"

    @property
    def database_file(self) -> Path:
        return self.data_dir / "game.db3"

    @property
    def admin_file(self) -> Path:
        """Name and password of the admin account made at the first start. Mode 600."""
        return self.data_dir / "admin_login.txt"

    def lock_file(self, kind: str) -> Path:
        """What the `keeper`, `portal` or `server` holds locked as long as it runs."""
        return self.data_dir / f"{kind}.lock"

    def pid_file(self, kind: str) -> Path:
        """The number of the process which holds the lock, or held it last."""
        return self.data_dir / f"{kind}.pid"

    @property
    def ports(self) -> dict[str, int]:
        return {
            "CHRONO_TELNET_PORT": self.telnet_port,
            "CHRONO_WEB_PORT": self.web_port,
            "CHRONO_WEBSOCKET_PORT": self.websocket_port,
            "CHRONO_AMP_PORT": self.amp_port,
            "CHRONO_WEB_INTERNAL_PORT": self.web_internal_port,
            **({"CHRONO_TELNETS_PORT": self.telnets_port} if self.tls_cert else {}),
        }


def read_environment(environ: Mapping[str, str] = os.environ) -> Environment:
    """
    The installation `environ` describes.

    :raises BadEnvironment: if a value is no port or no number, or two services share a port.
    """

    def text(name: str, default: str) -> str:
        return environ.get(name, "").strip() or default

    def port(name: str, default: int) -> int:
        value = text(name, str(default))
        if not value.isdecimal() or not 0 < int(value) < 65536:
            raise BadEnvironment(f"{name}={value} is not a port; give a number from 1 to 65535.")
        return int(value)

    def count(name: str, default: int) -> int:
        value = text(name, str(default))
        if not value.isdecimal() or not 0 < int(value) < 1_000_000:
            raise BadEnvironment(f"{name}={value} makes no sense; give a number from 1 to 999999.")
        return int(value)

    synchronous = text("CHRONO_SQLITE_SYNCHRONOUS", "NORMAL").upper()
    if synchronous not in ("NORMAL", "FULL", "EXTRA"):
        raise BadEnvironment(
            f"CHRONO_SQLITE_SYNCHRONOUS={synchronous} is unknown; use NORMAL, FULL or EXTRA."
        )
    hostname = text("CHRONO_HOSTNAME", "localhost")

    def several(name: str, default: str = "") -> tuple[str, ...]:
        return tuple(part.strip() for part in text(name, default).split(",") if part.strip())

    def yes(name: str) -> bool:
        return text(name, "0").lower() in ("1", "true", "yes", "on")

    hosts = several("CHRONO_ALLOWED_HOSTS")
    tls = yes("CHRONO_TLS")
    # What ends TLS usually runs on the same machine.
    proxies = several("CHRONO_TRUSTED_PROXIES", "127.0.0.1,::1" if tls else "")
    for proxy in proxies:
        try:
            ip_network(proxy, strict=False)
        except ValueError:
            raise BadEnvironment(
                f"CHRONO_TRUSTED_PROXIES: {proxy} is neither an address nor a network; "
                "give for example 127.0.0.1 or 10.0.0.0/8."
            ) from None
    certificate, key = certificate_files(text("CHRONO_TLS_CERT", ""), text("CHRONO_TLS_KEY", ""))
    found = Environment(
        data_dir=Path(text("CHRONO_DATA_DIR", str(ROOT / "var"))).expanduser().resolve(),
        telnet_port=port("CHRONO_TELNET_PORT", 4000),
        web_port=port("CHRONO_WEB_PORT", 4001),
        websocket_port=port("CHRONO_WEBSOCKET_PORT", 4002),
        amp_port=port("CHRONO_AMP_PORT", 4006),
        web_internal_port=port("CHRONO_WEB_INTERNAL_PORT", 4005),
        interface=text("CHRONO_INTERFACE", "127.0.0.1"),
        hostname=hostname,
        allowed_hosts=hosts or ("localhost", "127.0.0.1", "[::1]", hostname),
        tls=tls,
        tls_cert=certificate,
        tls_key=key,
        telnets_port=port("CHRONO_TELNETS_PORT", 4443),
        trusted_proxies=proxies,
        websocket_url=text("CHRONO_WEBSOCKET_URL", "") or None,
        site_address=text("CHRONO_SITE", ""),
        database_url=text("CHRONO_DATABASE_URL", "") or None,
        sqlite_synchronous=synchronous,
        accounts_per_hour=count("CHRONO_ACCOUNTS_PER_HOUR", 20),
        connections_per_address=count("CHRONO_CONNECTIONS_PER_ADDRESS", 300),
        model_address=text("CHRONO_MODEL_ADDRESS", ""),
        model_name=text("CHRONO_MODEL_NAME", "default"),
        model_key=text("CHRONO_MODEL_KEY", ""),
        debug=yes("CHRONO_DEBUG"),
        settings=text("CHRONO_SETTINGS", "server.conf.settings"),
    )
    taken: dict[int, str] = {}
    for name, number in found.ports.items():
        if number in taken:
            raise BadEnvironment(f"{name} and {taken[number]} are both {number}; change one.")
        taken[number] = name
    return found


def certificate_files(certificate: str, key: str) -> tuple[Path | None, Path | None]:
    """
    The files of the game's own TLS: a chain of certificates, and its key, which is `privkey.pem`
    beside it or in the same file where nothing is said.

    :raises BadEnvironment: if one of them cannot be read.
    """
    if not certificate:
        return None, None
    chain = Path(certificate).expanduser()
    beside = chain.with_name("privkey.pem")
    secret = Path(key).expanduser() if key else beside if beside.exists() else chain
    for name, path in (("CHRONO_TLS_CERT", chain), ("CHRONO_TLS_KEY", secret)):
        if not os.access(path, os.R_OK) or path.is_dir():
            raise BadEnvironment(
                f"{name}: the file {path} is not there, or the game may not read it."
            )
    return chain, secret


def private_file(path: Path, content: str) -> bool:
    """Write a file which only its owner can read. False, and nothing done, if it exists."""
    path.parent.mkdir(parents=True, exist_ok=True)
    # Complete at the moment it appears: another process may be looking for it.
    partial = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    handle = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(content)
        os.link(partial, path)
    except FileExistsError:
        return False
    finally:
        partial.unlink()
    return True


def secret_key(data_dir: Path) -> str:
    """The key which signs cookies: random, made once, kept in the data directory."""
    path = data_dir / "secret_key.txt"
    if not path.exists():
        private_file(path, secrets.token_urlsafe(48))
    return path.read_text(encoding="utf-8").strip()
