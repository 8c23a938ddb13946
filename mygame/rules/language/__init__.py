"""What a card says: reading its JSON and compiling it to the program form. Begin with `compile`."""
