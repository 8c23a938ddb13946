"""
Help on topics that are no commands, for Evennia's own help (builders see it beside the game's).

What players read is in `world/locale/{zh,en}.json5`, under `commands` and `help`; see
`commands.general.CmdHelp`.
"""

from world.render.messages import LANGUAGES, message

HELP_ENTRY_DICTS = [
    {
        "key": "credits",
        "aliases": ["致谢", "about"],
        "category": "general",
        "text": "\n\n".join(message("credits", language) for language in LANGUAGES),
    }
]
