"""
What is done beside the reactor's thread, so that nobody waits for it.

`workers` are processes that answer questions, `writing` is the one thread that writes what matches
add to the database. Imports nothing of the world. Begin with `workers.Workers`.
"""
