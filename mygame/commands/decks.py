"""
The deck builder: one command, `deck`, whose first word says what to do.

The words stand in `world/locale/{zh,en}.json5` under `deck.verb`, those of both languages work
everywhere. A deck belongs to a game: the one named first (`deck GAME new Fire`), else that of the
table, else the one used last. What is changed is the deck that is *open* in that game: the one
made, shown or imported last. A card may also be put into a part by the part's name
(`deck PART CARD`), as the game calls it.
"""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from commands.command import YES, Command, split_verb, verbs_of
from rules.ground.width import wrap
from rules.pack import Pack
from rules.running import decks
from rules.running.decks import DeckError, Ready, deck_rules
from rules.telling.text import Text
from world.errors import TableError
from world.locale.reader import account_of
from world.models import SavedDeck
from world.render import decks as render
from world.render.announce import escape_colours
from world.shelf import decks as book

OPEN = "open_deck"  # attribute of the account: game -> the number of the deck that is being built
NAME_GAME = frozenset({"list", "new", "cards", "import"})  # behind which a game may be named
LOT = ("lot", "random", "none", "抽签", "随机")
INTO = re.compile(r"\s+(?:as\s|to\s|为|成|到)\s*|\s*=\s*", re.IGNORECASE)
AT = re.compile(r"(?:\s+(?:at|to)\s+|\s*(?:@|放到|到|在)\s*)(\d+)$", re.IGNORECASE)
PAGE = re.compile(r"(?:\bpage\s*|第\s*|页\s*)(\d+)\s*页?", re.IGNORECASE)
TEXTS = re.compile(r"(?:(?<!\S)texts?|\s*文字)$", re.IGNORECASE)


