"""What a new connection sees."""

CONNECTION_SCREEN = "逆时巫师 Chrono Wizard"
