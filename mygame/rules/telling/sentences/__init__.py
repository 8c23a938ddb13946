"""
Sentences made from behaviours: what a card does, told from its data.

`Sentences(phrases).card(behaviors)` reads the JSON of a card (in its present form, see
`dialect.modernise`) and says it in short natural sentences. The grammar lives here; every word and
turn of phrase lives in `text_words/{zh,en}.json5` and in the pack's own `words`. Nothing here knows
a game, a language or a running match. What has no phrase is told by what it is made of, and at
worst by its name; no card makes this module fail.

Begin reading at `card`, then `deeds`. `whole` joins the parts of the grammar, which know each other
only through it:

    card                  the whole card: its behaviours
    deeds flow            what is done, one clause a doable
    triggers modifiers    what happens later, and what is changed meanwhile
    conditions            what must hold
    values                numbers and references
    things choices nouns  who and what, who chooses, and how conditions narrow it
    vocabulary            words by their phrase or their definition

Below them, without grammar: `trees` and `nodes` (the data), `scope` (what names mean), `words` and
`templates` (the language).
"""

from .deeds import NOW
from .scope import Phrase
from .trees import Math, Ref, parse, split_references
from .whole import Sentences
from .words import merge, spell_out

__all__ = [
    "NOW",
    "Math",
    "Phrase",
    "Ref",
    "Sentences",
    "merge",
    "parse",
    "spell_out",
    "split_references",
]
