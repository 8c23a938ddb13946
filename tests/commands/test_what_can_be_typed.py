"""All that a player can type, wherever they are, is ours: in two languages, with help."""

from collections import Counter

import pytest
from django.db import OperationalError
from evennia import CmdSet
from evennia.commands import cmdhandler
from evennia.commands.command import Command as EvenniaCommand
from evennia.commands.default import account, building, comms, general, system
from evennia.utils.create import create_object

from commands import default_cmdsets, unloggedin
from commands.default_cmdsets import AccountCmdSet, CharacterCmdSet
from commands.help import all_commands, topic_named
from commands.table import TableCmdSet
from rules.ground.width import display_width
from server.conf.connection_screens import connection_screen
from world.locale.messages import LANGUAGES, find_message
from world.render import trouble

# Of Evennia's, what players once could type: by every name it has.
EVENNIAS = [
    name
    for command in (
        comms.CmdChannel,
        system.CmdTime,
        system.CmdAbout,
        account.CmdSessions,
        account.CmdOOC,
        account.CmdIC,
        account.CmdQuell,
        account.CmdOption,
        account.CmdStyle,
        account.CmdColorTest,
        account.CmdCharCreate,
        account.CmdCharDelete,
        general.CmdNick,
        general.CmdSetDesc,
        general.CmdAccess,
        general.CmdInventory,
        general.CmdGet,
        general.CmdHome,
        building.CmdExamine,
        building.CmdDestroy,
        system.CmdReload,
        system.CmdPy,
    )
    for name in (command.key, *command.aliases)
    if name.lstrip("@") not in {n for c in all_commands() for n in (c.key, *c.aliases)}
]


def typeable(somebody):
    """The commands of the merged set that the lock lets this person use, system ones included."""
    session = somebody.session
    *_, providers, _, caller, _ = cmdhandler.generate_cmdset_providers(session, session=session)
    found = []
    cmdhandler.get_and_merge_cmdsets(caller, providers, "session", "").addCallback(found.append)
    return [c for c in found[0] if c.access(caller, "cmd", session=session)]


def in_the_hall(person):
    return person("Ann")


def at_a_table(person):
    ann = person("Ann")
    ann.type("open")
    return ann


def in_a_match(person):
    ann = person("Ann")
    ann.type("play")
    return ann


def without_a_wizard(person):
    ann = person("Ann")
    ann.account.unpuppet_object(ann.session)
    return ann


PLACES = (in_the_hall, at_a_table, in_a_match, without_a_wizard)


@pytest.mark.parametrize("place", PLACES)
def test_every_command_is_ours_in_both_languages_with_help(person, place):
    somebody = place(person)
    commands = typeable(somebody)
    assert len(commands) > 1
    for command in commands:
        assert type(command).__module__.startswith("commands."), command
        if command.key.startswith("__"):
            continue  # what is done with what is no command
        topic = command.topic
        chinese, english = (
            find_message(f"commands.{topic}.name", language) for language in LANGUAGES
        )
        names = {command.key, *command.aliases}
        assert {chinese, english.casefold()} <= names, f"{command.key}: {topic}"
        for language in LANGUAGES:
            assert find_message(f"commands.{topic}.short", language), topic
            assert find_message(f"commands.{topic}.text", language), topic
        assert topic_named(chinese) is topic_named(english) is type(command)


def test_no_two_commands_have_a_name_in_common():
    commands = [command() for command in all_commands()]
    names = Counter(name for command in commands for name in {command.key, *command.aliases})
    assert [name for name, count in names.items() if count > 1] == []


def test_the_login_screen_has_two_names_for_everything_and_says_so():
    told = unloggedin.CmdHelp.text
    for command in unloggedin.COMMANDS:
        assert command.__module__.startswith("commands."), command
        if command.key.startswith("__nomatch"):
            continue
        names = [command.key, *command.aliases]
        if "gbk" in names:  # encodings are called alike in both; the first line of all says so
            assert f"Type |w{command.key}|n" in connection_screen()
            continue
        assert any(name.isascii() and name in told for name in names), names
        assert any(not name.isascii() and name in told for name in names), names
    assert all(
        display_width(line.replace("|w", "").replace("|n", "")) <= 80 for line in told.split("\n")
    )


