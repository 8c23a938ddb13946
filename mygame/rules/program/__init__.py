"""
The program form: what stands between the trees of cards and any code.

`form` has the nodes, `notation` reads them from small pieces of text, `values` puts them together;
every other module is one pass over them. What a unit comes to are `routine.Routine`s, which a
folder of `rules.backends` writes for its machine. This imports of the engine only what `running`
declares; no module of it knows Python's syntax, but for `notation`, which reads texts of ours.
"""
