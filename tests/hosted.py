"""What tests of hosted matches do and listen with."""

from world.models import JournalEntry
from world.play.hosting.events import Changed, Ended, Notice
from world.play.hosting.host import MatchHost
from world.play.hosting.seating import Sitter

PEOPLE = (Sitter("Ann"), Sitter("Ben"))


class Ears:
    """A reader that remembers, and looks at the journal at the moment it is told something."""

    def __init__(self):
        self.heard = []

    def _hear(self, what, *args, **details):
        self.heard.append((what, args, details, JournalEntry.objects.count()))

    def read(self, event):
        if isinstance(event, Changed):
            if event.entries:
                self._hear("log", event.entries)
            if event.choices:
                self._hear("prompt", event.choices)
        elif isinstance(event, Notice):
            self._hear(event.key, **event.details())
        elif isinstance(event, Ended):
            self._hear("end", event.standings)

    def all(self, what):
        return [entry for entry in self.heard if entry[0] == what]


def start(pack, clock, sitters=PEOPLE, **options):
    options = {"seed": 7, "pace": 0, **options}
    host = MatchHost.start(pack, sitters, clock=clock, **options)
    host.readers.add_reader(Ears())
    return host


def ears(host):
    """The reader of `start`."""
    return next(reader for reader in host.readers if isinstance(reader, Ears))


def play(host, answers, rng):
    """Let people give random answers; returns how many cards failed."""
    for _ in range(answers):
        if host.match.is_over:
            break
        choice = rng.choice(host.match.pending)
        count = rng.randint(choice.minimum, choice.maximum)
        host.answer(choice.seat, rng.sample(range(len(choice.options)), count))
