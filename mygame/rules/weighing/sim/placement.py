"""
Where matches are played: in this process, in processes of this machine, or on a Dask cluster.

All three are given the same task, `play_batch`, and so give the same results. A cluster is sent the
code of the rules and the files of the pack: it needs Dask and the libraries that the rules use.
"""

from __future__ import annotations

import gzip
import hashlib
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Sequence
from concurrent import futures
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath
from typing import Any

import orjson

from ...ground.processes import worker_pool
from ...pack import Pack, load_pack
from .playing import Plan, play_match

AHEAD = 3  # batches handed out for each worker: one in work and what keeps it busy
ANSWER = "10s"  # for a scheduler to answer
WAIT = 60  # seconds for the first worker of a cluster to come
PLAYING = "rules/weighing/sim/playing.py"
#: of the rules, what results do not depend on, but for PLAYING
ASIDE = (
    "rules/weighing/balance/*",
    "rules/weighing/roles.py",
    "rules/scenario/*",
    "rules/telling/sentences/*",
    "rules/weighing/sim/*",
)


class SimulationError(Exception):
    """A run cannot begin or go on: one sentence with the way out."""


@dataclass(frozen=True)
class Job:
    """A plan with the pack it is about, ready to be sent anywhere."""

    folder: str
    sources: dict[str, str]
    hash: str
    code: str
    plan: Plan

    @classmethod
    def of(cls, pack: Pack, plan: Plan) -> Job:
        return cls(pack.folder, pack.sources, pack.hash, CODE, plan)


def _code_files() -> dict[str, bytes]:
    """The files of the rules by path, also where they were imported from a zip file."""
    found: dict[str, bytes] = {}

    def walk(folder: Traversable, place: str) -> None:
        for entry in folder.iterdir():
            if entry.name.endswith((".py", ".wasm")):
                found[f"{place}/{entry.name}"] = entry.read_bytes()
            elif entry.is_dir():
                walk(entry, f"{place}/{entry.name}")

    walk(resources.files("rules"), "rules")
    return dict(sorted(found.items()))


def fingerprint(code: dict[str, bytes]) -> str:
    """Tells code apart that may play another match."""
    digest = hashlib.blake2b(digest_size=8)
    for place, text in code.items():
        aside = any(PurePosixPath(place).match(pattern) for pattern in ASIDE)
        if place == PLAYING or not aside:
            digest.update(place.encode() + b"\0" + text)
    return digest.hexdigest()


#: The code as it was imported, and what tells it apart.
FILES = _code_files()
CODE = fingerprint(FILES)


def play_batch(job: Job, seeds: Sequence[int]) -> bytes:
    """The matches of these seeds, as gzipped lines of JSON; the same bytes everywhere."""
    if job.code != CODE:
        raise SimulationError(
            f"a worker has other code of the rules ({CODE}) than this run ({job.code}): start "
            "both anew"
        )
    pack = _pack_of(job)
    lines = []
    for seed in seeds:
        seats, options, bots = job.plan.setup_of(seed)
        row = play_match(pack, seed, seats, bots, job.plan.checks, options).as_row()
        lines.append(orjson.dumps(row, option=orjson.OPT_SORT_KEYS))
    return gzip.compress(b"\n".join(lines), mtime=0)


_packs: dict[str, Pack] = {}  # the pack that this process played last, by hash


def _pack_of(job: Job) -> Pack:
    pack = _packs.get(job.hash)
    if pack is None:
        _packs.clear()
        with tempfile.TemporaryDirectory() as folder:
            for place, text in job.sources.items():
                file = Path(folder, place)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8")
            pack = _packs[job.hash] = load_pack(Path(folder, job.folder))
    return pack


# -- places ----------------------------------------------------------------------------------------


@dataclass
class Place:
    """Somewhere to play: how to hand out a batch, and how many workers there are."""

    submit: Callable[[range], futures.Future[bytes]]
    workers: Callable[[], int]


@contextmanager
def local_place(job: Job, processes: int) -> Iterator[Place]:
    """This machine, with so many processes; 1: this very process."""
    if processes == 1:
        yield Place(lambda seeds: _play_at_once(job, seeds), lambda: 0)
        return
    with worker_pool(processes) as pool:
        yield Place(lambda seeds: pool.submit(play_batch, job, seeds), lambda: processes)


def _play_at_once(job: Job, seeds: range) -> futures.Future[bytes]:
    done: futures.Future[bytes] = futures.Future()
    done.set_result(play_batch(job, seeds))
    return done


@contextmanager
def cluster_place(job: Job, address: str) -> Iterator[Place]:
    """
    An existing Dask cluster.

    :raises SimulationError: there is none at this address, or Dask is not installed.
    """
    try:
        from distributed import Client
    except ModuleNotFoundError as error:
        raise missing_library(error, "--cluster") from None
    try:
        client = Client(address, timeout=ANSWER, set_as_default=False)
    except (OSError, ValueError) as error:
        raise SimulationError(
            f"no Dask scheduler answers at {address} ({error}); start one with `dask scheduler` "
            "and give its address, as tcp://host:8786"
        ) from None
    with client:
        try:
            client.wait_for_workers(1, timeout=WAIT)
        except TimeoutError:
            raise SimulationError(
                f"the cluster at {address} has no workers; start some with `dask worker {address}`"
            ) from None
        _send_code(client)
        sent = client.submit(_same_job, job, pure=False)  # once, not with every batch
        pool = client.get_executor(pure=False)
        yield Place(
            lambda seeds: pool.submit(play_batch, sent, seeds),
            lambda: sum(client.nthreads().values()),
        )


def _send_code(client: Any) -> None:
    """Scheduler and workers, also those that come later, import the rules from a zip file."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, f"rules-{CODE}.zip")
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for place, text in FILES.items():
                archive.writestr(place, text)
        client.upload_file(str(file))


def _same_job(job: Job) -> Job:
    return job


def missing_library(error: ModuleNotFoundError, what: str) -> SimulationError:
    """What to install for something that needs more than the game does."""
    return SimulationError(
        f"{what} needs {error.name}, which is not installed: `python scripts/venv.py --sim` "
        "installs everything that large simulations need"
    )


def play_batches(place: Place, batches: Sequence[range]) -> Iterator[tuple[range, bytes]]:
    """
    Each batch with its matches, in the order in which they come back.

    :raises SimulationError: workers died, or the cluster went away.
    """
    waiting: dict[futures.Future[bytes], range] = {}
    left = iter(batches)
    while True:
        for batch in left:
            waiting[place.submit(batch)] = batch
            if len(waiting) >= AHEAD * place.workers():
                break
        if not waiting:
            return
        done, _ = futures.wait(waiting, return_when=futures.FIRST_COMPLETED)
        for future in done:
            yield waiting.pop(future), _result_of(future)


def _result_of(future: futures.Future[bytes]) -> bytes:
    try:
        return future.result()
    except SimulationError:
        raise
    except Exception as error:  # of whatever kind: the pool's, the network's, the cluster's
        raise SimulationError(
            f"playing stopped ({type(error).__name__}: {error}); with --out what was played is "
            "kept, and the same command goes on from there"
        ) from error
