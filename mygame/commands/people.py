"""
Commands about other people: who is here, who somebody is, friends, whom one does not want to
hear, and telling the staff.
"""

from __future__ import annotations

import re

from commands.command import NO, YES, Command, split_verb, verbs_of
from commands.talk import name_and_words
from rules.ground.width import crop
from rules.ground.width import display_width as columns_of
from server.chinese import to_simplified
from world.accounts import friends, ignoring, listing, people
from world.community import reports, social
from world.locale.reader import account_of
from world.render import people as render

ABOUT_MOST = 120  # columns


class CmdWho(Command):
    """Who is connected, where, and for how long idle; page by page."""

    key = "who"
    aliases = ["谁", "谁在"]
    topic = "who"
    group = "people"
    yields = False

    def func(self) -> None:
        number = re.search(r"\d+", self.args)
        mine = friends.friends_of(self.caller.player_account)
        page = int(number.group()[:6]) if number else 1
        self.show(render.who_lines(people.wizards_online(), mine, self.caller, self.reader, page))


class CmdFinger(Command):
    """What is known of a person: `finger Ann`."""

    key = "finger"
    aliases = ["whois", "profile", "查询"]
    topic = "finger"
    group = "people"
    yields = False
    verbatim = True

    def func(self) -> None:
        self.attempt(self.finger, self.args or "me")

    def finger(self, name: str) -> None:
        card = people.card_of(people.find_person(name, self.caller), self.caller)
        self.show(render.card_lines(card, self.reader))


class CmdMotto(Command):
    """Say a line about oneself, for `finger`: `motto I like rats`; `motto none` takes it away."""

    key = "motto"
    aliases = ["aboutme", "自我介绍"]
    topic = "motto"
    group = "people"
    yields = False
    verbatim = True

    def func(self) -> None:
        account = account_of(self.caller)
        if not self.args:
            self.tell("people.motto_usage")
        elif to_simplified(self.args.casefold()) in NO | {"none", "无"}:
            account.attributes.remove("about")
            self.tell("people.motto_gone")
        elif columns_of(self.args) > ABOUT_MOST:
            self.tell("people.motto_long", limit=ABOUT_MOST, text=crop(self.args, ABOUT_MOST // 2))
        else:
            self.attempt(self.write, account)

    def write(self, account: object) -> None:
        social.check_may_say(self.caller, self.args)
        account_of(self.caller).attributes.add("about", self.args)
        self.tell("people.motto_kept")


class CmdListed(Command):
    """Whether one stands in the list of people on the site: `listed`, `listed on`, `listed off`."""

    key = "listed"
    topic = "listed"
    group = "people"
    yields = False

    def func(self) -> None:
        account, word = account_of(self.caller), to_simplified(self.args.casefold())
        if people.is_guest(account):
            self.tell("people.guests_unlisted")
            return
        if word in YES | NO:
            listing.set_listed(account, word in YES)
        self.tell("people.listed" if listing.is_listed(account) else "people.unlisted")


class CmdFriends(Command):
    """One's friends: `friends`, `friends add Ann`, `friends remove Ann`, `friends notices off`."""

    key = "friends"
    aliases = ["friend", "朋友"]
    topic = "friends"
    group = "people"
    yields = False
    verbatim = True

    def func(self) -> None:
        if not self.args:
            mine = friends.friends_of(self.caller.player_account)
            self.show(render.friend_lines(mine, self.caller, self.reader))
            if not mine:
                self.tell("friends.usage")
            return
        verb, rest = split_verb(self.args, verbs_of("friends.verb"))
        if not verb or not rest:
            self.tell("friends.usage")
            return
        self.attempt(getattr(self, f"do_{verb}"), rest)

    def do_add(self, name: str) -> None:
        other = people.find_person(name, self.caller)
        friends.add_friend(self.caller.player_account, other)
        self.tell("friends.added", name=other.username)

    def do_remove(self, name: str) -> None:
        other = people.find_person(name, self.caller)
        friends.remove_friend(self.caller.player_account, other)
        self.tell("friends.removed", name=other.username)

    def do_notices(self, word: str) -> None:
        word = to_simplified(word.casefold())
        if word not in YES | NO:
            self.tell("friends.usage")
            return
        on = word in YES
        self.caller.player_account.attributes.add(friends.NOTICES, on)
        self.tell("friends.notices_on" if on else "friends.notices_off")


class CmdIgnore(Command):
    """Hear nothing of somebody: `ignore Ann`; alone, the list."""

    key = "ignore"
    aliases = ["拉黑"]
    topic = "ignore"
    group = "people"
    yields = False
    verbatim = True

    def func(self) -> None:
        if self.args:
            self.attempt(self.ignore, self.args)
            return
        names = ignoring.ignored_names(self.caller.player_account)
        if names:
            self.tell("ignore.list", names=self.reader.join_names(names))
        else:
            self.tell("ignore.none")

    def ignore(self, name: str) -> None:
        other = people.find_person(name, self.caller)
        ignoring.ignore_account(self.caller.player_account, other)
        self.tell("ignore.done", name=other.username)


class CmdUnignore(Command):
    """Hear somebody again."""

    key = "unignore"
    aliases = ["不再屏蔽"]
    topic = "unignore"
    group = "people"
    yields = False
    verbatim = True

    def func(self) -> None:
        if self.args:
            self.attempt(self.unignore, self.args)
        else:
            self.tell("ignore.undo_usage")

    def unignore(self, name: str) -> None:
        other = people.find_person(name, self.caller)
        ignoring.unignore_account(self.caller.player_account, other)
        self.tell("ignore.undone", name=other.username)


class CmdReport(Command):
    """Tell the staff about somebody: `report Ann she spoils every game`."""

    key = "report"
    aliases = ["投诉"]
    topic = "report"
    group = "people"
    yields = False
    verbatim = True

    def func(self) -> None:
        name, words = name_and_words(self.args)
        if words:
            self.attempt(self.report, name, words)
        else:
            self.tell("report.usage")

    def report(self, name: str, words: str) -> None:
        accused = people.find_person(name, self.caller)
        reports.store_report(self.caller, accused, words)
        self.tell("report.done", name=accused.username)


COMMANDS = (
    CmdWho,
    CmdFinger,
    CmdMotto,
    CmdListed,
    CmdFriends,
    CmdIgnore,
    CmdUnignore,
    CmdReport,
)
