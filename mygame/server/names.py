"""Names of people: any script, and nobody can pass for somebody else.

A name is NFKC-normalised, made of letters, digits and single separators, at most 20 columns
wide, and of scripts which people do mix (Latin with Chinese, Japanese or Korean; never Latin
with Cyrillic or Greek). Two names look alike if their skeletons meet (Unicode UTS 39, the data
come from `confusable_homoglyphs`); a new one which looks like an existing one is refused.
"""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from itertools import pairwise

from confusable_homoglyphs.categories import unique_aliases
from confusable_homoglyphs.confusables import confusables_data
from django.core.exceptions import ValidationError
from wcwidth import wcswidth, wcwidth

MIN_WIDTH, MAX_WIDTH = 2, 20
SEPARATORS = "._-·"
LOOK_ALIKE_TAG = "look_alike"

# What commands understand as a word of their own, and what would speak with authority.
RESERVED = frozenset(
    (
        *("me", "self", "here", "all", "everyone", "anyone", "nobody", "none", "guest"),
        *("admin", "administrator", "moderator", "staff", "system", "server"),
        *("我", "自己", "我自己", "这里", "所有人", "大家", "全部", "游客"),
        *("管理员", "系统", "服务器", "客服"),
    )
)

# Letters and marks one cannot see. Python does not know which code points are "ignorable".
INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0")
# Scripts people mix in one name (UTS 39, "highly restrictive").
TOGETHER = (
    {"LATIN", "HAN", "HIRAGANA", "KATAKANA"},
    {"LATIN", "HAN", "BOPOMOFO"},
    {"LATIN", "HAN", "HANGUL"},
)


def bilingual(zh: str, en: str) -> str:
    """A sentence for somebody whose language we do not know yet."""
    return f"{zh}\n{en}"


def normalize(name: str) -> str:
    """The one spelling of a name: full-width letters become plain, accents compose."""
    return unicodedata.normalize("NFKC", str(name)).strip()


@cache
def _look_of(character: str) -> str:
    """What a character looks like: the representative of all which look the same."""
    entries = [entry["c"].strip("\u200e") for entry in confusables_data.get(character, ())]
    if len(entries) != 1:
        # Nothing looks like it, or it is itself the representative.
        return character
    other = entries[0]
    # Of a mere pair either may be in the table first; the lesser represents both.
    return other if len(confusables_data.get(other, ())) > 1 else min(character, other)


def _skeleton(text: str) -> str:
    decomposed = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", "".join(map(_look_of, decomposed))).casefold()


def skeletons(name: str) -> set[str]:
    """
    What a name looks like. Two names look alike if they have one in common.

    >>> skeletons("Ivan") & skeletons("lvan")
    {'lvan'}
    """
    # `I` looks like `l` and `1`, `i` does not, yet `IVAN` is `ivan`: so in every case.
    name = normalize(name)
    return {_skeleton(name), _skeleton(name.casefold()), _skeleton(name.upper())}


@lru_cache(maxsize=4096)
def distinct_names(names: tuple[str, ...]) -> list[str]:
    """
    The names of people who sit together, so that no two can be taken for each other: who looks like
    an earlier one gets a number. Empty ones are nobody's.

    >>> distinct_names(("Ivan", "", "lvan"))
    ['Ivan', '', 'lvan(2)']
    """
    taken: list[set[str]] = []
    told = []
    for given in names:
        name, number = given, 2
        while name and any(skeletons(name) & looks for looks in taken):
            name = f"{given}({number})"
            number += 1
        told.append(name)
        if name:
            taken.append(skeletons(name))
    return told


