"""Tokens for programs and editors that use the API in one's name (`world.accounts.tokens`)."""

from __future__ import annotations

from commands.command import Command, split_verb, verbs_of
from world.accounts import tokens


class CmdToken(Command):
    """One's tokens: `token`, `token new my editor`, `token drop 1`."""

    key = "token"
    aliases = ["tokens", "令牌"]
    topic = "token"
    yields = False
    verbatim = True
    account_caller = True

    def func(self) -> None:
        if not self.args:
            self.list_tokens()
            return
        verb, rest = split_verb(self.args, verbs_of("token.verb"))
        if verb == "new":
            self.attempt(self.make, rest)
        elif verb == "drop" and rest.isdecimal() and len(rest) < 3:
            self.attempt(self.drop, int(rest))
        else:
            self.tell("token.usage")

    def list_tokens(self) -> None:
        """All of them, by the numbers by which they are taken back."""
        rows = list(tokens.tokens_of(self.account))
        self.tell("token.head" if rows else "token.none")
        for number, row in enumerate(rows, 1):
            self.tell(
                "token.row",
                number=number,
                name=row.name,
                begins=row.begins,
                made=row.created_at.date(),
                used=row.used_at or self.reader.say("token.never"),
            )

    def make(self, name: str) -> None:
        """The only time that it is told."""
        _, text = tokens.make_token(self.account, name)
        self.tell("token.made")
        self.show([text])

    def drop(self, number: int) -> None:
        """Nobody gets in with it any more."""
        self.tell("token.dropped", name=tokens.drop_token(self.account, number).name)


COMMANDS = (CmdToken,)
