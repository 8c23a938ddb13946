"""How the game runs: settings, network, passwords and names, the launcher."""