class CmdDeck(Command):
    """Build decks, and choose the one to play."""

    key = "deck"
    aliases = ["decks", "卡组"]
    topic = "deck"
    group = "table"
    yields = False
    meant: Pack | None = None  # the game that was named

    def func(self) -> None:
        if self.args.startswith(":"):  # a code by itself, as `export` prints it
            self.attempt(self.do_import, self.key + self.args)
            return
        self.meant, typed = book.split_game(self.args)
        verb, rest = split_verb(typed, verbs_of("deck.verb"))
        if verb in NAME_GAME and self.meant is None:
            self.meant, rest = book.split_game(rest)
        if self.meant is not None:
            self.use_game(self.meant.id)
        if verb:
            self.attempt(getattr(self, f"do_{verb}"), rest)
        elif typed:
            self.attempt(self.put_or_show, typed)
        else:
            self.attempt(self.do_list, "")

    # -- what is open

    @property
    def builder(self) -> Any:
        return account_of(self.caller)

    @property
    def open_decks(self) -> dict[str, int]:
        """Game -> the number of the deck that is open there; the game used last comes last."""
        kept = self.builder.attributes.get(OPEN) or {}
        if isinstance(kept, int):  # of older versions: one deck for all games
            deck = SavedDeck.objects.filter(account=self.builder, pk=kept).first()
            return {} if deck is None else {deck.game: kept}
        return dict(kept)

    def use_game(self, game: str, number: int = 0) -> None:
        """This game is used last, with the deck of this number open, if one is given."""
        opened = self.open_decks
        number = number or opened.get(game, 0)
        opened.pop(game, None)
        self.builder.attributes.add(OPEN, {**opened, game: number})

    @property
    def open_deck(self) -> SavedDeck | None:
        """The deck of the game that is being built."""
        own = SavedDeck.objects.filter(account=self.builder, pk=self.open_decks.get(self.pack.id))
        return own.first()

    @open_deck.setter
    def open_deck(self, deck: SavedDeck) -> None:
        here = self.pack
        game = here.id if deck.game in book.game_family(here) else deck.game
        self.use_game(game, deck.pk)

    def need_open(self) -> tuple[SavedDeck, Pack]:
        """The open deck and its game, for a change."""
        deck = self.open_deck
        if deck is None:
            raise TableError("deckNoneOpen")
        pack = book.pack_of(deck.game)
        deck.cards = decks.canonical_deck(pack.program, deck.cards)
        return deck, pack

    @property
    def pack(self) -> Pack:
        """The game that is meant: the one named, of the table, used last, or the first."""
        return self.meant or book.game_for(self.table, next(reversed(self.open_decks), ""))

    @property
    def is_anywhere(self) -> bool:
        """Whether no game has been named, and none is played where one is."""
        pack = getattr(self.table, "pack", None)
        return self.meant is None and (pack is None or pack.program.deck_rules is None)

    def deck_named(self, text: str) -> SavedDeck | Ready:
        """The deck of that name; the open one without a name."""
        if not text:
            return self.need_open()[0]
        return book.find_deck(self.builder, self.pack, text, elsewhere=self.is_anywhere)

    def require_own(self, deck: SavedDeck | Ready) -> SavedDeck:
        """The deck, which must be the player's own."""
        if isinstance(deck, Ready):
            raise TableError("deckReady", name=render.name_of(deck, self.reader))
        return deck

    def pack_for(self, deck: SavedDeck | Ready) -> Pack:
        return book.game_of(deck, self.pack)

    # -- looking

    def do_list(self, _: str) -> None:
        pack, reader = self.pack, self.reader
        lines = render.list_lines(book.decks_of_account(self.builder), pack, self.open_deck, reader)
        if self.table is not None:
            lines += render.playing_lines(self.table, self.caller, reader)
        self.show([*lines, *wrap(self.say("deck.usage"), reader.width)])

    def do_show(self, rest: str) -> None:
        name, texts = TEXTS.subn("", rest)
        deck = self.deck_named(name.strip())
        if isinstance(deck, SavedDeck):
            self.open_deck = deck
        self.show(render.deck_lines(deck, self.pack_for(deck), self.reader, bool(texts)))

    def do_cards(self, rest: str) -> None:
        pack, deck = self.pack, self.open_deck
        rest, texts = TEXTS.subn("", rest)
        page = PAGE.search(rest)
        search = book.Search(pack, PAGE.sub("", rest), self.reader.language)
        cards = deck.cards if deck is not None else {}
        found = [card for card in search.cards() if decks.fits_deck(pack.program, cards, card)]
        number = int(page.group(1)) if page else 1
        self.show(render.pool_lines(pack, found, cards, self.reader, bool(texts), number))

    def do_card(self, rest: str) -> None:
        pack = self.pack
        text = Text(pack, self.reader.language)
        card = book.card_named(pack, rest)
        part = deck_rules(pack.program).part_of(pack.card(card).kind)
        if part is not None:
            self.show(render.card_lines(pack, part, [("", card, 1)], text, self.reader, True))

    def do_check(self, rest: str) -> None:
        deck = self.deck_named(rest)
        name, state = render.name_of(deck, self.reader), render.state_of(deck, self.reader)
        self.tell("deck.checked", name=name, state=state)

    # -- making and changing

    def do_new(self, rest: str) -> None:
        pack = self.pack
        self.open_deck = deck = book.create_deck(self.builder, pack, rest or self.new_name(pack))
        self.tell(
            "deck.made",
            name=escape_colours(deck.name),
            game=Text(pack, self.reader.language).game(),
        )

    def new_name(self, pack: Pack) -> str:
        return book.free_name(self.builder, pack, self.say("deck.unnamed"))

    def put_or_show(self, text: str) -> None:
        """`deck core hearth` puts a card into a part; `deck NAME` shows that deck."""
        pack = self.pack
        parts = {
            name.casefold(): part.name
            for part in deck_rules(pack.program).parts.values()
            for name in (part.name, *part.names.values())
        }
        part, rest = split_verb(text, parts)
        if part and rest:
            self.do_add(rest, part)
        else:
            self.do_show(text)

    def do_add(self, rest: str, part: str | None = None) -> None:
        deck, pack = self.need_open()
        at = AT.search(rest)
        names = filter(str.strip, decks.SEPARATORS.split(rest[: at.start()] if at else rest))
        cards = [book.card_named(pack, name) for name in names]
        if not cards:
            raise TableError("deckWhich")
        for card in cards:
            if (
                part is not None
                and pack.card(card).kind not in deck_rules(pack.program).parts[part].kinds
            ):
                raise TableError("deckPart", card=card, part=part, pack=pack)
        book.add_cards(pack, deck.cards, cards, int(at.group(1)) if at else None)
        self.keep_and_tell(deck, pack, "deck.added", cards)

    def do_remove(self, rest: str) -> None:
        deck, pack = self.need_open()
        numbers = re.fullmatch(r"[\d\s]+", rest)
        wanted = (
            rest.split()
            if numbers
            else [w.strip() for w in decks.SEPARATORS.split(rest) if w.strip()]
        )
        if not wanted:
            raise TableError("deckWhich")
        self.keep_and_tell(deck, pack, "deck.removed", book.remove_cards(pack, deck.cards, wanted))

    def do_move(self, rest: str) -> None:
        deck, pack = self.need_open()
        numbers = [int(number) for number in re.findall(r"\d+", rest)]
        if len(numbers) != 2:
            raise TableError("deckMoveHow")
        card = book.move_card(pack, deck.cards, *numbers)
        self.keep_and_tell(deck, pack, "deck.moved", [card], at=numbers[1])

    def keep_and_tell(
        self, deck: SavedDeck, pack: Pack, key: str, cards: list[str], **args: Any
    ) -> None:
        """Keep a changed deck, and say what has changed and how the deck stands."""
        deck.cards = decks.canonical_deck(pack.program, deck.cards)
        deck.save()
        text = Text(pack, self.reader.language)
        told = self.reader.join_names(map(text.card, cards))
        state = render.state_of(deck, self.reader)
        self.tell(key, name=escape_colours(deck.name), cards=told, state=state, **args)

    def do_rename(self, rest: str) -> None:
        deck, name = self.deck_and_name(rest)
        deck = self.require_own(deck or self.need_open()[0])
        old = deck.name
        book.rename_deck(deck, name)
        self.tell("deck.renamed", old=escape_colours(old), name=escape_colours(deck.name))

    def do_copy(self, rest: str) -> None:
        deck, name = self.deck_and_name(rest)
        if deck is None:
            deck = self.deck_named(name)
            old = deck.names[self.reader.language] if isinstance(deck, Ready) else deck.name
            name = book.free_name(self.builder, self.pack_for(deck), old)
        cards, pack = deck.deck if isinstance(deck, Ready) else deck.cards, self.pack_for(deck)
        self.open_deck = copy = book.create_deck(self.builder, pack, name, cards)
        game = Text(pack, self.reader.language).game()
        self.tell("deck.copied", name=escape_colours(copy.name), game=game)

    def deck_and_name(self, text: str) -> tuple[SavedDeck | Ready | None, str]:
        """ "Fire as Fire 2" -> that deck and the new name; None and the text without "as"."""
        wrong = None
        for gap in reversed(list(INTO.finditer(text))):  # names may contain such words
            try:
                return self.deck_named(text[: gap.start()].strip()), text[gap.end() :].strip()
            except TableError as error:
                wrong = error
        if wrong is not None:
            raise wrong
        return None, text

    def do_delete(self, rest: str) -> None:
        words = rest.rsplit(None, 1)
        sure = len(words) == 2 and words[1].casefold() in YES
        deck = self.require_own(self.deck_named(words[0] if sure else rest))
        if sure:
            self.delete(deck)
        else:
            self.ask_if_sure(
                partial(self.delete, deck), "deck.confirm", name=escape_colours(deck.name)
            )

    def delete(self, deck: SavedDeck) -> None:
        name = deck.name
        deck.delete()
        self.tell("deck.deleted", name=escape_colours(name))

    # -- as text

    def do_export(self, rest: str) -> None:
        deck = self.deck_named(rest)
        pack = self.pack_for(deck)
        cards = deck.deck if isinstance(deck, Ready) else deck.cards
        try:
            line = decks.encode_deck(pack.program, cards)
        except DeckError as error:
            name = render.name_of(deck, self.reader)
            raise TableError("deckIllegal", name=name, pack=pack, problems=error.problems) from None
        self.show([self.say("deck.exported"), line])

    def do_import(self, rest: str) -> None:
        name, sign, code = rest.partition("=")
        if not sign:
            name, code = "", rest
        if not code.strip():
            raise TableError("deckWhich")
        pack, cards = book.read_deck(self.pack, code)
        self.open_deck = deck = book.create_deck(
            self.builder, pack, name.strip() or self.new_name(pack), cards
        )
        state, game = render.state_of(deck, self.reader), Text(pack, self.reader.language).game()
        self.tell("deck.imported", name=escape_colours(deck.name), game=game, state=state)

    # -- at the table

    def do_use(self, rest: str) -> None:
        if not rest:
            raise TableError("deckWhich")
        table, deck = self.table, None if rest.casefold() in LOT else self.deck_named(rest)
        choice = None if deck is None else book.choice_of(deck)
        pack = self.pack if deck is None else self.pack_for(deck)
        seated = table is not None and table.seat_of(self.caller) is not None
        if seated and (self.meant is None or pack.id in book.game_family(table.pack)):
            table.choose_deck(self.caller, choice)
            self.show(render.playing_lines(table, self.caller, self.reader))
            return
        book.remember_choice(self.builder, pack, choice)
        text = Text(pack, self.reader.language)
        self.tell("deck.brought", name=render.name_of(deck, self.reader), game=text.game())


COMMANDS = (CmdDeck,)
