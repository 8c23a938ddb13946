"""Start, stop, reload and look at the game. `make play` and its sisters end here.

    python -m server.launcher play|prepare|stop|reload|status|logs|run

Standard library only, up to the moment when there really is something to set up: a game which
runs already is found in a tenth of a second. Whether a process runs is told by the lock it holds
(`server.locks`), never by a file with a number in it; whether the game is ready, by its answer
on the telnet port.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from server.conf import environment
from server.conf.environment import GAME_DIR, Environment
from server.locks import KINDS, is_running, pid_of, running_kinds, send_signal, wait_until

START_TIMEOUT = 120.0
STOP_TIMEOUT = 40.0
# For a Server to notice that its Portal was killed, to finish what it does, and to end.
ORPHAN_TIMEOUT = 20.0
# Something of the connection screen; only the Server sends it, so it means that all is well.
BANNER = b"Chrono Wizard"


class LaunchError(Exception):
    """Why a command could not do its work, as a sentence for who gave it."""


# ----- looking


def address(env: Environment) -> str:
    """An address at which this machine reaches the interface the game listens on."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}.get(env.interface, env.interface)  # noqa: S104 (compared with, not bound to)


def is_answering(env: Environment, timeout: float) -> bool:
    """Whether the game shows its connection screen to a telnet client."""
    deadline = time.monotonic() + timeout
    seen = b""
    try:
        with socket.create_connection((address(env), env.telnet_port), timeout) as connection:
            while BANNER not in seen:
                connection.settimeout(max(0.05, deadline - time.monotonic()))
                if not (data := connection.recv(4096)):
                    return False
                seen += data
    except OSError:
        return False
    return True


def log_tail(env: Environment, lines: int = 15) -> str:
    """The ends of the logs, for a start which failed."""
    parts = []
    for name in ("output.log", "portal.log", "server.log"):
        path = env.log_dir / name
        if path.exists() and (text := path.read_text(errors="replace").splitlines()[-lines:]):
            parts.append("\n".join([f"--- {path}", *text]))
    return "\n".join(parts)


# ----- setting up


def prepare(env: Environment) -> None:
    """Bring database, admin, first room, web files and world up to date. Can run again."""
    os.chdir(GAME_DIR)
    os.environ["DJANGO_SETTINGS_MODULE"] = env.settings
    import django

    try:
        django.setup()
    except ValueError as error:
        if not env.database_url:
            raise
        raise LaunchError(f"CHRONO_DATABASE_URL makes no sense: {error}") from None
    from django.db import OperationalError, connections

    try:
        migrate()
    except OperationalError as error:
        raise LaunchError(f"The database cannot be used: {error}") from None
    import evennia

    evennia._init()
    make_admin(env)
    set_up_evennia()
    collect_static()
    set_aside(env)
    build_world()
    connections.close_all()


def migrate() -> None:
    """Apply what the database lacks. Looking first is quick, Django's command is not."""
    from django.core.management import call_command
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        print("Setting up the database ...", flush=True)
        call_command("migrate", interactive=False, verbosity=0)


def make_admin(env: Environment) -> None:
    """The first account. Evennia wants it to be number 1, and it never asks us for it."""
    from evennia.accounts.models import AccountDB

    if AccountDB.objects.filter(id=1).exists():
        return
    name = os.environ.get("CHRONO_ADMIN_NAME") or "admin"
    given = os.environ.get("CHRONO_ADMIN_PASSWORD")
    password = given or secrets.token_urlsafe(12)
    email = os.environ.get("CHRONO_ADMIN_EMAIL") or ""
    AccountDB.objects.create_superuser(name, email, password)
    env.admin_file.unlink(missing_ok=True)
    if given:
        environment.private_file(env.admin_file, f"name: {name}\npassword: as you have set it\n")
        return
    environment.private_file(env.admin_file, f"name: {name}\npassword: {password}\n")
    print(f"\nMade the admin account: {name}, password {password}")
    print(f"(shown this once; it is in {env.admin_file}, which only you can read)\n", flush=True)


