"""What runs: the state of a match and the machine that moves it. Begin with `match`."""
