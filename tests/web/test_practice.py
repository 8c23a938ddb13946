"""
A page that plays by itself tells a match as the server does: the same seed and answers give the
same messages, over whole matches.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from in_node import run_in_node
from jsonschema import Draft202012Validator
from tiny import BASE, merged, on_play, play, spell, write

import rules
from rules.backends.wasm import portable
from rules.ground.difference import make_patch
from rules.ground.errors import ActionFailed
from rules.pack.build import load_with_compiler
from rules.playing.bots.answers import Line
from rules.playing.preview import (
    facts_as_data,
    foretell,
    is_visible,
    leads_of,
    view_with_preview,
)
from rules.running.bring import DECK, OPTION
from rules.running.decks import random_deck
from rules.running.match import Match
from rules.running.view import choice_view, compose_view, private_view, public_view
from rules.telling import lately
from rules.telling.barring import why_barred
from rules.telling.causes import lines_with_causes
from rules.telling.text import Text
from world.locale.messages import strip_marks
from world.locale.reader import Reader
from world.play.hosting.botturns import Deed
from world.render import matchdata, prompt
from world.render.advice import hint_lines, why_lines
from world.render.board import Board, cards_of
from world.render.book import book_of
from world.render.practice import PLAYING, practice_words
from world.render.rulebook import section_lines, sections_of
from world.render.tips import section_about

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


@cache
def validator(name: str) -> Draft202012Validator:
    """Of a message of the protocol, by the name of its event."""
    schema = json.loads((GAME / "web" / "static" / "protocol" / "3.schema.json").read_text("utf-8"))
    return Draft202012Validator({**schema, "$ref": f"#/$defs/{name.title().replace('_', '.')}"})


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
            "own": self.own_texts(public, list(lately.cards_in(hand["zones"]))),
            "log": lines,
            "prompts": self.prompts(),
        }
        self.public, self.hand, self.lines = public, hand, len(m.log)
        return json.loads(json.dumps(found, default=list))

    def own_texts(self, public: Any, hidden: list[Any]) -> Any:
        """As `matchdata.private_texts` tells them."""
        own = [*hidden, *lately.cards_in(public["players"][self.seat]["zones"])]
        amounts = lately.amount_texts(self.text, self.match, self.seat, own)
        return _plain(lately.join_texts(lately.lasting_texts(self.text, hidden), amounts))

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


def asked_in(told: Any) -> Iterator[Any]:
    """What is asked after each answer."""
    asked: list[Any] = []
    for messages in told:
        asked = dict(messages).get("chrono_prompt", {"prompts": asked})["prompts"]
        yield asked


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
    for number, (ours, messages, asked) in enumerate(
        zip(here, there, asked_in(there), strict=True)
    ):
        told = dict(messages)
        theirs = {
            "public": told["chrono_table"]["public"],
            "private": told["chrono_hand"]["private"],
            "told": told["chrono_table"]["told"],
            "own": told["chrono_hand"]["told"],
            "log": told["chrono_log"]["lines"],
            "prompts": asked,
        }
        assert (number, theirs) == (number, ours)


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_bots_play_a_match_to_its_end_without_the_server(packs, name, seats):
    pack, file = packs(name)
    reader = {"you": 0, "names": NAMES[:seats], "seed": 7, "level": "greedy"}
    told = told_there(pack, file, "en", **reader)
    for name, said in [each for messages in told for each in messages if each[0] != "complaint"]:
        validator(name).validate(said)
    *_, last = told
    over = dict(last)["chrono_over"]
    assert over["text"]
    assert sorted(place["seat"] for place in over["ending"]["places"]) == list(range(seats))
    assert over["ending"]["notes"] == ["It counts for nobody."]


def test_all_kinds_of_bots_but_the_one_by_lot_think_in_the_page(packs):
    pack, file = packs("race")
    levels = [kind for kind in PLAYING if kind != "random"]
    reader = {"you": 0, "names": NAMES[:2], "seed": 7, "levels": levels}
    _, *picked = told_there(pack, file, "en", **reader)
    assert len(picked) == len(levels)


def whole(messages: Any) -> Any:
    """All that a whole state tells, but for numbers of moments."""
    told = dict(messages)
    prompts = [{**each, "back": None} for each in told["chrono_prompt"]["prompts"]]
    return (
        told["chrono_table"]["public"],
        told["chrono_hand"]["private"],
        told["chrono_log"]["lines"],
        prompts,
    )


def test_answers_are_taken_back_to_where_one_was_asked(packs):
    pack, file = packs("chrono")
    _, answers = told_here(pack, "en", 3, 5, 1)
    own = [place for place, (seat, _) in enumerate(answers) if seat == 1][3:5]
    reader = {"you": 1, "names": NAMES[:3], "seed": 5}
    *_, taken = told_there(pack, file, "en", **reader, answers=answers[: own[1] + 1], back=2)
    before = told_there(pack, file, "en", **reader, answers=answers[: own[0]], back=0)
    again = told_there(pack, file, "en", **reader, answers=answers[: own[0] + 1], back=1)[-1]
    assert whole(taken) == whole(again)
    assert dict(taken)["chrono_table"]["since"] is None
    lines = [line for messages in before for line in dict(messages)["chrono_log"]["lines"]]
    assert len(whole(taken)[2]) == len(lines)


def asked_at(pack: Any, seats: int, seat: int, least: int) -> tuple[Match, Any]:
    """A match of seed 5 in which, after some answers by lot, a seat is asked; and these answers."""
    match, chance, answers = Match.new(pack, seats, 5), random.Random(5), []
    while len(answers) < least or match.choice_of(seat) is None:
        choice = chance.choice(match.choices)
        picks = chance.sample(range(len(choice.options)), choice.minimum or choice.maximum)
        answers.append((choice.seat, picks))
        match.answer(choice.seat, picks)
    return match, answers


def weighed(lines: Any) -> list[Line]:
    """What a bot of the page has weighed, as the server has it."""
    return [
        Line(tuple(each["picks"]), each["value"] * each["worlds"], each["worlds"], each["won"])
        for each in lines
    ]


def is_seen(before: Match, after: Match, entity: int) -> bool:
    """Whether a seat sees a card before what is explained, or after it."""
    return is_visible(before, 1, entity) or is_visible(after, 1, entity)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("level", ["novice", "greedy", "grandmaster"])
def test_a_bot_advises_and_explains_itself_in_the_words_of_the_server(packs, language, level):
    pack, file = packs("chrono")
    reader = {"you": 1, "names": NAMES[:3], "seed": 5}
    page, text = Reader(language), Text(pack, language, NAMES[:3])
    for seat, ask in ((1, "hint"), (0, "why"), (2, "why")):
        match, answers = asked_at(pack, 3, seat, 40)
        choice = match.choice_of(seat)
        *_, told = told_there(pack, file, language, **reader, answers=answers, **{ask: level})
        (name, hint), (_, given) = told
        validator(name).validate(hint)
        lines = weighed(given)
        if ask == "hint":
            wanted = hint_lines(page, text, match, choice, lines)
            assert hint["picks"] == list(lines[0].picks)
        else:
            deed = Deed(seat, match, choice, lines)
            played = match.clone(keep=True)
            played.answer(seat, lines[0].picks)
            wanted = why_lines(page, text, deed, NAMES[seat], partial(is_seen, match, played))
        assert hint["text"] == strip_marks("\n".join(wanted))


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", ["chrono", "kingdoms"])
def test_the_rule_about_a_question_is_that_of_the_server(packs, name, language):
    pack, file = packs(name)
    reader = {"you": 0, "names": NAMES[:4], "seed": 5}
    sections = sections_of(Text(pack, language))
    for count in (0, 30, 60):
        match, answers = asked_at(pack, 4, 0, count)
        told = told_there(pack, file, language, **reader, answers=answers, rule=True)[-1]
        found = sections.get(section_about(pack, match.choice_of(0).prompt))
        wanted = [found] if found else list(sections.values())[:2]
        lines = [line for each in wanted for line in section_lines(each, Reader(language))]
        (_, rule), *_ = told
        validator("chrono_hint").validate(rule)
        joined = "".join(strip_marks("".join(lines)).split())
        assert "".join(rule["text"].split()) == joined


def test_options_and_a_deck_are_those_that_were_chosen(packs):
    pack, file = packs("duel")
    ready = list(pack.program.deck_rules.ready.values())
    own = random_deck(pack.program, 3)
    chosen = {"options": {"heroHealth": 12}, "decks": [own, 1]}
    reader = {"you": 0, "names": NAMES[:2], "seed": 5, "chosen": chosen}
    told = dict(told_there(pack, file, "en", **reader)[0])
    match = Match.new(pack, 2, 5, {"heroHealth": 12, OPTION: [{DECK: own}, {DECK: ready[1].id}]})
    hand = {name: each for name, each in private_view(match, 0).items() if name != "choices"}
    assert told["chrono_table"]["public"] == json.loads(json.dumps(public_view(match)))
    assert told["chrono_hand"]["private"] == json.loads(json.dumps(hand))


FIELDS = {"match": {"broken": {"initial": 0}}, "player": {"strength": {"initial": 3}}}
FIRST = "{match.startPlayer}"
TICK = {"type": "fire", "event": "onTick", "with": {"number": 1, "who": FIRST}}
TOLD = {
    "events": {"onTick": {"context": {"who": "player"}, "subject": "who"}},
    "preview": {"tick": {"event": "onTick", "amount": "number"}},
}


def note(amount: Any) -> Any:
    return {"type": "note", "amount": amount}


def menu(**options: Any) -> Any:
    given = [{"id": name, "do": do} for name, do in options.items()]
    ask = {"type": "choose", "ask": "{match.startPlayer}", "prompt": "turn"}
    return {**ask, "auto": False, "options": given}


BROKEN = note("1 // {match.broken}")
HEARS = {"owner": "{you}", "event": "onTick", "do": [note(100), BROKEN]}
WEAK = {"property": "strength", "mode": "add", "duration": "always", "of": "{you}"}
CARDS = [
    spell("trap", on_play({"type": "addTriggers", "triggers": [HEARS]})),
    spell(
        "weak",
        on_play({"type": "addModifiers", "modifiers": [{**WEAK, "amount": "1 // {match.broken}"}]}),
    ),
    spell("bad", on_play(note(5), BROKEN)),
    spell("late", on_play(note(5), menu(go=[note(50)]), BROKEN)),
    spell(
        "endless", on_play({"type": "while", "condition": "{match.total} >= 0", "do": [note(1)]})
    ),
]


def without_flow(prompts: Any) -> Any:
    """But for what fails altogether: the server offers it no more."""
    return [
        {**of, "options": [each for each in of["options"] if each["word"] != "flow"]}
        for of in prompts
    ]


def test_what_fails_of_a_card_is_left_out_and_said_and_the_match_goes_on(tmp_path):
    first = {"type": "let", "id": "first", "value": {"chooser": "players"}}
    begins = {"type": "set", "of": "{match}", "field": "startPlayer", "amount": "{first.first}"}
    options = {card["name"]: play(card["name"]) for card in CARDS}
    look = [note("{match.startPlayer.strength}"), TICK]
    turn = menu(**options, tick=[TICK, note(7)], look=look, flow=[note(3), BROKEN])
    flow = [first, begins, {"type": "while", "condition": True, "do": [turn]}]
    sections = {"main": flow, "cards": CARDS, "fields": FIELDS, **TOLD}
    folder = write(tmp_path / "tiny", merged(BASE, sections))
    pack, compiler = load_with_compiler(folder)
    file = tmp_path / "tiny.wasm"
    file.write_bytes(portable.portable_game(pack, compiler))
    words = ["trap", "tick", "weak", "look", "bad", "endless", "flow", "late", "go", "tick"]
    match = Match.new(pack, 2, 1)
    reading = Reading(match, Text(pack, "en", NAMES[:2]), 0)
    here, answers = [reading.news()], []
    for word in words:
        picks = [n for n, each in enumerate(match.choices[0].options) if each.word == word]
        answers.append((0, picks))
        failed = None
        try:
            match.answer(0, picks)
        except ActionFailed as error:
            failed = error
        reading.answered = True
        here.append({**reading.news(), "failed": failed and (failed.card or "broken")})
    reader = {"you": 0, "names": NAMES[:2], "seed": 1, "answers": answers}
    there = told_there(pack, file, "en", **reader)
    assert [each["public"] for each in here] == [
        dict(messages)["chrono_table"]["public"] for messages in there
    ]
    asked = [without_flow(each["prompts"]) for each in here]
    assert asked == [without_flow(prompts) for prompts in asked_in(there)]
    assert {option["does"] for [of] in asked for option in of["options"]} == {"", "tick: 1"}
    assert [each["failed"] for each in here[1:]].count(None) < len(words) - 4
    for ours, messages in zip(here[1:], there[1:], strict=True):
        complaint = dict(messages)["complaint"]
        assert (complaint is None) == (ours["failed"] is None)
        assert (complaint == "broken") == (ours["failed"] == "broken")
