"""
The web site: a first page, the webclient, signing in, and the admin's pages.

`web.urls` lists every address there is. Nothing of Evennia's own site is among them: its pages
make, rename and delete characters past the rules of the game.
"""
