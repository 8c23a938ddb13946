"""
A page that plays by itself tells a match as the server does: the same seed and answers give the
same messages, over whole matches.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from in_node import run_in_node

import rules
from rules.backends.wasm import portable
from rules.ground.difference import make_patch
from rules.pack.build import load_with_compiler
from rules.playing.preview import facts_as_data, foretell, leads_of, view_with_preview
from rules.running.match import Match
from rules.running.view import choice_view, compose_view, private_view, public_view
from rules.telling import lately
from rules.telling.barring import why_barred
from rules.telling.causes import lines_with_causes
from rules.telling.text import Text
from world.locale.messages import strip_marks
from world.locale.reader import Reader
from world.render import matchdata, prompt
from world.render.board import Board, cards_of
from world.render.book import book_of
from world.render.practice import practice_words

GAME = Path(rules.__file__).parents[1]
PACKS, PRACTICE = GAME / "world" / "packs", GAME / "web" / "static" / "practice"
NAMES = ("小安", "Bo", "阿德", "Cynthia", "Eli")
MOST = 400  # answers of a match
SECONDS = 5.0  # for what the options of a question would do


@pytest.fixture(scope="module")
def packs(tmp_path_factory):
    """Each pack with its file, made when it is first wanted."""
    made: dict[str, Any] = {}

    def pack_and_file(name: str) -> tuple[Any, Path]:
        if name not in made:
            pack, compiler = load_with_compiler(PACKS / name)
            file = tmp_path_factory.mktemp("games") / f"{name}.wasm"
            file.write_bytes(portable.portable_game(pack, compiler))
            made[name] = pack, file
        return made[name]

    return pack_and_file


def told_there(pack: Any, file: Path, language: str, **more: Any) -> list[Any]:
    """The messages of a match in the page's host."""
    given = {
        "file": str(file),
        "book": book_of(pack, language),
        "words": practice_words(pack, language),
        **more,
    }
    return run_in_node("practised.mjs", PRACTICE, given)


class Reading:
    """A match as the server tells a seat of it, change by change."""

    def __init__(self, match: Match, text: Text, seat: int):
        self.match, self.text, self.seat = match, text, seat
        self.public: Any = None
        self.hand: Any = None
        self.lines = 0
        self.answered = False

    def news(self) -> dict[str, Any]:
        """The parts of the messages that follow from the match."""
        m, text = self.match, self.text
        public, private = public_view(m), private_view(m, self.seat)
        hand = {name: value for name, value in private.items() if name != "choices"}
        entries, start = m.log[self.lines :], self.lines
        lines = []
        for number, (entry, told) in enumerate(lines_with_causes(text, entries, self.seat), start):
            meant = entry.seats is None or self.seat in entry.seats
            if meant or told:
                about = entry.about() if meant else {"args": []}
                line = {"number": number, "message": entry.message, **about}
                lines.append({**line, "text": strip_marks(told or "")})
        found = {
            "public": public if self.public is None else make_patch(self.public, public),
            "private": hand if self.hand is None else make_patch(self.hand, hand),
            "told": _plain(lately.lasting_texts(text, cards_of(compose_view(public, None)))),
            "own": _plain(lately.lasting_texts(text, lately.cards_in(hand["zones"]))),
            "log": lines,
            "prompts": self.prompts(),
        }
        self.public, self.hand, self.lines = public, hand, len(m.log)
        return json.loads(json.dumps(found, default=list))

    def prompts(self) -> list[Any]:
        """What the seat is asked, as `matchdata.prompt_data` tells it."""
        m, choice = self.match, self.match.choice_of(self.seat)
        if choice is None or m.is_over:
            return []
        foreseen = foretell(m, self.seat, SECONDS)
        view = view_with_preview(m, self.seat, foreseen)
        board = Board(self.text.pack, view, self.text, Reader(self.text.language))
        shown = choice_view(m, choice)
        options = [
            {
                **each,
                "text": strip_marks(prompt.option_text(board, m, option)),
                "detail": strip_marks(prompt.option_detail(board, m, choice, option)),
                "does": strip_marks(board.foretold_text(seen, board.names_in_line)),
                "facts": facts_as_data(m, facts),
                "leads": leads_of(facts),
            }
            for option, each, seen, facts in zip(
                choice.options,
                shown["options"],
                board.options_offered(),
                foreseen,
                strict=True,
            )
        ]
        asked = {
            "prompt": choice.prompt,
            "text": strip_marks(board.text.prompt(choice, m)),
            "how": strip_marks(prompt.how_to_answer(board, choice)),
            "subject": shown["subject"],
            "values": shown.get("values", []),
            **{name: shown[name] for name in ("minimum", "maximum", "default")},
            "numeric": prompt.is_numeric(choice),
            "back": self.answered,
            "always": [],
            "doer": None,
            "left": None,
            "options": options,
            "barred": [
                {
                    "text": strip_marks(prompt.option_text(board, m, option)),
                    "why": strip_marks(why_barred(board.text, reason, option, m)),
                }
                for reason, option in choice.barred
            ],
        }
        return [asked]


