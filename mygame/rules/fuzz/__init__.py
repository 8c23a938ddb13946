"""
Cards nobody would write: mutated at random, checked, and played where they pass.

`python -m rules.fuzz` (`make fuzz`) does it for minutes or days; `mutate` makes the cards, `trial`
is one round with one pack, `both` its match on both machines. A finding names pack and seed, which
show it again. `breaking` plays whole cards of which parts fail (`--failing`). `canary` puts strings
that would sing if they were carried out at every kind of place of a pack (`--canary`).
`payloads` is what tests send by every way into the game: `make fuzz WAYS=60`, for so many minutes.
"""
