"""How the game runs: settings, network, passwords and names, the launcher."""

# The key under which an input carries (its id, whether it was sent before) from Portal to Server.
INPUT_MARK = "chrono_input"
