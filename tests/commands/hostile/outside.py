"""
People outside who do everything at random: walk, carry, give, trade, play for coins, go down
together, camp, go on, leave, come back; while servers are restarted, days pass, things go out of
the game and come back, and staff takes people elsewhere.

`Evening.step` lets something happen; `Evening.problems` is what must never be.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from datetime import timedelta
from functools import cache
from pathlib import Path
from random import Random

from evennia.utils import logger
from retired import packs_without, publish

from rules.pack import load_pack
from rules.running.choices import Choice
from typeclasses import parties, scenes, together
from typeclasses.rooms import Place
from typeclasses.tables import restore_matches
from typeclasses.worldbuilding import build_outside
from world.models import Sheet
from world.play.hosting import registry
from world.render.prompt import option_number
from world.sheets.book import MINT
from world.sheets.trading import Move, trade
from world.shelf import games

PACKS = Path(__file__).parents[3] / "mygame" / "world" / "packs"
FOLDERS = [PACKS / name for name in ("knave", "knave_town")]
RETIRED = ("hatchet", "nugget", "rope")  # what goes out of the game, where it is in it


def lines_of(text: str) -> list[str]:
    """What stands in a text, between semicolons and ends of lines."""
    return [each.strip() for each in re.split(r"[;\n]", text) if each.strip()]


NAMES = lines_of("Ann; leave; north; 北; market; all; me; yes; Bo Lee; 小安; down; back")
PLACES = lines_of("market; temple; inn; lane; bank; riverside; gate; yard; road; mouth")
PEOPLE = lines_of("marta; jorn; quill; ilka; roke; sessa; bram; mould; aude; odo; pip")
THINGS = lines_of("hatchet; torch; ration; nugget; sword; rope; coin; dagger; all; 火把")
ANYTHING = lines_of("""
    look; l; inventory; 背包; sheet; quests; 委托; map; party; parties; help; rumours
    fallen; games; who; back; board; undo; log; ?; yes; yes; no; 同意; 不; leave
    concede; go on; 继续; camp; 扎营; hall; door; get all; drop all; 捡 全部; pack; 整理
    knave; surprise; 随便; down; down; ladder 2; buy; sell; sell all; heal; sleep
    meal; train; deposit 5; withdraw 3; store; fetch; deposit -1; spar
    withdraw 99999999; follow; wait; unfollow; party leave; party look 3; join
    party look no; party bot 1; party bot no; party camp; party go on; open duel
    sit; start; bot; 1; give; give all to; get; drop; north; south; east; west; 北
    往东; auto; 1 2 3 4; 0; -1; |r|n{x}; %s {0}; 给; 给 给 给; to to; give to to to
    challenge; challenge me for 0; party me; give 1 to me
""")
ABOUT = lines_of("""
    give all to {who}; give 1 coin to {who}; give 3 coins to {who}; 送 {who} 2 枚钱
    give {thing} to {who}; give {thing} {who}; party {who}; party invite {who}
    join {who}; invite {who}; party kick {who}; party lead {who}; look {who}
    tell {who} hello; ignore {who}; unignore {who}; follow {who}; kick {who}
    go {place}; go {place}; go {place}; {place}; go {who}; go {person}
    whisper {who}; visit {person}; visit {person}; visit {person} with {who}
    visit {who}; talk {person}; challenge {person}; challenge {person} for 5
    party bot {who}; challenge {person} for 10; get {thing}; drop {thing}
    drop 2 {thing}; look {thing}; sell {thing}; buy {thing}; store {thing}
    fetch {thing}; take off {thing}; put on {thing}; wear {thing}
