"""What lists of MUDs may know of this one (MUD Server Status Protocol)."""

from django.conf import settings

MSSPTable = {
    "NAME": settings.SERVERNAME,
    "CODEBASE": "Evennia",
    "FAMILY": "Evennia",
    "HOSTNAME": settings.SERVER_HOSTNAME,
    "PORT": [str(port) for port in settings.TELNET_PORTS],
    "SSL": str(settings.TELNETS_PORT or 0),
    "CRAWL DELAY": "-1",
    "LANGUAGE": "Chinese, English",
    "GENRE": "Fantasy",
    "SUBGENRE": "Card game",
    "GAMESYSTEM": "Custom",
    "STATUS": "Open Beta",
    "ANSI": "1",
    "UTF-8": "1",
    "GMCP": "1",
    "MSDP": "1",
    "MCCP": "1",
    "MXP": "1",
    "XTERM 256 COLORS": "1",
    "XTERM TRUE COLORS": "1",
}
