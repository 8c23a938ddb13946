"""What holds of all sheets, things and entries at any time, looked up in the database."""

from collections import Counter

from world.models import Entry, MatchRecord, Place, Sheet, Thing
from world.play.hosting import registry
from world.sheets.closing import entries_of


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


def check_matches():
    """A thing is in one match at most: of those that go on, as they are in memory."""
    found = Counter()
    for host in registry.all_hosts():
        for seat, brought in enumerate(host.match.options.get("bring") or ()):
            if host.match.has_settled(seat) or not brought:
                continue
            found.update(each["thing"] for each in brought.get("gear", ()))
    assert not [thing for thing, count in found.items() if count > 1]
