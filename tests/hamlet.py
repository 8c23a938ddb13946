"""Two places and somebody there, for the small game on a shelf of one's own (`own_file`)."""

from world.shelf import games

PLACES = """{
  "places": {
    "square": {"name": {"zh": "广场", "en": "Square"}, "text": {"zh": "一口井。", "en": "A well."},
      "at": [0, 0], "exits": {"east": "lane"}, "fromHall": true},
    "lane": {"name": {"zh": "小巷", "en": "Lane"}, "text": {"zh": "很窄。", "en": "It is narrow."},
      "at": [1, 0], "exits": {"west": "square"}},
  },
  "people": {"white": {"opens": {"game": "pebbles"}},
    "grey": {"card": "t.stone.grey", "place": "square",
    "opens": {"game": "pebbles", "options": {"short": true}}}},
}
"""


def build_hamlet(own_file):
    """The small game with a section of places."""
    (own_file.parent / "places.json5").write_text(PLACES, encoding="utf-8")
    games.forget()
    games.keep_good()
