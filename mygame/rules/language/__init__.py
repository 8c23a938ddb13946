"""What a card says: reading its JSON and compiling it to Python. Begin with `compile`."""
