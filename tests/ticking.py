"""A game of two rounds that tests of summaries and replays play: spells are worth points."""

from tiny import TURN, beast, on_play, spell, start

from rules.running.match import Match

SCORE = {"type": "set", "of": "{you}", "field": "score", "mode": "add"}
SCORED = {"type": "log", "message": "scored", "with": {"who": "{you}"}}
HIT = {
    "type": "hit",
    "target": {"type": "beastChooser", "ask": "{you}"},
    "amount": 3,
}
CARDS = [
    spell("small", on_play({**SCORE, "amount": 1}, SCORED), count="$2"),
    spell(
        "great",
        on_play(
            {**SCORE, "amount": 5},
            SCORED,
            {"type": "fire", "event": "onEnd", "with": {"playerUUID": "{you}"}},
        ),
        count="$1",
    ),
    beast("x"),
]
DEAL = {
    "type": "loop",
    "id": "p",
    "target": {"chooser": "players"},
    "do": [
        {
            "type": "move",
            "target": {"chooser": "cards", "where": "{it.forPlayer} == {p.target}"},
            "to": "hand",
            "of": "{p.target}",
        },
    ],
}
ROUND = {
    "type": "loop",
    "id": "round",
    "times": 2,
    "do": [
        {"type": "fire", "event": "onTick", "with": {"number": "{round.index}"}},
        {"type": "loop", "id": "t", "target": {"chooser": "players"}, "do": [TURN]},
    ],
}
END = {"type": "endMatch", "standings": {"chooser": "players"}, "by": "{it.score}"}
REPORT = {
    "round": {"event": "onTick", "number": "number"},
    "score": "{it.score}",
    "deeds": {"ended": {"event": "onEnd", "player": "playerUUID"}},
}


def match_of(tmp_path, **sections):
    sections = {"report": REPORT, "bot": {"worth": "{it.score} * 100"}, **sections}
    return Match.new(start(tmp_path, DEAL, ROUND, END, cards=CARDS, **sections).game, 2, 1)


def answer(match, name):
    choice = match.choices[0]
    for index, option in enumerate(choice.options):
        if option.word == name or (match.card_id(option.entity) or "").endswith(name):
            match.answer(choice.seat, (index,))
            return
    raise AssertionError(name)