def test_evennias_commands_are_unknown_to_a_player(person):
    ann = person("Ann")
    for typed in EVENNIAS:
        assert "I do not know" in ann.type(f"{typed} something"), typed
        assert typed in ann.told()


def test_staff_keep_what_they_need(person):
    ann = person("Ann")
    names = {c.key.lstrip("@") for c in typeable(ann)}
    assert not names & {"examine", "accounts", "reload"}
    ann.account.permissions.add("Developer")
    names = {c.key.lstrip("@") for c in typeable(ann)}
    assert {"examine", "accounts", "reload", "time", "sessions"} <= names


def test_the_table_of_staff_decides_not_evennias_own_lock(person):
    ann = person("Ann")
    for command in default_cmdsets.staff_commands():
        assert not command.access(ann.character, "cmd"), command


# ------------------------------------------------------------------ never without a wizard


def test_whoever_has_no_wizard_gets_one_and_does_what_was_typed(person):
    ann = without_a_wizard(person)
    ann.session.execute_cmd("say here I am")
    assert ann.session.puppet == ann.character
    assert "You say: here I am" in ann.told()


def test_a_deleted_wizard_is_made_again(person):
    ann = person("Ann")
    ann.character.delete()
    ann.session.execute_cmd("look")
    assert ann.session.puppet.key == "Ann"
    assert ann.session.puppet.pk
    assert ann.session.puppet.location is not None


def test_a_new_account_of_an_old_name_gets_the_wizard_nobody_has(person):
    left = create_object("typeclasses.characters.Wizard", key="Bob")
    left.attributes.add("creator_id", 4711)
    bob = person("Ann").account
    bob.username = "Bob"
    for character in bob.characters.all():
        character.delete()
    assert bob.wizard() == left
    assert left.player_account == bob


# ------------------------------------------------------------------ when something is wrong


@pytest.mark.parametrize(
    ("error", "english", "chinese"),
    [
        (OperationalError("database is locked"), "busy", "正忙"),
        (OperationalError("database or disk is full"), "disk is full", "磁盘满了"),
        (OperationalError("connection refused"), "cannot be reached", "连不上"),
        (OSError(28, "No space left on device"), "disk is full", "磁盘满了"),
        (RuntimeError("secret of the driver"), "mistake of ours", "出了问题"),
    ],
)
def test_an_error_is_one_sentence_in_the_persons_language(
    person, monkeypatch, error, english, chinese
):
    ann, an = person("Ann"), person("小安", language="zh")
    trouble.patch_evennia()

    def fail(self):
        raise error

    monkeypatch.setattr(topic_named("who"), "func", fail)
    assert english in ann.type("who")
    assert "\n" not in ann.told()
    error.__dict__.clear()
    assert chinese in an.type("谁")
    for told in (ann.told(), an.told()):
        assert str(error) not in told
        assert "Traceback" not in told
        assert "Error" not in told


def test_a_language_that_could_not_be_stored_is_not_chosen(person, monkeypatch):
    from evennia.typeclasses.attributes import Attribute

    ann = person("Ann")
    with monkeypatch.context() as patch:

        def full(self, *args, **kwargs):
            raise OperationalError("database or disk is full")

        patch.setattr(Attribute, "save", full)
        told = ann.type("language zh")
    assert "disk is full" in told
    assert "中文" not in told
    assert ann.account.language == "en"
    assert "Good bye" not in ann.type("language")
    assert "中文" in ann.type("language zh") or ann.account.language == "zh"


def test_what_a_client_asks_for_and_fails_is_told(person, monkeypatch):
    ann = person("Ann")
    functions = ann.session.sessionhandler.get_inputfuncs()
    monkeypatch.setitem(functions, "card_broken", lambda session, *a, **k: 1 / 0)
    ann.heard.clear()
    ann.session.data_in(card_broken=[[], {}])
    assert "mistake of ours" in ann.told()


def test_clients_can_call_nothing_of_evennias_own_list(person):
    functions = person("Ann").session.sessionhandler.get_inputfuncs()
    assert {f.__module__ for f in functions.values()} == {
        "hooks.clients",
        "hooks.inputfuncs",
    }
    assert not {"login", "repeat", "monitor", "echo", "bot_data_in"} & functions.keys()


