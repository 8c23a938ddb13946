"""
The admin: what staff sees of the game and does with it, on pages.

* `base`: what pages have in common; `words`: what they say, in both languages
* `content`, `matches`, `failures`, `people`, `sheets`, `reports`, `audit`, `house`: pages by matter
* `stock`: Evennia's own tables
* `world.admin_site`: the first page

Who may what: permissions of Django's, which come with roles (`world.community.role_groups`). What a
page does to the game is done by the functions that commands call, which ask once more.
"""

from django.contrib import admin

from world.admin import (  # noqa: F401 (each registers its pages)
    audit,
    content,
    failures,
    house,
    matches,
    people,
    reports,
    sheets,
    stock,
    words,
)

audit.watch()
words.translate_admin(admin.site)
