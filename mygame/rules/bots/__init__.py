"""
Players that are machines. Each is a module with `choose(match, seat) -> picks`.

They answer the same choices with the same options as people do and know nothing about any card:
they look at the view of their seat and try things out on clones.
"""