""")
ANYTHING += ["", "9" * 40, "a" * 3000, "\u202eevil", "\u200b", "\x00", "x\ufeffy", "\U0001f6b6"]
UNSEEN = "\x00 \u200b"  # what is no line


@cache
def dungeon_and_town():
    """The expedition and the town."""
    return [load_pack(folder) for folder in FOLDERS]


class Errors(list):
    """What was written into the log as an error while somebody listened."""

    def listen(self, monkeypatch):
        import traceback

        def err(message="", *args, **how):
            self.append(str(message))

        def trace(message=None, *args, **how):
            self.append(f"{message}\n{traceback.format_exc()}")

        monkeypatch.setattr(logger, "log_err", err)
        monkeypatch.setattr(logger, "log_trace", trace)
        from twisted.python import log

        def observe(event):
            if event.get("isError"):
                self.append(log.textFromEventDict(event) or "error")

        log.addObserver(observe)
        return lambda: log.removeObserver(observe)


class Evening:
    """Some people outside, and what happens to them."""

    def __init__(self, person, login, logout, clock, seed: int, count: int, monkeypatch, folder):
        self.dice, self.clock = Random(seed), clock
        self.login, self.logout = login, logout
        self.whole, self.poor = dungeon_and_town(), packs_without(RETIRED, folder, *FOLDERS)
        publish(*self.whole)
        build_outside()
        names = [*NAMES, *(f"Knave{number}" for number in range(count))][:count]
        self.people = []
        for number, name in enumerate(names):
            try:
                one = person(name, language=("en", "zh")[number % 2])
            except AssertionError:  # no such name
                one = person(f"{name} x", language=("en", "zh")[number % 2])
            one.character.move_to(Place.entrance(), quiet=True)
            self.people.append(one)
        self.here = set(range(count))
        self.done: Counter[str] = Counter()
        self.last: deque[str] = deque(maxlen=60)
        self.shift = timedelta()
        from django.utils import timezone

        now = timezone.now
        monkeypatch.setattr(timezone, "now", lambda: now() + self.shift)
        self.silent: list[str] = []
        for one in self.people:
            one.type("surprise")
            sheet = Sheet.objects.get(account=one.account)
            trade([Move("coins", MINT, sheet, self.dice.randint(1, 60))], "staff")

    # -- what happens

    def step(self) -> None:
        deeds = {
            self.type_something: 100,
            self.paste: 2,
            self.send_data: 3,
            self.go_away: 4,
            self.come_back: 6,
            self.come_twice: 1,
            self.pass_time: 6,
            self.wait_long: 0.3,
            self.restart: 0.7,
            self.next_day: 1,
            self.retire: 0.5,
            self.take_elsewhere: 0.7,
            self.end_by_staff: 0.4,
        }
        (deed,) = self.dice.choices(list(deeds), list(deeds.values()))
        self.done[deed.__name__] += 1
        if deed.__name__ != "type_something":
            self.last.append(deed.__name__)
        deed()

    def somebody(self):
        return self.people[self.dice.choice(sorted(self.here))] if self.here else None

    def line_for(self, one) -> str:
        scene = one.character.scene
        choice = self.choice_of(one, scene)
        chance = self.dice.random()
        if together.request_to(one.character) is not None and chance < 0.7:
            return self.dice.choice(("yes", "yes", "yes", "no"))
        if scene is None and not isinstance(one.character.location, Place) and chance < 0.5:
            return self.dice.choice(("concede", "yes", "leave", "door", "door"))
        if scene is None and chance < 0.35:
            return self.dice.choice(self.trails(one))
        if scene is not None and choice is not None and chance < 0.75:
            return self.answer_to(choice)
        if chance < 0.6 or (scene is not None and chance < 0.9):
            return self.dice.choice(ANYTHING)
        return self.dice.choice(ABOUT).format(
            who=self.somebody_near(one),
            thing=self.dice.choice(THINGS),
            person=self.dice.choice(PEOPLE),
            place=self.dice.choice(PLACES),
        )

    def somebody_near(self, one) -> str:
        """The name of somebody, who mostly is in the same room."""
        here = one.character.location.contents_get(content_type="character")
        people = here if self.dice.random() < 0.7 else [each.character for each in self.people]
        return self.dice.choice(people).key

    def trails(self, one) -> list[str]:
        """What leads to something that goes on for long."""
        who = self.somebody_near(one)
        return [
            *("go mouth", "go mouth", "down", "down", "ladder 2", "go market", "go on", "go on"),
            *("challenge marta for 5", "go inn", "challenge jorn for 10", "go bank", "deposit 5"),
            *(f"party {who}", f"party {who}", f"give 2 coins to {who}", f"give torch to {who}"),
        ]

    def choice_of(self, one, scene) -> Choice | None:
        if scene is None or scene.match is None:
            return None
        seat = scene.seat_of(one.character)
        return scene.match.choice_of(seat) if seat is not None else None

    def answer_to(self, choice: Choice) -> str:
        most = min(choice.maximum, len(choice.options))
        count = self.dice.randint(min(max(choice.minimum, 1), most), max(most, 1))
        picks = self.dice.sample(range(len(choice.options)), min(count, len(choice.options)))
        if choice.minimum == 0 and self.dice.random() < 0.2:
            return "none"
        picks = [str(option_number(choice, pick)) for pick in picks]
        return " ".join(picks)

    def type_something(self) -> None:
        one = self.somebody()
        for _ in range(self.dice.randint(1, 4) if one is not None else 0):
            self.type(one, self.line_for(one))

    def type(self, one, line: str) -> None:
        self.last.append(f"{one.character.key}: {line[:60]!r}")
        if not one.type(line).strip() and line.strip(UNSEEN):
            self.silent.append(f"{one.character.key} is told nothing: {line[:60]!r}")

    def paste(self) -> None:
        """Many lines at once."""
        one = self.somebody()
        for line in self.dice.choices(ANYTHING, k=20) if one is not None else ():
            self.type(one, line)

    def send_data(self) -> None:
        """A client that draws asks for data, and answers by it, with whatever it likes."""
        one = self.somebody()
        name = self.dice.choice(("chrono_answer", "chrono_answer", "chrono_subscribe"))
        details = {
            "number": self.dice.choice((None, 0, 3, 1e300, "1", [1], {"a": 1}, True)),
            "picks": self.dice.choice((None, 0, "0", [0], [-1], ["0"], [[0]], {}, [True], [2**70])),
            "text": self.dice.choice((True, "no", [], {"x": "y"})),
            "language": self.dice.choice(("en", "ZH", 3, None, ["en"])),
        }
        if one is not None:
            self.last.append(f"{one.character.key} sends {name} {details}")
            one.session.data_in(**{name: [[self.dice.choice((1, "x", None))], details]})

    def go_away(self) -> None:
        if len(self.here) > 2:
            number = self.dice.choice(sorted(self.here))
            self.here.remove(number)
            self.last.append(f"{self.people[number].character.key} goes away")
            self.logout(self.people[number])

    def come_back(self) -> None:
        away = sorted(set(range(len(self.people))) - self.here)
        if away:
            number = self.dice.choice(away)
            self.here.add(number)
            self.last.append(f"{self.people[number].character.key} comes back")
            self.login(self.people[number])

    def come_twice(self) -> None:
        """Somebody logs in once more, which ends what they had."""
        one = self.somebody()
        if one is not None:
            self.last.append(f"{one.character.key} comes twice")
            self.logout(one)
            self.login(one)

    def pass_time(self) -> None:
        for _ in range(self.dice.choice((1, 5, 12))):
            self.clock.advance(1)
            registry.tick_hosts()

    def wait_long(self) -> None:
        scenes.look_after(0)
        scenes.look_after(10**6)

    def restart(self) -> None:
        """The server is killed, and there again."""
        registry.forget_all()
        scenes.forget_all()
        parties.forget_all()
        for one in self.people:
            one.character.nattributes.clear()
        restore_matches()
        self.clock.advance(0)

    def next_day(self) -> None:
        self.shift += timedelta(days=self.dice.choice((1, 1, 1, -1, 15)))

    def retire(self) -> None:
        """Some things go out of the game, or are in it again."""
        now = games.games_by_id()["knave"]
        publish(*(self.poor if now is self.whole[0] else self.whole))

    def take_elsewhere(self) -> None:
        """Staff takes somebody to another place."""
        one = self.somebody()
        if one is not None:
            self.last.append(f"{one.character.key} is taken elsewhere")
            one.character.move_to(Place.named(self.dice.choice(("market", "mouth"))), quiet=True)

    def end_by_staff(self) -> None:
        hosts = registry.all_hosts()
        if hosts:
            self.dice.choice(hosts).call_off("closing time")

    # -- what must not be

    def problems(self) -> list[str]:
        """What is wrong now: people in two places, sheets that nobody can fetch, silence."""
        found, self.silent = self.silent, []
        inside: dict[int, int] = {}
        for one in self.people:
            character = one.character
            scene, camp = (character.attributes.get(key) for key in ("scene_id", "camp_id"))
            if scene is not None and scene == camp:
                found.append(f"{character} camps and is in the scene {scene}")
            if scene is not None and character.table is not None:
                found.append(f"{character} is in a scene and at a table")
            for key in filter(None, (scene, camp)):
                inside[key] = inside.get(key, 0) + 1
            if character.sessions.count() and character.location is None:
                found.append(f"{character} is nowhere")
        for sheet in Sheet.objects.exclude(lease=None).select_related("lease", "account"):
            (character,) = sheet.account.characters.all()
            numbers = {character.attributes.get(key) for key in ("scene_id", "camp_id")}
            table = character.table
            if table is not None and table.host is not None:
                numbers.add(table.host.record.pk)
            if sheet.lease.match_id not in numbers:
                found.append(f"{character}: the sheet is in {sheet.lease.match_id}, not {numbers}")
        return found

    def end(self) -> list[str]:
        """Everybody comes back and leaves whatever they are in; who cannot."""
        found = []
        for number, one in enumerate(self.people):
            if number not in self.here:
                self.login(one)
                self.here.add(number)
        for one in self.people:
            for _ in range(4):
                if one.character.scene is None and one.character.table is None:
                    if one.character.attributes.get("camp_id") is None:
                        break
                    one.type("party leave")
                    one.type("go on")
                    one.type("yes")
                told = one.type("leave")
                one.type("yes")
                self.clock.advance(1)
                registry.tick_hosts()
            else:
                found.append(f"{one.character} cannot leave: {told}")
        return found
