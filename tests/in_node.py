"""Scripts of the browser, run by the Node that Playwright brings."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from playwright._impl._driver import compute_driver_executable


def run_in_node(script: str, about: Path, given: Any) -> Any:
    """What a script of `web` gives that is told what it is about; both as JSON."""
    node, _ = compute_driver_executable()
    made = subprocess.run(
        [node, Path(__file__).parent / "web" / script, about],
        input=json.dumps(given, default=list),
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    assert made.returncode == 0, made.stderr
    return json.loads(made.stdout)
