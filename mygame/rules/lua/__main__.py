"""`python -m rules.lua`."""

from ..workshop.script_command import main

if __name__ == "__main__":
    raise SystemExit(main())
