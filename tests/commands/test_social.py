"""People talk to each other: everywhere, in both languages, and not with whom they ignore."""

import pytest

from world import social
from world.hosting import TableError


@pytest.fixture
def ann(person):
    return person("Ann")


@pytest.fixture
def ben(person):
    return person("Ben")


@pytest.fixture
def an(person):
    return person("小安", language="zh")


def test_talk_in_the_hall_and_at_a_table_is_read_in_the_language_of_each(ann, an):
    ann.type("say 你好|r{name}")
    assert ann.heard == ["You say: 你好||r{name}"]
    assert an.heard == ["|cAnn|n说：你好||r{name}"]
    ann.type("open")
    an.type(f"观战 {ann.character.location.number}")
    ann.heard.clear()
    an.type("说 嗨")
    assert (ann.told(), an.told()) == ("小安: 嗨", "小安：嗨")


def test_who_ignores_somebody_reads_nothing_of_them_and_they_do_not_notice(ann, ben, an):
    social.ignore(ben.account, ann.account)
    assert social.ignores(ben.character, ann.character)
    assert not social.ignores(ann.character, ben.character)
    assert ann.type("say hello") == "You say: hello"
    assert an.told() == "Ann说：hello"
    assert ben.told() == ""
    ben.type("say hello")
    assert ann.told().endswith("Ben says: hello")
    social.unignore(ben.account, ann.account)
    ben.heard.clear()
    ann.type("say hello")
    assert ben.told() == "Ann says: hello"


def test_ignoring_has_its_limits(ann, ben, monkeypatch):
    with pytest.raises(TableError, match="ignoreSelf"):
        social.ignore(ann.account, ann.account)
    with pytest.raises(TableError, match="notIgnored"):
        social.unignore(ann.account, ben.account)
    social.ignore(ann.account, ben.account)
    monkeypatch.setattr(social, "IGNORED_MOST", 1)
    with pytest.raises(TableError, match="ignoreTooMany"):
        social.ignore(ann.account, ben.account)


def test_staff_has_to_be_heard(ann, ben):
    ben.account.permissions.add("Admin")
    with pytest.raises(TableError, match="ignoreStaff"):
        social.ignore(ann.account, ben.account)


def test_what_one_has_read_is_kept_for_a_while(ann, ben):
    for number in range(social.HEARD_KEPT + 5):
        ben.type(f"say {number}")
    words = social.heard(ann.character)
    assert len(words) == social.HEARD_KEPT
    assert (words[-1].speaker, words[-1].text) == ("Ben", str(social.HEARD_KEPT + 4))
    assert words[-1].account == ben.account.pk