def set_up_evennia() -> None:
    """
    Evennia's own first steps: the admin's character and the first room.

    Evennia does this in the Server at the first start, and starts it a second time behind our
    back; here it is done before there is a Server.
    """
    from evennia.server import initial_setup
    from evennia.server.models import ServerConfig

    if ServerConfig.objects.conf("last_initial_setup_step") in ("done", -1):
        return
    initial_setup.create_objects()
    initial_setup.at_initial_setup()
    ServerConfig.objects.conf("server_epoch", time.time())
    ServerConfig.objects.conf("last_initial_setup_step", "done")


def collect_static() -> None:
    """Put the files of the web pages where the web server looks for them."""
    from django.core.management import call_command

    call_command("collectstatic", interactive=False, verbosity=0)


def set_aside(env: Environment) -> None:
    """Name broken rows, here and in the Server's log, and keep them from tripping us up."""
    for finding in world_hooks().inspect_rows():
        line = f"Broken row: {finding}"
        print(line, file=sys.stderr)
        with open(env.log_dir / "server.log", "a", encoding="utf-8") as log:
            print(f"{time.strftime('%Y-%m-%d %H:%M:%S')} [EE] {line}", file=log)


def build_world() -> None:
    """Let the world build its halls and whatever else it lacks; say which games have mistakes."""
    world = world_hooks()
    world.build_world()
    warn_of("\n".join(world.mistakes_of_games()))


def world_hooks() -> Any:
    """What Evennia calls at start and stop, and the launcher before there is a Server (`hooks`)."""
    from django.conf import settings

    return import_module(settings.AT_SERVER_STARTSTOP_MODULE)


def check_ports(env: Environment) -> None:
    """:raises LaunchError: if a port is taken, naming the variable which changes it."""
    internal = {"CHRONO_AMP_PORT", "CHRONO_WEB_INTERNAL_PORT"}
    for name, port in env.ports.items():
        host = "127.0.0.1" if name in internal else env.interface
        if not becomes_free(host, port):
            raise LaunchError(
                f"Port {port} on {host} cannot be used ({why_taken(host, port)}). "
                f"Choose another, for example: {name}={port + 1000} make play"
            )


def becomes_free(host: str, port: int) -> bool:
    """Whether one can listen there; who was killed a moment ago may still be giving it back."""
    return wait_until(lambda: why_taken(host, port) is None, 2)


