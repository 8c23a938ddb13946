"""
The simulator: many matches by machines, and what they tell about a game (docs/simulator.md).

`play` plays one match and says what became of it (`playing`). A run is a folder of such results
(`runs`), played by processes of this machine or by a Dask cluster (`placement`); `figures` counts
them, `html` draws them, `command` is `python -m rules.weighing.sim`.
"""

from .playing import Result, play_match

__all__ = ["Result", "play_match"]
