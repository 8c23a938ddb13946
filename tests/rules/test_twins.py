"""
The 25 generals of the native game and the same generals in Lua, as an author of the manual's time
would write them (`tests/packages/twins`): two matches with the same seed and the same answers go
side by side, and have the same options, cards, lines of the log and ends.

A general is played wherever it is offered. `MATCHES=40 pytest tests/rules/test_twins.py` plays more
matches of each; `SEED=1000` begins elsewhere.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules.pack import load_pack
from rules.pack.files import WORLD
from rules.running.match import Match
from rules.telling.text import Text

ROOT = Path(__file__).parents[2]
PACKAGES = ROOT / "tests" / "packages" / "twins"
MATCHES = int(os.environ.get("MATCHES") or 1)
SEED = int(os.environ.get("SEED") or 0)
SEATS, ANSWERS = 5, 3000
LANGUAGES = ("zh", "en")
NAMES = tuple("ABCDEFGHIJ")
#: What of players is kept otherwise: by flags and marks, or not told by a skill card of Lua.
UNLIKE = ("given", "unheeded", "loyalty")
#: Cards as which a skill is used in Lua only, and the zones of parts of skills.
UNKNOWN, PARTS = ("tuxi_card", "guicai_card", "liuli_effect"), ("helpers", "inForce")
#: Lines of the log that only one of both has, with those that belong to them, by message and card:
#: those in Lua, and the native ones.
RETOLD = (
    {
        ("use", "tuxi_card"): (),
        ("respond", "guicai_card"): (),
        ("use", "liuli_effect"): (),
        ("use", "lijian_rift"): ("discard",),
    },
    {
        ("invoke", "tuxi"): (),
        ("invoke", "guicai"): ("retrial",),
        ("invoke", "liuli"): ("discard", "liuli"),
        ("use", "lijian_rift"): (),
    },
)
#: Lines that are the author's own in Lua, who has written them in Chinese.
WRITTEN = {("locked", "wushuang"), ("locked", "jiuyuan"), ("namesSuit", "None")}
#: Questions that are put in other words in Lua: by their names natively and there.
WORDED = {
    ("respond", "askCard"): "the author's prompt tells generals, the native one players",
    ("yiji", "askGifts"): "askForYiji has one text for all skills",
    ("giveTo", "askPlayer"): "so has its second question",
    ("mayDiscard", "mayDiscard"): "askForDiscard is not told what happens otherwise",
}
GENERALS = [
    *("caocao", "simayi", "xiahoudun", "zhangliao", "xuchu", "guojia", "zhenji"),
    *("liubei", "guanyu", "zhangfei", "zhugeliang", "zhaoyun", "machao", "huangyueying"),
    *("sunquan", "ganning", "lumeng", "huanggai", "zhouyu", "daqiao", "luxun", "sunshangxiang"),
    *("huatuo", "lubu", "diaochan"),
]


@pytest.fixture(scope="module")
def packs(tmp_path_factory):
    """The native game, and the one in which each general is of a package."""
    folder = tmp_path_factory.mktemp("packs")
    (folder / "kingdoms").symlink_to(WORLD / "kingdoms")
    own = folder / "kingdoms_packages"
    shutil.copytree(WORLD / "kingdoms_packages", own)
    for package in (own / "lua").glob("*.lua"):
        package.unlink()  # those of the game itself
    for package in PACKAGES.glob("*.lua"):
        shutil.copy(package, own / "lua")
    removed = ", ".join(f'"kingdoms.general.{general}"' for general in GENERALS)
    (own / "twins.json5").write_text(f'{{"remove": {{"cards": [{removed}]}}}}')
    return load_pack(WORLD / "kingdoms"), load_pack(own)


def short(id):
    """The last part of the id of a definition."""
    return id.rpartition(".")[2]


class Twin:
    """One of two matches: what it shows is told by the names of the native game."""

    def __init__(self, pack, native, seed):
        self.match = Match.new(pack, SEATS, seed)
        self.texts = {language: Text(pack, language, NAMES) for language in LANGUAGES}
        self.retold = RETOLD[pack is native]
        self.names = {}  # from ids of definitions to the native ones
        self.words = {language: [] for language in LANGUAGES}  # what is told, and natively so
        self.places = {  # the names of zones, by their numbers
            zone.first + at: (zone.name, at)
            for zone in pack.program.layout.zones.values()
            for at in range(zone.size if zone.name not in PARTS else 0)
        }
        self.lies = {place: [] for place in self.places.values()}  # what lies there
        self.piles = [()] * len(self.match.zones)  # as they were when that was found out
        theirs = native.declarations.catalogue.definitions
        for id, card in pack.declarations.catalogue.definitions.items():
            if id.startswith("twins"):
                _, kind, name = id.split(".", 2)
                self.names[id] = f"kingdoms.{kind}.{name}"
                other = theirs.get(self.names[id])
                for language in LANGUAGES if other is not None else ():
                    names = card.name[language], other.name[language]
                    if names[0] != names[1]:
                        self.words[language].append(names)
        for told in self.words.values():
            told.sort(key=lambda pair: -len(pair[0]))

    def native(self, language, told):
        for ours, theirs in self.words[language]:
            told = told.replace(ours, theirs)
        return told

    def id(self, entity):
        id = self.match.card_id(entity)
        return self.names.get(id, id)

    def option(self, option):
        """An option: its word, and what it is about."""
        about: Any = option.entity
        if option.kind not in ("player", "number", "") and about > SEATS:
            symbol = option.kind == "symbol"
            about = self.match.program.symbol_name(about) if symbol else self.id(about)
        told = [self.native(at, self.texts[at].option(option, self.match)) for at in LANGUAGES]
        return option.word, about, *told

    def prompt(self, choice):
        return [self.native(at, self.texts[at].prompt(choice, self.match)) for at in LANGUAGES]

    def choice(self, choice):
        """What is asked, but for how it is said."""
        options = tuple([self.option(option) for option in choice.options])
        return choice.seat, options, choice.minimum, choice.maximum, choice.default

    def log(self, since):
        """
        The lines of the log as everybody reads them, in both languages; but for those of one only.
        """
        lines, skipped = [], ()
        for entry in self.match.log[since:]:
            about = next((value for name, _, value in entry.args if name == "card"), None)
            key = entry.message, short(str(about))
            if key in self.retold:
                skipped = self.retold[key]
                continue
            if skipped and entry.message == skipped[0]:
                skipped = skipped[1:]
                continue
            readers = (None,) if entry.seats is None else (None, *range(SEATS))
            written = entry.message == "tellLine" or key in WRITTEN
            for language in LANGUAGES[:1] if written else LANGUAGES:
                for seat in readers:
                    told = self.texts[language].log(entry, seat)
                    lines.append(told and self.native(language, told))
        return lines

    def lying(self):
        """What lies in each zone, by what is printed on it."""
        for zone, (pile, before) in enumerate(zip(self.match.zones, self.piles, strict=True)):
            if pile is not before and zone in self.places:
                ids = [self.id(card) for card in pile]
                self.lies[self.places[zone]] = [id for id in ids if short(id) not in UNKNOWN]
        self.piles = self.match.zones.copy()
        return self.lies

    def is_played(self, general):
        return [f"kingdoms.general.{general}"] in self.lying().values()

    def table(self):
        """Where all cards lie; hit points and the like; the dice; the end."""
        match, layout = self.match, self.match.program.layout
        fields = {
            name: match.state[field.base + 1 : field.base + SEATS + 1]
            for (kind, name), field in layout.fields.items()
            if kind == "player" and name not in UNLIKE
        }
        return self.lying(), fields, match.rng, match.is_over, match.outcome


def same(native, other, where):
    """
    :raises AssertionError: what is so natively is not so in Lua; told with `where`.
    """
    if isinstance(native, dict):  # the game of packages has further zones
        other = {key: other.get(key) for key in native}
    if native == other:
        return
    if isinstance(native, dict):
        wrong = [key for key in native if native[key] != other[key]]
        native, other = ({key: of.get(key) for key in wrong} for of in (native, other))
    elif isinstance(native, list):
        alike = [one == two for one, two in zip(native, other, strict=False)]
        at = [*alike, False].index(False)
        native, other = native[at:], other[at:]
    raise AssertionError(f"{where}\nnative: {native}\nin Lua: {other}")


def picks_of(twin, choice, general, dice):
    """The answer to a choice: the general where it is offered, else by dice."""
    wanted = f"kingdoms.general.{general}"
    ours = [at for at, option in enumerate(choice.options) if twin.id(option.entity) == wanted]
    if choice.prompt == "general" and ours:
        return ours
    return dice.sample(range(len(choice.options)), dice.randint(choice.minimum, choice.maximum))


class Both:
    """The two matches, and dice for their answers."""

    def __init__(self, packs, seed):
        self.native, self.other = (Twin(pack, packs[0], seed) for pack in packs)
        self.dice, self.read = Random(seed), [0, 0]

    def compare(self, where):
        """:raises AssertionError: something has happened otherwise, or is asked otherwise."""
        twins = self.native, self.other
        logs = [twin.log(since) for twin, since in zip(twins, self.read, strict=True)]
        same(*logs, where)
        self.read = [len(twin.match.log) for twin in twins]
        for part in zip(*(twin.table() for twin in twins), strict=True):
            same(*part, where)
        if not self.native.match.is_over:
            same(*(len(twin.match.choices) for twin in twins), where)
            choices = [(twin, twin.match.choices[0]) for twin in twins]
            asked = choices[0][1]
            if self.detour_of(asked) is None:
                same(*(twin.choice(choice) for twin, choice in choices), where)
                prompts = tuple(choice.prompt for _, choice in choices)
                told = [twin.prompt(choice) for twin, choice in choices]
                if prompts not in WORDED:
                    same(*told, where)

    def detour_of(self, choice):
        """How the answers to this are given in Lua, if it asks otherwise there."""
        if choice.prompt == "invoke":
            return DETOURS.get(self.native.id(choice.subject))
        return None

    def answer(self, general, where):
        """Both get one answer; or several, that come to the same."""
        choice = self.native.match.choices[0]
        detour = self.detour_of(choice)
        if detour is not None:
            detour(self, where)
        else:
            picks = picks_of(self.native, choice, general, self.dice)
            for twin in (self.native, self.other):
                twin.match.answer(twin.match.choices[0].seat, picks)

    def pick(self, word, at=0):
        """In Lua, the option of this word, of several that one; what those are about."""
        match = self.other.match
        choice = match.choices[0]
        of_word = [at for at, option in enumerate(choice.options) if option.word == word]
        abouts = [self.other.option(choice.options[each])[1] for each in of_word]
        match.answer(choice.seat, [of_word[at]])
        return abouts

    def by_dice(self, seat, prompt):
        """
        Natively, an answer by dice, where a seat is asked this: what the options are about, and
        which were taken. It is not asked where only one answer is possible: that is the first.
        """
        match = self.native.match
        choice = match.choice_of(seat)
        if choice is None or choice.prompt != prompt:
            return None, [0]
        picks = picks_of(self.native, choice, "", self.dice)
        match.answer(choice.seat, picks)
        return [self.native.option(option)[1] for option in choice.options], picks


def is_used(both, where):
    """
    The first question of a skill that is used natively after yes or no: the seat that is asked,
    and whether it uses it.
    """
    twins = both.native.match, both.other.match
    asked, theirs = (match.choices[0] for match in twins)
    same(asked.seat, theirs.seat, where)
    same(["skill", "none"], [option.word for option in theirs.options], where)
    yes = both.dice.random() < 0.5
    both.native.match.answer(asked.seat, [0 if yes else 1])
    return asked.seat, yes


def tuxi(both, where):
    """
    Natively: yes, then whom, one or two at once. Of the manual: `askForUseCard`, then the targets
    of a skill card, one after the other.
    """
    seat, used = is_used(both, where)
    if not used:
        both.pick("none")
        return
    both.pick("skill")
    offered, picks = both.by_dice(seat, "tuxi")
    theirs = both.pick("on", picks[0])
    same(offered or theirs[:1], theirs, where)
    for at in picks[1:]:
        both.pick("on", at - (at > picks[0]))
    if len(picks) < min(2, len(theirs)):
        both.pick("enough")


def guicai(both, where):
    """Natively: yes, then which card, or none. Of the manual: `askForCard`, by a skill."""
    seat, used = is_used(both, where)
    offered, picks = both.by_dice(seat, "retrial") if used else (None, [])
    if not picks:
        both.pick("none")
        return
    both.pick("skill")
    same(offered, both.pick("pick", picks[0]), where)


def liuli(both, where):
    """
    Natively: yes, then which card is discarded, then who becomes the target. Of the manual:
    `askForUseCard`, then the card that a skill card is made of, then its target.
    """
    seat, used = is_used(both, where)
    if not used:
        both.pick("none")
        return
    both.pick("skill")
    for prompt, word in (("discard", "pick"), ("liuli", "on")):
        offered, picks = both.by_dice(seat, prompt)
        theirs = both.pick(word, picks[0])
        same(offered or theirs[:1], theirs, where)


DETOURS = {f"kingdoms.skill.{detour.__name__}": detour for detour in (tuxi, guicai, liuli)}


def play(packs, general, seed):
    """Both matches to their end, if the general is among those that play; whether it is."""
    both = Both(packs, seed)
    for answers in range(ANSWERS):
        where = f"{general}, seed {seed}, answer {answers}"
        both.compare(where)
        if both.native.match.is_over:
            return True
        if answers == SEATS and not both.native.is_played(general):
            return False
        both.answer(general, where)
    raise AssertionError(f"{where}: no end")


@pytest.mark.parametrize("general", GENERALS)
def test_a_general_in_lua_plays_as_the_native_one(packs, general):
    played = 0
    for seed in range(SEED, SEED + 20 * MATCHES):
        played += play(packs, general, seed)
        if played == MATCHES:
            return
    raise AssertionError(f"{general} has played {played} matches only")
