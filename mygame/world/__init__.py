"""
The world: content and its database, matches that are played, people, and what they all read.

Floors, from the ground up; each imports only those below it, the rules and `server`:

* `errors`: what a person can do wrong, as data
* `locale`: the sentences in both languages, and who reads them; `background`: processes and the
  thread beside the reactor
* `models`: the tables of the database
* `sheets`: what people own, and what matches borrow of it
* `accounts`: who somebody is
* `shelf`: the games that can be opened at a table, and players' decks
* `play`: matches, while they are played and afterwards
* `content`: games in the making, and their way onto the shelf
* `render`: what people read
* `community`: people among each other, and how they come in
* `admin`: the pages of staff

`packs` holds the games, `locale` the words beside them. Begin with `shelf.games` for content, with
`play.hosting` for matches.
"""