def test_what_comes_with_a_line_from_a_web_client_has_no_power_over_the_command(person):
    ann = person("Ann")
    ann.heard.clear()
    ann.session.data_in(text=[["say hi"], {"caller": "x", "_testing": True, "cmdobj": "y"}])
    assert "You say: hi" in ann.told()


def test_the_client_says_what_it_is_and_nonsense_changes_nothing(person):
    ann = person("Ann")
    flags = ann.session.protocol_flags
    ann.session.data_in(
        client_options=[[], {"screenwidth": "132", "ENCODING": "rot13", "inputdebug": True}],
        hello=[[], {"client": "Mudlet", "version": "4" * 500, "screenheight": "tall"}],
        webclient_options=[[], {str(n): "x" for n in range(100)}],
    )
    assert flags["SCREENWIDTH"] == {0: 132}
    assert flags.get("ENCODING") != "rot13"
    assert "INPUTDEBUG" not in flags or not flags["INPUTDEBUG"]
    assert len(flags["CLIENTNAME"]) <= 60
    assert not ann.account.attributes.get("_saved_webclient_options")


# ------------------------------------------------------------------ client and password


def test_encoding_and_client_in_both_languages(person):
    ann, an = person("Ann"), person("小安", language="zh")
    assert "gbk" in ann.type("encoding")
    assert "Encoding: gbk" in ann.type("encoding GB2312")
    assert ann.session.protocol_flags["ENCODING"] == "gbk"
    assert "no such encoding" in ann.type("encoding rot13")
    assert "没有这种编码" in an.type("编码 idna")
    assert "Encoding: gbk" in ann.type("client")
    assert "列" in an.type("终端")


def test_password_in_both_languages(person):
    ann, an = person("Ann"), person("小安", language="zh")
    assert "Usage" in ann.type("password")
    assert "用法" in an.type("密码")


def test_who_can_only_be_logged_in_by_half_is_let_go_with_a_sentence(person, monkeypatch):
    ann = person("Ann")
    handler, session = ann.session.sessionhandler, ann.session
    session.logged_in = False

    def locked(self, **kwargs):
        raise OperationalError("database is locked")

    monkeypatch.setattr(type(ann.account), "at_post_login", locked)
    monkeypatch.setattr(type(ann.account), "at_disconnect", locked)
    ann.heard.clear()
    handler.login(session, ann.account, testmode=True)
    assert "busy" in ann.told()
    assert handler.get(session.sessid) is None


# -- numbers


def test_numbers_are_answers_for_no_command_begins_with_one(ann):
    for cmdset in (CharacterCmdSet(), TableCmdSet(), AccountCmdSet()):
        names = [name for command in cmdset for name in (command.key, *command.aliases)]
        assert not [name for name in names if name[0].isdigit()]


def test_a_number_answers_what_is_asked_and_nothing_else(ann, clock):
    assert "“1”" in ann.type("1")  # in the hall
    ann.type("play")
    asked_of(ann, clock)
    answers = len(ann.character.location.match.journal)
    assert "999" in ann.type("999")
    assert len(ann.character.location.match.journal) == answers
    ann.type(" 1 ")
    assert len(ann.character.location.match.journal) > answers


def test_what_lies_above_the_commands_of_the_table_gets_the_numbers(ann, clock):
    ann.type("play")
    asked_of(ann, clock)
    answers = len(ann.character.location.match.journal)
    ann.character.cmdset.add(Menu)
    assert "chosen: 1" in ann.type("1")
    assert len(ann.character.location.match.journal) == answers


class CmdChoose(EvenniaCommand):
    key = cmdhandler.CMD_NOMATCH

    def func(self):
        self.caller.msg(f"chosen: {self.raw_string}")


class Menu(CmdSet):
    key, priority = "Menu", 20

    def at_cmdset_creation(self):
        self.add(CmdChoose())


def asked_of(somebody, clock):
    """Let the bots play until this person is asked."""
    for _ in range(300):
        if somebody.choice is not None:
            return
        clock.advance(0.05)
    raise AssertionError("never asked")
