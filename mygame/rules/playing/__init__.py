"""Who plays: bots, and what options would do. Begin with `bots`."""
