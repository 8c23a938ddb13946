"""
The sentences of the interface in both languages, and for whom they are made.

`messages` finds a sentence in the files beside it, `reader` knows who reads it: language, width,
screen reader; `durations` are spans of time as people type and read them. Imports nothing of the
world. Begin with `reader.Reader`.
"""
