"""The things of the world, as Evennia objects."""
