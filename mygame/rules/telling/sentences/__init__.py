"""
Sentences made from behaviours: what a card does, told from its tree.

`Sentences(phrases).card(pack.trees, behaviors)` says the behaviours of a card, as the compiler read
them, in short natural sentences. The grammar lives here; every word and turn of phrase lives in
`text_words/{zh,en}.json5` and in the pack's own `words`. Nothing here knows a game, a language, a
running match or JSON. A word that has no phrase is told by what it comes to, and at worst by its
name; no card makes this module fail.

Begin reading at `card`, then `deeds`. `whole` joins the parts of the grammar, which know each other
only as `part.Say`, what one may ask of the others:

    card                  the whole card: its behaviours
    deeds flow            what is done, one clause a doable
    triggers modifiers    what happens later, and what is changed meanwhile
    conditions            what must hold
    values                numbers and references
    things choices nouns  who and what, who chooses, and how conditions narrow it
    vocabulary            words by their phrase or by what they come to

Below them, without grammar: `scope` (what names are called), `words` (the language), `forms`
and `variants` (the phrases).
"""

from .scope import Now, Phrase
from .whole import Sentences
from .words import merge_phrases, spell_out

__all__ = ["Now", "Phrase", "Sentences", "merge_phrases", "spell_out"]
