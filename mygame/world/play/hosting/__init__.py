"""
Hosting: matches that are being played, in memory, and what makes them survive this process.

Nothing here knows rooms, sockets or words: whoever shows a match to people, or records it, is one
of any number of readers (`events.Reader`) that are given typed events, and what waits (bots, time
limits) goes by a clock like Twisted's reactor. All of it runs in the reactor's thread.

* `host`: the host of one match; begin with `MatchHost.start` and `MatchHost.answer`
* `acts`: what seats do, one after the other: tried on a draft, stored, done, told
* `events`, `readers`: what happens, and who is told
* `registry`: the matches hosted in this process; `recovery`: those of the process before
* `views`: what seats may see, and the differences
* `storing`, `snapshots`: what the database keeps; `seating`: who plays; `botturns`: when bots do
* `timing` and `clocks`, `undoing`, `pausing`: time for answers, the way back, and standing still;
  `ending`: a match that has no result; `sleeping`: one that its only person has let lie
"""
