"""Names in any script, and none which could be taken for another."""

import re

import pytest
from evennia.accounts.models import AccountDB
from evennia.utils import create

from server import names

GOOD = """
Anna 小明 王小明2 日本人です 한글 Анна Ελένη नमस्ते สวัสดี أحمد Zoë Jean-Luc R2.D2 约翰·史密斯
逆时巫师逆时巫师逆时 李雷Lee 我们仨
"""


@pytest.mark.parametrize("name", GOOD.split())
def test_good_names_of_many_scripts(name):
    assert names.why_refused(names.normalize(name)) is None


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "Give a name"),
        ("a", "2 to 20 letters"),
        ("abcdefghijklmnopqrstu", "2 to 20 letters"),
        ("逆时巫师逆时巫师逆时巫", "1 to 10 Chinese"),
        ("two words", "no spaces"),
        ("全角\u3000空格", "no spaces"),
        ("12345", "at least one letter"),
        ("-anna", "stand singly"),
        ("an--na", "stand singly"),
        ("anna.", "stand singly"),
        ("an\u200bna", r"cannot contain 'U\+200B'"),
        ("an\u202ena", r"cannot contain 'U\+202E'"),
        ("\u3164\u3164", "cannot contain 'U"),
        ("an\x07na", r"cannot contain 'U\+0007'"),
        ("a\u0301\u0301\u0301b", r"cannot contain 'U\+0301'"),
        ("ann|ra", r"cannot contain '\|\|'"),
        ("anna😀", "cannot contain '😀'"),
        ("#1", "cannot contain '#'"),
        ("аnna", "cannot mix these scripts: Cyrillic, Latin"),  # the first letter is Cyrillic
        ("Αnna", "cannot mix these scripts: Greek, Latin"),
        ("한ひ", "cannot mix these scripts"),
        ("me", "reserved"),
        ("Admin", "reserved"),
        ("ADM1N", "reserved"),
        ("系统", "reserved"),
    ],
)
def test_bad_names_get_one_sentence_in_both_languages(name, why):
    sentence = names.why_refused(names.normalize(name))
    chinese, english = sentence.split("\n")
    assert re.search(why, english), english
    assert any("\u4e00" <= character <= "\u9fff" for character in chinese)


def test_full_width_and_composed_spellings_are_one_name():
    assert names.normalize("Ａｎｎａ") == "Anna"
    assert names.normalize("Zoe\u0308") == names.normalize("Zoë")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "anna"),
        ("Paypal", "PaypaI"),
        ("Paypal", "раураІ"),
        ("modern", "modem"),
        ("B0B", "bob"),
        ("工人", "エ人"),
        ("口", "ロ"),
        ("Ivan", "lvan"),
    ],
)
def test_look_alikes(one, other):
    assert names.skeletons(one) & names.skeletons(other)


@pytest.mark.parametrize(("one", "other"), [("Anna", "Anne"), ("小明", "小朋"), ("王一", "王二")])
def test_no_look_alikes(one, other):
    assert not names.skeletons(one) & names.skeletons(other)


@pytest.mark.django_db
def test_a_name_like_an_existing_one_is_refused_and_its_owner_named():
    account = create.create_account("Paypal", None, "correct-horse")
    assert type(account).validate_username("Paypa1") == (
        False,
        [
            "“Paypa1”和已有的“Paypal”太像了，请另选一个。\n"
            "'Paypa1' looks too much like 'Paypal'; choose another."
        ],
    )
    valid, errors = type(account).validate_username("PAYPAL")
    assert not valid
    assert "is taken" in errors[0]
    assert type(account).validate_username("Paula") == (True, [])


@pytest.mark.django_db
def test_accounts_normalise_their_names():
    account_class = type(create.create_account("Somebody", None, "correct-horse"))
    assert account_class.normalize_username(" Ａｎｎａ ") == "Anna"
    assert AccountDB.objects.count() == 1
