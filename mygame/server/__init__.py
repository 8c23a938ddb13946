"""
How the game runs: settings, network, passwords and names, the launcher.

A low floor: it imports nothing of the world, only `rules.ground`. What the processes call of the
world is in `hooks`. Begin with `launcher`, or with `protocols` for the way of a line.
"""

# The key under which an input carries (its id, whether it was sent before) from Portal to Server.
INPUT_MARK = "chrono_input"
# What the names of messages begin with which are data of the game for clients that draw it.
DATA = "chrono_"
