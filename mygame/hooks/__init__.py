"""
What the processes call of the world: the top floor, which may import everything.

`server` knows neither the world nor its commands; Evennia, and `server` with it, finds what is here
by the names in `server.conf.settings`.

* `at_server_startstop`: when the Server starts and stops, and when the launcher prepares it
* `serversession`, `sessions`: a connection, and all of them; the way in ends at `Sessions.login`
* `clients`, `inputfuncs`: what a client may ask for by name; a typed line comes in at
  `clients.text`
"""
