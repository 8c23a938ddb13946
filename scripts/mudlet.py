"""Packs the Mudlet package of `clients/mudlet`: `make mudlet`, or with the name of the file."""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "clients" / "mudlet"
PACKED = ("config.lua", "ChronoWizard.xml", "chrono/*.lua")
BEGINNING = (1980, 1, 1, 0, 0, 0)  # of time for zip files: the same content is the same package


def pack(target: Path) -> None:
    """Write the package, a zip file that Mudlet unpacks into a folder of its own."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as package:
        for path in sorted(path for pattern in PACKED for path in FOLDER.glob(pattern)):
            about = zipfile.ZipInfo(path.relative_to(FOLDER).as_posix(), BEGINNING)
            package.writestr(about, path.read_bytes(), zipfile.ZIP_DEFLATED)


if __name__ == "__main__":
    pack(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER / "ChronoWizard.mpackage")