def why_refused(name: str) -> str | None:
    """What is wrong with a (normalised) name by itself, as a sentence in both languages."""
    width = wcswidth(name)
    if not name:
        return bilingual("请给出名字。", "Give a name.")
    if any(character.isspace() for character in name):
        return bilingual("名字里不能有空格。", "A name has no spaces.")
    for character in name:
        if not is_allowed(character):
            return bilingual(
                f"名字里不能有“{_printable_name(character)}”：只能用文字、数字和 {SEPARATORS}",
                f"A name cannot contain '{_printable_name(character)}': use letters, digits and "
                f"{SEPARATORS}",
            )
    if not MIN_WIDTH <= width <= MAX_WIDTH:
        return bilingual(
            "名字要有 1 到 10 个汉字，或 2 到 20 个字母。",
            "A name has 2 to 20 letters, or 1 to 10 Chinese characters.",
        )
    if not any(character.isalpha() for character in name):
        return bilingual("名字里至少要有一个文字。", "A name needs at least one letter.")
    # With one put before and after, two in a row are one at an end, or two in a row.
    framed = f".{name}."
    if any(a in SEPARATORS and b in SEPARATORS for a, b in pairwise(framed)):
        return bilingual(
            f"{SEPARATORS} 只能单个用在名字中间。",
            f"{SEPARATORS} stand singly, between letters or digits.",
        )
    scripts = unique_aliases(name) - {"COMMON", "INHERITED"}
    if len(scripts) > 1 and not any(scripts <= together for together in TOGETHER):
        mixed = ", ".join(sorted(scripts)).title()
        return bilingual(
            f"名字不能混用这些文字：{mixed}。", f"A name cannot mix these scripts: {mixed}."
        )
    if skeletons(name) & _reserved_names():
        return bilingual("这个名字是保留的，请另选一个。", "That name is reserved; choose another.")
    return None


@cache
def _reserved_names() -> frozenset[str]:
    return frozenset(skeleton for word in RESERVED for skeleton in skeletons(word))


def is_allowed(character: str) -> bool:
    """Whether names may contain it: letters that one can see, digits, separators."""
    if character in SEPARATORS:
        return True
    if character in INVISIBLE:
        return False
    category = unicodedata.category(character)
    if category in ("Mn", "Mc"):
        # A mark which belongs to a script is part of its spelling. A general one which did not
        # compose with its letter is decoration, or a pile of it.
        return not unique_aliases(character) & {"INHERITED", "COMMON", "Unknown"}
    return (category[0] == "L" and wcwidth(character) > 0) or category == "Nd"


def _printable_name(character: str) -> str:
    shown = character.isprintable() and wcwidth(character) > 0 and character not in INVISIBLE
    # Twice what a text in Evennia's colour language would swallow.
    return character.replace("|", "||") if shown else f"U+{ord(character):04X}"


class NameValidator:
    """Refuses names which are badly formed or which look like another account's."""

    def __call__(self, name: str) -> None:
        """:raises ValidationError: with one sentence in both languages."""
        if sentence := why_refused(name):
            raise ValidationError(sentence, code="name_malformed")
        from django.conf import settings
        from evennia.accounts.models import AccountDB

        guests = {guest.casefold() for guest in settings.GUEST_LIST}
        accounts = AccountDB.objects
        if name.casefold() in guests or accounts.filter(username__iexact=name).exists():
            raise ValidationError(
                bilingual(
                    f"“{name}”已经有人用了。如果是你，请登录：登录 {name} <密码>",
                    f"'{name}' is taken. If it is yours, log in: connect {name} <password>",
                ),
                code="name_taken",
            )
        alike = accounts.filter(
            db_tags__db_category=LOOK_ALIKE_TAG, db_tags__db_key__in=skeletons(name)
        ).first()
        if alike:
            raise ValidationError(
                bilingual(
                    f"“{name}”和已有的“{alike.username}”太像了，请另选一个。",
                    f"'{name}' looks too much like '{alike.username}'; choose another.",
                ),
                code="name_looks_alike",
            )


def remember_look(account) -> None:
    """Store what the account's name looks like, for the names to come."""
    account.tags.remove(category=LOOK_ALIKE_TAG)
    for skeleton in skeletons(account.username):
        account.tags.add(skeleton, category=LOOK_ALIKE_TAG)
