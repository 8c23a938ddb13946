"""
What authors of cards use: a pack checked, listed, shown and reported on. Above all other floors.

`command` is `python -m rules.pack check|list|words|schema|show|report PACK`.
"""
