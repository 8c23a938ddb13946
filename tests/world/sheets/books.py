"""What holds of all sheets, things and entries at any time, looked up in the database."""

from collections import Counter, defaultdict

from rules.running import stock
from rules.running.match import Match
from world.models import Entry, MatchRecord, Place, Sheet, Thing
from world.play.hosting import registry
from world.sheets import lending
from world.sheets.closing import entries_of
from world.sheets.stock import things_offered


def amounts(owner) -> Counter:
    """What an owner has by its own word: numbers by name, and things by card."""
    found = Counter(
        {name: value for name, value in owner.fields.items() if type(value) is int and value}
    )
    found.update(owner.things.values_list("kind", flat=True))
    return found


def sums(owner) -> Counter:
    """What an owner has by its entries."""
    found = Counter()
    for entry in entries_of(owner):
        mine = (entry.to_sheet, entry.to_place)
        theirs = (entry.from_sheet, entry.from_place)
        found[entry.what] += entry.amount * ((owner in mine) - (owner in theirs))
    return Counter({name: value for name, value in found.items() if value})


def check_books(conserved=("coins",)):
    """
    The entries of each owner add up to what it has; of what is conserved all owners and running
    matches have what was made less what was used up; nothing is lent to a match that is over.
    """
    owners = [*Sheet.objects.all(), *Place.objects.all()]
    for owner in owners:
        assert amounts(owner) == sums(owner), owner
        assert all(owner.fields.get(name, 0) >= 0 for name in conserved), owner
    for name in conserved:
        way = Counter()
        for entry in Entry.objects.filter(what=name):
            way[entry.source] -= entry.amount
            way[entry.target] += entry.amount
        held = sum(owner.fields.get(name, 0) for owner in owners)
        assert held + way["match"] == -way["mint"] - way["burn"]
        for match in MatchRecord.objects.exclude(status="running"):
            rows = Entry.objects.filter(match=match, what=name)
            inside = sum(each.amount * (each.target == "match") for each in rows)
            assert inside == sum(each.amount * (each.source == "match") for each in rows), match
    over = MatchRecord.objects.exclude(status="running")
    assert not Sheet.objects.filter(lease__match__in=over).exists()
    assert not Sheet.objects.filter(lease__isnull=False, alive=False).exists()
    assert not Thing.objects.filter(match__in=over).exists()
    for thing in Thing.objects.all():
        last = thing.entries.order_by("pk").last()
        where = (last.to_sheet_id, last.to_place_id, last.target == "burn")
        assert where == (thing.sheet_id, thing.place_id, thing.lost), thing


def check_claims(host):
    """
    What has left its zone of the stock of a match is the match's, or has come home from it; nothing
    else of the stock is that it has never taken.
    """
    match, offered = host.match, things_offered(host.record)
    taken = taken_of(match)
    home = {each[0] for _, kept in match.settled for each in dict(kept).get("things", ())}
    mine = set(Thing.objects.filter(match=host.record, pk__in=offered).values_list("pk", flat=True))
    assert taken - home <= mine
    assert not mine & home
    if mine - taken:  # put back
        game, begun = match.game, (match.seats, match.seed, match.options)
        journals = [match.journal[:count] for count in range(len(match.journal) + 1)]
        ever = [taken_of(Match.replay(game, *begun, journal)) for journal in journals]
        assert mine <= set().union(*ever)


def taken_of(match):
    return stock.taken_things(match, stock.shared_rows(match))


class Books:
    """The same after each of many steps: reads only the entries that are new, and keeps sums."""

    def __init__(self):
        self.read = 0  # the last entry
        self.held = defaultdict(Counter)  # by owner: what it has by its entries
        self.way = defaultdict(Counter)  # by number: what came by each side, less what went
        self.inside = Counter()  # by match and number
        self.where = {}  # by thing
        self.coins = Counter()  # by owner, as it says itself

    def check(self, everything=False):
        """
        What is new adds up, with `everything` all there is; coins are as many as were made less
        those used up; each thing is where its last entry says, and in one match at most; nothing
        is lent to a match that is over.
        """
        touched, things = self._read_entries()
        for key, owner in self._owners(None if everything else touched).items():
            held = {what: amount for what, amount in self.held[key].items() if amount}
            assert amounts(owner) == held, key
            assert held.get("coins", 0) >= 0, key
            self.coins[key] = owner.fields.get("coins", 0)
        way = self.way["coins"]
        assert self.coins.total() + way["match"] == -way["mint"] - way["burn"]
        inside = {match for (match, _), amount in self.inside.items() if amount}
        lent = Sheet.objects.exclude(lease=None).values_list("lease__match", flat=True)
        left = Thing.objects.exclude(match=None).values_list("match", flat=True)
        borrowing = {*lent, *left, *inside}
        running = MatchRecord.objects.filter(status="running", pk__in=borrowing)
        assert running.count() == len(borrowing)
        rows = Thing.objects.all() if everything else Thing.objects.filter(pk__in=things)
        for thing in rows:
            found = (thing.sheet_id, thing.place_id, thing.lost)
            assert found == self.where[thing.pk], thing
        if everything:
            self._check_matches()

    def _owners(self, keys):
        """Owners by kind and number: of these, or all; those that are gone have nothing."""
        found = {}
        for kind, model in (("sheet", Sheet), ("place", Place)):
            rows = model.objects.all()
            if keys is not None:
                rows = rows.filter(pk__in=[pk for of, pk in keys if of == kind])
            found |= {(kind, each.pk): each for each in rows}
        alive = {("sheet", pk) for pk in Sheet.objects.values_list("pk", flat=True)}
        for key in [key for key in self.coins if key[0] == "sheet" and key not in alive]:
            del self.coins[key]
        return found

    def _read_entries(self):
        """The owners and things of new entries."""
        touched, things = set(), set()
        for entry in Entry.objects.filter(pk__gt=self.read).order_by("pk"):
            self.read = entry.pk
            for side, sign in (("from", -1), ("to", 1)):
                for kind in ("sheet", "place"):
                    pk = getattr(entry, f"{side}_{kind}_id")
                    if pk is not None:
                        self.held[kind, pk][entry.what] += sign * entry.amount
                        touched.add((kind, pk))
            self.way[entry.what][entry.source] -= entry.amount
            self.way[entry.what][entry.target] += entry.amount
            self.inside[entry.match_id, entry.what] += entry.amount * (
                (entry.target == "match") - (entry.source == "match")
            )
            if entry.thing_id is not None:
                where = (entry.to_sheet_id, entry.to_place_id, entry.target == "burn")
                self.where[entry.thing_id] = where
                things.add(entry.thing_id)
        return touched, things

    @staticmethod
    def _check_matches():
        """
        No thing is in two matches that it has not come home from; what matches have taken of a
        stock is theirs, and nothing else that lies at a place.
        """
        found = Counter()
        for host in registry.all_hosts():
            lent = lending._borrowed_things(host.record)
            found.update(lent.keys())
            check_claims(host)
        assert not [thing for thing, count in found.items() if count > 1]