def why_taken(host: str, port: int) -> str | None:
    """Why nobody can listen on a port; None if one can."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            return error.strerror
    return None


# ----- doing


@contextlib.contextmanager
def launch_alone(env: Environment) -> Iterator[None]:
    """One launcher at a time for one data directory."""
    env.log_dir.mkdir(parents=True, exist_ok=True)
    with open(env.data_dir / "launcher.lock", "a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def supervisor_command() -> list[str]:
    return [sys.executable, "-m", "server.supervisor"]


def child_environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(GAME_DIR)}


def play(env: Environment) -> None:
    """Start the game if it does not run, and say how to connect."""
    with launch_alone(env):
        if is_running(env, "portal") or is_running(env, "keeper"):
            ensure_keeper(env)
            if not wait_until(lambda: is_answering(env, 5), START_TIMEOUT):
                raise LaunchError(f"The game runs but does not answer.\n{log_tail(env)}")
            print("The game is already running.")
        else:
            start(env)
    describe(env)


def ensure_keeper(env: Environment) -> None:
    """See to it that a game which runs, or should, is kept running."""
    if not is_running(env, "keeper"):
        start_keeper(env)
    elif not is_running(env, "portal"):
        send_signal(env, "keeper", signal.SIGHUP)  # it may be pausing after failures


def start_keeper(env: Environment) -> subprocess.Popen:
    """Start the process which keeps the others running; what all three print goes to a log."""
    with open(env.log_dir / "output.log", "a") as output:
        return subprocess.Popen(  # noqa: S603 (Python itself)
            supervisor_command(),
            cwd=GAME_DIR,
            env=child_environment(),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )


def set_up(env: Environment) -> None:
    """Do everything `play` does before it starts the game."""
    with launch_alone(env):
        if running_kinds(env):
            raise LaunchError("The game is running. Stop it first: make stop")
        prepare(env)


def start(env: Environment) -> None:
    """Set everything up and start all processes; returns when the game answers."""
    await_server_end(env)
    check_ports(env)
    prepare(env)
    keeper = start_keeper(env)
    deadline = time.monotonic() + START_TIMEOUT
    tries: dict[str, set[int | None]] = {"portal": {None}, "server": {None}}
    while not is_answering(env, 1):
        if keeper.poll() is not None:
            raise LaunchError(f"The game ended while it started.\n{log_tail(env)}")
        for kind, pids in tries.items():
            pids.add(pid_of(env, kind))
        # The keeper tries for ever; here somebody waits for the reason.
        if max(map(len, tries.values())) > 3 or time.monotonic() > deadline:
            keeper.terminate()
            wait_until(lambda: keeper.poll() is not None, STOP_TIMEOUT)
            raise LaunchError(f"The game does not start.\n{log_tail(env)}")
        time.sleep(0.05)


def await_server_end(env: Environment) -> None:
    """
    Wait for the Server of a Portal which was killed; it ends by itself. Kill it if it does not:
    nothing is lost that anybody was told of.
    """
    if not wait_until(lambda: not is_running(env, "server"), ORPHAN_TIMEOUT):
        send_signal(env, "server", signal.SIGKILL)
        wait_until(lambda: not is_running(env, "server"), ORPHAN_TIMEOUT)


def stop(env: Environment) -> None:
    """Stop the game; returns when all processes have ended."""
    with launch_alone(env):
        if not (kinds := running_kinds(env)):
            print("The game is not running.")
            return
        # Each ends what is below it; a Server without a Portal ends by itself.
        if kinds[0] != "server":
            send_signal(env, kinds[0], signal.SIGTERM)
        if wait_until(lambda: not running_kinds(env), STOP_TIMEOUT):
            print("The game has ended.")
            return
        # From above: whoever keeps others running would start them again.
        for kind in running_kinds(env):
            send_signal(env, kind, signal.SIGKILL)
        if not wait_until(lambda: not running_kinds(env), ORPHAN_TIMEOUT):
            raise LaunchError(f"The game does not end.\n{log_tail(env)}")
        print("The game did not end by itself and was killed; no answer is lost.")


def reload(env: Environment) -> None:
    """Start the Server anew with the present code. Connections stay."""
    with launch_alone(env):
        before = pid_of(env, "server")
        if not is_running(env, "portal"):
            raise LaunchError("The game is not running. Start it: make play")
        check_code(env)
        send_signal(env, "portal", signal.SIGHUP)

        def replaced() -> bool:
            return pid_of(env, "server") not in (None, before)

        if not (
            wait_until(replaced, START_TIMEOUT) and wait_until(lambda: is_answering(env, 5), 30)
        ):
            raise LaunchError(f"The game does not come back.\n{log_tail(env)}")
        print("The game has been reloaded.")


def check_code(env: Environment) -> None:
    """
    Try the present code, and put its files of the web pages where the web server looks for them.

    :raises LaunchError: if it would not start, or needs another database.
    """
    program = (
        "import django; django.setup()\n"
        "from django.core.management import call_command\n"
        "from evennia.utils.utils import class_from_module, mod_import\n"
        "import evennia; evennia._init()\n"
        "from django.conf import settings\n"
        "for name in dir(settings):\n"
        "    if name.startswith(('CMDSET_', 'BASE_')) and name.endswith("
        "('CHARACTER', 'ACCOUNT', 'SESSION', 'UNLOGGEDIN', 'TYPECLASS')):\n"
        "        class_from_module(getattr(settings, name))\n"
        "call_command('migrate', check_unapplied=True, verbosity=0)\n"
        "call_command('collectstatic', interactive=False, verbosity=0)\n"
        "from importlib import import_module\n"
        "world = import_module(settings.AT_SERVER_STARTSTOP_MODULE)\n"
        "print('\\n'.join(world.mistakes_of_games()))\n"
    )
    done = subprocess.run(  # noqa: S603 (Python itself)
        [sys.executable, "-c", program],
        cwd=GAME_DIR,
        env={**child_environment(), "DJANGO_SETTINGS_MODULE": env.settings},
        capture_output=True,
        text=True,
    )
    if done.returncode:
        why = done.stderr.strip() or "The database needs migrations: make stop play"
        raise LaunchError(f"Not reloaded, the game goes on as it was.\n{why}")
    warn_of(done.stdout.strip())


def warn_of(mistakes: str) -> None:
    """Say what is wrong with the files of games; the game goes on with their last good versions."""
    if mistakes:
        print(f"Mistakes in games, which stay as they were before:\n{mistakes}", file=sys.stderr)


def run(env: Environment) -> None:
    """Stay in the foreground, for containers and systemd. SIGTERM ends all processes."""
    with launch_alone(env):
        if is_running(env, "portal") or is_running(env, "keeper"):
            raise LaunchError("The game is already running.")
        await_server_end(env)
        check_ports(env)
        prepare(env)
    describe(env)
    sys.stdout.flush()
    os.chdir(GAME_DIR)
    os.execve(sys.executable, supervisor_command(), child_environment())  # noqa: S606 (Python itself)


def status(env: Environment) -> None:
    """Say what runs. Exit code 3 if the game does not, 4 if it does not answer."""
    print(f"data      {env.data_dir}")
    for kind in KINDS:
        state = f"running, process {pid_of(env, kind)}" if is_running(env, kind) else "not running"
        print(f"{kind:9} {state}")
    if not is_running(env, "portal"):
        sys.exit(3)
    well = is_answering(env, 5)
    print(f"answers   {'yes' if well else 'no'}")
    describe(env)
    if not well:
        sys.exit(4)


def logs(env: Environment) -> None:
    """Follow the logs until Ctrl-C."""
    files = [str(env.log_dir / name) for name in ("server.log", "portal.log", "output.log")]
    with contextlib.suppress(KeyboardInterrupt):
        subprocess.run(["tail", "-n", "20", "-F", *files])  # noqa: S603, S607 (names of our own files)


def describe(env: Environment) -> None:
    """How to connect."""
    host = env.hostname
    admin = env.admin_file.read_text().split("\n")[0] if env.admin_file.exists() else "name: admin"
    scheme = "https" if env.tls_cert else "http"
    secure = f"\n  telnets   by TLS at {host} {env.telnets_port}" if env.tls_cert else ""
    print(f"""
  telnet    telnet {host} {env.telnet_port}{secure}
  browser   {scheme}://{host}:{env.web_port}/
  admin     {admin.removeprefix("name: ")}, password in {env.admin_file}
""")


COMMANDS = {
    "play": play,
    "prepare": set_up,
    "stop": stop,
    "reload": reload,
    "run": run,
    "status": status,
    "logs": logs,
}


def main(arguments: list[str]) -> int:
    if len(arguments) != 1 or arguments[0] not in COMMANDS:
        print(f"Say one of: {' '.join(COMMANDS)}", file=sys.stderr)
        return 2
    # What the game writes is nobody else's business: passwords, messages, logs.
    os.umask(0o077)
    try:
        COMMANDS[arguments[0]](environment.read_environment())
    except (LaunchError, environment.BadEnvironment) as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our words has heard enough.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
