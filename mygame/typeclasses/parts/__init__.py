"""
The parts of a `typeclasses.tables.Table`, one a module, each resting on those before it:

* `stage`: what those who play a match do, and what is to be known of it: of tables and scenes
* `state`: what a table is now; all others read and write it
* `options`: what is played, and with which decks; `admission`: who may come
* `holding`: a seat is taken, given up, taken over by a bot; who decides
* `readiness`: who keeps the others waiting
* `series`: the best of three
* `playing`: the match; `course`: playing on for who has left
* `seats`: people sit down, watch, leave, lose their connection
* `pool`: tables are opened, closed, and used again

`places` has the values they share, `beginning` how a match begins, at a table or without one.
"""