def _plain(told: Any) -> Any:
    return matchdata._clean_texts(told)


def told_here(pack: Any, language: str, seats: int, seed: int, seat: int) -> tuple[Any, Any]:
    """A match played at random: what the seat is told, and the answers."""
    match, chance = Match.new(pack, seats, seed), random.Random(seed)
    reading = Reading(match, Text(pack, language, NAMES[:seats]), seat)
    news, answers = [reading.news()], []
    while not match.is_over and len(answers) < MOST:
        choice = chance.choice(match.choices)
        count = chance.randint(choice.minimum, choice.maximum)
        picks = chance.sample(range(len(choice.options)), count)
        answers.append((choice.seat, picks))
        match.answer(choice.seat, picks)
        reading.answered |= choice.seat == seat
        news.append(reading.news())
    return news, answers


def options_of(told: Any) -> list[Any]:
    """The options of what is asked."""
    return [option for asked in told["prompts"] for option in asked["options"]]


GAMES = [("duel", 2), ("chrono", 3), ("chrono", 4), ("race", 2), ("kingdoms", 4)]


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_a_match_without_the_server_is_told_as_the_server_tells_it(packs, name, seats, language):
    pack, file = packs(name)
    seed, seat = (3, 1) if language == "en" else (4, 0)
    here, answers = told_here(pack, language, seats, seed, seat)
    reader = {"you": seat, "names": NAMES[:seats], "seed": seed, "answers": answers}
    there = told_there(pack, file, language, **reader)
    assert len(there) == len(here)
    asked: list[Any] = []
    for number, (ours, messages) in enumerate(zip(here, there, strict=True)):
        told = dict(messages)
        if "chrono_prompt" in told:
            asked = told["chrono_prompt"]["prompts"]
        theirs = {
            "public": told["chrono_table"]["public"],
            "private": told["chrono_hand"]["private"],
            "told": told["chrono_table"]["told"],
            "own": told["chrono_hand"]["told"],
            "log": told["chrono_log"]["lines"],
            "prompts": asked,
        }
        for there_seen, here_seen in zip(options_of(theirs), options_of(ours), strict=True):
            if not here_seen["leads"]:  # the server says none where cards are hidden
                there_seen["leads"] = []
        assert (number, theirs) == (number, ours)


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_bots_play_a_match_to_its_end_without_the_server(packs, name, seats):
    pack, file = packs(name)
    reader = {"you": 0, "names": NAMES[:seats], "seed": 7, "level": "greedy"}
    *_, last = told_there(pack, file, "en", **reader)
    over = dict(last)["chrono_over"]
    assert over["text"]
    assert sorted(place["seat"] for place in over["ending"]["places"]) == list(range(seats))
    assert over["ending"]["notes"] == ["It counts for nobody."]
