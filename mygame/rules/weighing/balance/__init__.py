"""
Is a game of decks fair? Many decks by lot, every one against every other, played by bots.

`python -m rules.weighing.balance PACK --by element` makes decks that lean to one value of a card
property (an element), plays them all against each other, and says how often decks of each leaning
win, what each card is worth, and whether a seat is better than the other. `population` makes the
decks and says who meets whom; `rules.weighing.sim` plays and keeps the matches; `figures` counts;
`report` writes Markdown with a picture.
"""
