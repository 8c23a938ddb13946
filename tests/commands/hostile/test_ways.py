"""
Whatever builders, reviewers and admins send, by whichever way, is data: none of it is carried out,
no screen and no page obeys it, every refusal is a sentence and leaves all as it was.

`make fuzz WAYS=60` goes on for an hour with texts at random, where it stopped.
"""

import itertools
import json
import random
import re
import time
from pathlib import Path

import pytest
from hostile_ways import OF_PIECES, WAYS, installs, judged, read, tried

from rules.fuzz.canary import HOSTILE
from rules.fuzz.payloads import (
    BROKEN,
    CHARACTERS,
    MARKUP,
    PAGES,
    TEXTS,
    random_card_source,
    random_text,
    refused_archives,
    zip_archive,
)
from world.shelf import games

EVERY = 1  # ways that one text goes in the short run
READ_EVERY = 12  # texts after which everybody reads
PLAYED = (  # what players see of a game
    *(
        "/",
        "/cards/",
        "/cards/{game}/",
        "/cards/{game}/{card}/",
        "/faces/{game}/",
    ),
    *(
        "/help/",
        "/help/words/{game}/",
        "/build/{game}/",
        "/api/1/games/{game}/cards/",
        "/games/{game}/",
    ),
    *("/api/1/games/{game}/cards/{card}/", "/schema/{game}/card.json", "/api/1/games/"),
)
TYPED_BY_PLAYERS = (
    *("games", "cards marbles", "rules marbles", "open marbles", "look", "bot", "bot", "start"),
    *("look", "hand", "board", "1", "1", "1", "log", "help", "options", "leave"),
)
SHOWN = tuple(each for each in PAGES if "{" not in each)  # what a game may be called
ARCHIVES = 7  # one of so many in the short run
WHOLE = 0.7  # how often a whole piece goes where it can


def test_no_hostile_text_is_obeyed_whichever_way_it_goes(house):
    findings = []
    names = list(WAYS)
    for number, text in enumerate(TEXTS):
        for step in range(EVERY):
            findings += tried(house, names[(number * EVERY + step) % len(names)], text)
        if number % READ_EVERY == 0:
            findings += read(house)
            house.forget()
    assert not findings, "\n".join(findings)


def test_no_hostile_piece_is_obeyed_or_half_kept(house):
    cards = {card.id: card.source for card in games.find_game("pebbles").cards}
    findings = []
    for number, broken in enumerate((*BROKEN, *HOSTILE)):
        findings += tried(house, OF_PIECES[number % len(OF_PIECES)], broken)
    for seed, name in enumerate(OF_PIECES):
        findings += tried(house, name, random_card_source(cards, random.Random(seed)))
    assert not [*findings, *read(house)], "\n".join(findings)


def test_no_hostile_archive_is_installed(house, loaded_pebbles):
    files = {
        place.replace("pebbles/", "marbles/"): text.replace('"pebbles"', '"marbles"')
        for place, text in loaded_pebbles.sources.items()
    }
    findings = []
    for number, packed in list(enumerate(refused_archives(files)))[::ARCHIVES]:
        house.before, house.sent = house.state(), "||"
        for name, told in installs(house, packed):
            findings += [f"{number} {name}: {each}" for each in judged(house, told)]
            if told.screens or told.refused:
                continue
            findings.append(f"{number} {name}: it was not refused")
    assert not findings, "\n".join(findings)
    assert "marbles" not in games.games_by_id()


def test_a_hostile_pack_that_is_taken_is_obeyed_by_nobody_who_plays_it(house, loaded_pebbles):
    (text,) = loaded_pebbles.sources.values()
    marks = itertools.cycle(SHOWN)
    named = r'("(?:zh|en)": )"([^"]+)"'
    text = re.sub(named, lambda found: found[1] + json.dumps(next(marks) + found[2]), text)
    rules = "\n\n".join((*MARKUP, *PAGES, *CHARACTERS[:10]))
    files = {"marbles/pack.json5": text.replace('"id": "pebbles"', '"id": "marbles"')}
    house.before = house.state()
    _, told = next(installs(house, zip_archive({**files, "marbles/RULES.md": rules})))
    assert not judged(house, told), told.pages
    assert "marbles" in games.games_by_id(), told.pages[0][-3000:]
    house.sent = "||"
    card = games.find_game("marbles").cards[0].id
    findings = []
    for address in PLAYED:
        told = house.gets(house.bob, address.format(game="marbles", card=card))
        assert told.statuses[0] == 200, address
        findings += [f"{address}: {each}" for each in judged(house, told)]
    for line in TYPED_BY_PLAYERS:
        told = house.types(house.bob, line)
        findings += [f"{line}: {each}" for each in judged(house, told)]
    assert not findings, "\n".join(findings)


@pytest.mark.timeout(0)
def test_texts_at_random_go_on_where_they_stopped(house, pytestconfig, capsys):
    minutes = pytestconfig.getoption("--ways-minutes")
    if not minutes:
        pytest.skip("make fuzz WAYS=60 does so")
    state = Path(pytestconfig.getoption("--ways-state"))
    kept = json.loads(state.read_text()) if state.exists() else {"next": 0, "findings": []}
    cards = {card.id: card.source for card in games.find_game("pebbles").cards}
    end = time.monotonic() + 60 * minutes
    while time.monotonic() < end:
        chance = random.Random(kept["next"])
        name = chance.choice(list(WAYS))
        whole = name in OF_PIECES and chance.random() < WHOLE
        found = tried(
            house, name, random_card_source(cards, chance) if whole else random_text(chance)
        )
        if kept["next"] % READ_EVERY == 0:
            found += read(house)
            house.forget()
        kept["findings"] += [f"{kept['next']}: {each}" for each in found]
        kept["next"] += 1
        if kept["next"] % READ_EVERY == 0:
            state.parent.mkdir(parents=True, exist_ok=True)
            state.write_text(json.dumps(kept))
            with capsys.disabled():
                print(f"\r{kept['next']} texts, {len(kept['findings'])} findings ", end="")
    assert not kept["findings"], "\n".join(kept["findings"])
