"""How the game runs: settings, network, passwords and names, the launcher."""

# The key under which an input carries (its id, whether it was sent before) from Portal to Server.
INPUT_MARK = "chrono_input"
# What the names of messages begin with which are data of the game for clients that draw it.
DATA = "chrono_"
