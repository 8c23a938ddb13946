"""Make `.venv` and install what a lock file pins. Standard library only; no venv needed to run it.

    python scripts/venv.py           what the game needs (requirements.lock)
    python scripts/venv.py --sim     and what large simulations need (requirements-sim.lock)
    python scripts/venv.py --dev     and what working on it needs (requirements-dev.lock)

Beside each, what it runs quicker with (requirements-native.lock), where there is a wheel of it.

A stamp file in the venv remembers the hash of what was installed, so a second run costs
milliseconds.
"""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
#: Each lock file holds all of those before it.
LOCKS = {
    "run": ROOT / "requirements.lock",
    "sim": ROOT / "requirements-sim.lock",
    "dev": ROOT / "requirements-dev.lock",
}
#: What is installed beside each of them where there are wheels for this machine.
NATIVE = ROOT / "requirements-native.lock"


def wanted(kind: str) -> str:
    """The stamp of a finished installation of this lock file into this place."""
    # The root is part of it: a venv does not survive being moved.
    pinned = LOCKS[kind].read_bytes() + NATIVE.read_bytes()
    return hashlib.sha256(pinned + str(ROOT).encode()).hexdigest()


def installed(kind: str) -> bool:
    """A venv of a larger lock file serves, too."""
    kinds = list(LOCKS)
    for have in kinds[kinds.index(kind) :]:
        stamp = VENV / f".installed-{have}"
        if stamp.exists() and stamp.read_text() == wanted(have):
            return True
    return False


def python_of_venv() -> Path:
    return VENV / "bin" / "python"


def works() -> bool:
    """A venv whose Python was uninstalled still looks like one; ask it."""
    if not python_of_venv().exists():
        return False
    check = "import sys, pip; sys.exit(sys.version_info < (3, 12))"
    done = subprocess.run([python_of_venv(), "-c", check], capture_output=True)  # noqa: S603 (Python itself)
    return done.returncode == 0


def make(kind: str) -> None:
    if not works():
        if VENV.exists():
            shutil.rmtree(VENV)
        print(f"Making {VENV.name} with Python {sys.version.split()[0]} ...", flush=True)
        subprocess.run([sys.executable, "-m", "venv", VENV], check=True)  # noqa: S603 (Python itself)
    print(f"Installing {LOCKS[kind].name} (half a minute or so) ...", flush=True)
    pip: list[str | Path] = [
        python_of_venv(),
        "-m",
        "pip",
        "--disable-pip-version-check",
        "--no-input",
        "-q",
    ]
    done = subprocess.run([*pip, "install", "--require-hashes", "-r", LOCKS[kind]])  # noqa: S603 (Python itself)
    if done.returncode:
        sys.exit(
            "Installing failed, see above. With no network, point pip at a folder of wheels:\n"
            "    PIP_NO_INDEX=1 PIP_FIND_LINKS=/path/to/wheels make play"
        )
    wheels = ["--only-binary", ":all:", "--no-deps"]
    native = [*pip, "install", *wheels, "--require-hashes", "-r", NATIVE]
    if subprocess.run(native, capture_output=True).returncode:  # noqa: S603 (Python itself)
        print("There is no wheel of wasmtime for this machine: the game plays without it.")
    (VENV / f".installed-{kind}").write_text(wanted(kind))


def main() -> None:
    parser = argparse.ArgumentParser(description="Make .venv and install a lock file into it.")
    for kind, what in (("sim", "large simulations need"), ("dev", "development needs")):
        parser.add_argument(
            f"--{kind}",
            dest="kind",
            action="store_const",
            const=kind,
            default="run",
            help=f"with what {what}, too",
        )
    kind = parser.parse_args().kind
    if installed(kind) and python_of_venv().exists():
        return
    # Two of these at once (say `make play` and `make test`) must not write into each other.
    (ROOT / "var").mkdir(exist_ok=True)
    with open(ROOT / "var" / ".venv.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (installed(kind) and works()):
            make(kind)


if __name__ == "__main__":
    main()
