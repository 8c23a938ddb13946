"""What people read: sentences of cards, lines of the log. Begin with `text`."""
