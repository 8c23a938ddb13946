"""`python -m rules.scenario`."""

from .command import main

raise SystemExit(main())
