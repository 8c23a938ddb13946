"""
What people own: sheets, things and places, and the book of all that comes and goes.

May import the models, the rules and what is beside them; knows no games by name and nobody's
screen. A match borrows sheets: `lending`.

* `book`: what one transaction changes, with its entries; begin here
* `opening`: the sheets of people for a game, made where there are none; `moving`: from what their
  matches have returned in older versions; `migrating`: from one declaration to the next
* `stock`: what lies at places and several matches offer; `lending`: what a match is lent, and what
  comes home
* `trading`: gifts and sales between owners; `closing`: accounts that go, or become one
"""
