"""
People who play, give, sell, leave, die, are thrown out and play cards for coins, at random.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from random import Random

from django.db import transaction

from rules.pack import load_pack
from world.errors import TableError
from world.models import JournalEntry, MatchSeat, Place, Sheet, Thing
from world.play.hosting import recovery, registry, storing
from world.play.hosting.host import MatchHost
from world.play.hosting.seating import Sitter
from world.sheets import closing
from world.sheets.book import BURN, MINT, place_named
from world.sheets.opening import brought_by_nobody, open_sheets
from world.sheets.stakes import Purse, Terms, hold_stake
from world.sheets.trading import Move, trade

PEOPLE = 60
RARE = {"cheat": 0.1, "die": 0.1, "leave": 0.3}


@cache
def card_game():
    """A game of cards, with coins of its own."""
    return load_pack(Path(__file__).parents[1] / "packs" / "pebbles")


class Town:
    """People, the matches they are in, and what can happen."""

    def __init__(self, pack, clock, users, seed: int, people: int = PEOPLE):
        self.pack, self.clock, self.users, self.dice = pack, clock, users, Random(seed)
        self.number = users.objects.count()
        known = list(users.objects.order_by("pk"))
        self.people = known + [self.newcomer() for _ in range(people - len(known))]
        self.done: Counter[str] = Counter()
        self.most = 0  # sheets that were lent at once
        with transaction.atomic():
            place_named(pack.realm, "market")

    def start_all(self) -> None:
        """Everybody is in a match."""
        while free := [each for each in self.people if each.pk not in self.away()]:
            self.start(free[:4])

    def newcomer(self):
        self.number += 1
        return self.users.objects.create_user(f"p{self.number}-{self.dice.getrandbits(40)}")

    def step(self) -> None:
        """Something happens, or is refused."""
        deeds = {
            self.start: 20,
            self.challenge: 6,
            self.answer: 40,
            self.undo: 4,
            self.concede: 3,
            self.kick: 2,
            self.call_off: 2,
            self.restart: 1,
            self.gift: 6,
            self.sale: 6,
            self.staff: 3,
            self.snapshot: 3,
            self.spoil: 0.4,
            self.newcomer_for_old: 0.5,
            self.merge: 0.5,
        }
        (deed,) = self.dice.choices(list(deeds), list(deeds.values()))
        try:
            deed()
        except TableError as error:
            self.done[f"refused: {error.key}"] += 1
        else:
            self.done[deed.__name__] += 1

    # -- matches

    def away(self) -> set[int]:
        """The accounts of which a match has the sheet."""
        lent = Sheet.objects.filter(realm=self.pack.realm).exclude(lease=None)
        return set(lent.values_list("account", flat=True))

    def start(self, here=None) -> None:
        if here is None:
            away = self.away() if self.dice.random() < 0.8 else set()
            free = [each for each in self.people if each.pk not in away]
            here = self.dice.sample(free, min(len(free), self.dice.choice((1, 2, 3, 4))))
        if 0 < len(here) < 4 and self.dice.random() < 0.2:
            here.append(None)
        if not here:
            raise TableError("nobodyFree")
        people = [(each, each.username if each is not None else "nobody") for each in here]
        loans = open_sheets(self.pack, people)
        sitters = [
            Sitter(name, account, loan=loan)
            for (account, name), loan in zip(people, loans, strict=True)
        ]
        nobody = brought_by_nobody(self.pack)
        brought = [loan.brought if loan is not None else nobody for loan in loans]
        options = {"rounds": self.dice.randint(1, 6), "bring": brought}
        seed = self.dice.getrandbits(40)
        MatchHost.start(self.pack, sitters, clock=self.clock, seed=seed, pace=0, options=options)
        lent = len(self.away())
        self.most = max(self.most, lent)

    def challenge(self) -> None:
        """Somebody plays cards against a person of the town, for coins or for a prize alone."""
        own = self.sheet()
        (loan,) = open_sheets(self.pack, [(own.account, own.account.username)])
        amount, prize = self.dice.choice((0, 5, 10)), self.dice.choice(("b.gem.opal", ""))
        daily = self.dice.choice((5, 30))
        purse = Purse(self.pack.realm, "purse of ivo", "coins", daily)
        wins = {"prize": prize} if prize else {}
        terms = Terms(loan.sheet, loan.name, "Ivo", purse, amount, wins)
        if amount > loan.sheet.fields.get("coins", 0):
            raise TableError("stakeLacks")
        game = card_game()
        cards = open_sheets(game, [(own.account, own.account.username), (None, "Ivo")])
        MatchHost.start(
            game,
            [Sitter(loan.name, own.account, loan=cards[0]), Sitter("Ivo", bot="greedy")],
            clock=self.clock,
            seed=self.dice.getrandbits(40),
            pace=1e9,
            options={"short": True},
            also=lambda record: hold_stake(record, terms, against=1),
        )

    def host(self) -> MatchHost:
        hosts = registry.all_hosts()
        if not hosts:
            raise TableError("noMatch")
        return self.dice.choice(hosts)

    def answer(self) -> None:
        host = self.host()
        for _ in range(self.dice.randint(1, 4)):
            if host.match.is_over:
                return
            choice = self.dice.choice(host.match.pending)
            weights = [RARE.get(each.word, 1) for each in choice.options]
            (pick,) = self.dice.choices(range(len(choice.options)), weights)
            host.answer(choice.seat, (pick,))

    def undo(self) -> None:
        """Somebody takes back what they did last, and the others agree."""
        host = self.host()
        host.undoing.take_back(self.dice.randrange(host.match.seats))
        while host.undoing.question is not None:
            host.undoing.agree(min(host.undoing.question.waits_for), agrees=True)

    def concede(self) -> None:
        host = self.host()
        host.concede(self.dice.randrange(host.match.seats))

    def kick(self) -> None:
        host = self.host()
        host.hand_over(self.dice.randrange(host.match.seats), Sitter("Bot", bot="greedy"))

    def call_off(self) -> None:
        self.host().abandon("called off", given_up=self.dice.random() < 0.5)

    def snapshot(self) -> None:
        host = self.host()
        if host.record.snapshots.filter(index=host.number).exists():
            raise TableError("kept")
        storing.keep_snapshot(host.record, host.number, host.match)

    def restart(self) -> None:
        registry.forget_all()
        recovery.recover_matches(clock=self.clock)

    def spoil(self) -> None:
        """A match cannot be read any more."""
        host = self.host()
        JournalEntry.objects.filter(match=host.record, index=0).delete()
        self.restart()

    # -- between matches

    def sheet(self) -> Sheet:
        at_home = {"lease": None} if self.dice.random() < 0.8 else {}
        sheets = list(Sheet.objects.filter(realm=self.pack.realm, alive=True, **at_home))
        if not sheets:
            raise TableError("noSheet")
        return self.dice.choice(sheets)

    def thing_of(self, owner) -> Thing:
        things = list(owner.things.all())
        if not things:
            raise TableError("noThing")
        return self.dice.choice(things)

    def gift(self) -> None:
        one, other = self.sheet(), self.sheet()
        moves = [Move("coins", one, other, self.dice.randint(1, 25))]
        if self.dice.random() < 0.5:
            moves.append(Move(self.thing_of(one), one, other))
        trade(moves, "gift", by=one.account)

    def sale(self) -> None:
        sheet, market = self.sheet(), Place.objects.get(name="market")
        price = self.dice.randint(1, 9)
        if self.dice.random() < 0.5:
            thing = self.thing_of(sheet)
            trade([Move(thing, sheet, market), Move("coins", market, sheet, price)], "sold")
        else:
            thing = self.thing_of(market)
            trade([Move(thing, market, sheet), Move("coins", sheet, market, price)], "bought")

    def staff(self) -> None:
        sheet, amount = self.sheet(), self.dice.randint(1, 9)
        sides = (MINT, sheet) if self.dice.random() < 0.5 else (sheet, BURN)
        trade([Move("coins", *sides, amount)], "staff")

    def newcomer_for_old(self) -> None:
        old = self.people.pop(self.dice.randrange(len(self.people)))
        closing.erase_sheets(old)
        old.delete()
        self.people.append(self.newcomer())

    def merge(self) -> None:
        guest, into = self.dice.sample(self.people, 2)
        if closing.has_lent(guest) or closing.has_lent(into):
            raise TableError("guestMergePlays")
        with transaction.atomic():
            MatchSeat.objects.filter(account=guest).update(account=into)
            closing.merge_sheets(guest, into)
