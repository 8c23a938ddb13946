"""
What people type in their own words: read by ways of saying that are written down as data.

`rules.reading` reads what the teller says; people say the same otherwise, and more shortly. The
ways of a language stand in tables (`ways` of a pack's words, over the engine's own in this folder):
a pattern, and what it means. What a text says is put together by a chart parser, what it points at
("it", "that many") is found, and what comes of it is a program like any other: it compiles, and is
shown as the house says it. Begin with `paraphrased.ways_of`, then

    tokens       texts in the form in which they are compared
    patterns     tables of ways as rules of a grammar
    filling      what rules mean, with their holes filled
    resolving    what is pointed at, and what needs a name
    left_out     what is typed and not told
"""
