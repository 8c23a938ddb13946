"""Roles are groups with least rights, the same in the game and in the admin, whoever gives them."""

import itertools

import pytest
from django.contrib.auth.models import Group
from evennia.utils.create import create_account

from world.accounts import roles
from world.community import role_groups
from world.errors import TableError
from world.models import StaffAct

pytestmark = pytest.mark.django_db


@pytest.fixture
def account():
    def make(name, role="player"):
        made = create_account(name, None, "correct-horse")
        if role != "player":
            made.permissions.add(roles.ROLES[role])
        return made

    return make


def groups(account):
    return set(account.groups.values_list("name", flat=True))


@pytest.mark.parametrize("role", ["builder", "reviewer", "admin"])
def test_a_permission_of_the_game_is_a_group_of_the_admin(account, role):
    ann = account("Ann", role)
    assert groups(ann) == {role}
    assert ann.is_staff
    assert roles.role_of(ann) == role
    ann.permissions.remove(roles.ROLES[role])
    assert groups(ann) == set()
    assert not ann.is_staff
    assert not ann.has_perm("world.view_draft")


@pytest.mark.parametrize("role", ["builder", "reviewer", "admin"])
def test_a_group_of_the_admin_is_a_permission_of_the_game(account, role):
    ann = account("Ann")
    group = Group.objects.get(name=role)
    group.user_set.add(ann)
    assert ann.check_permstring(roles.ROLES[role])
    assert ann.has_perm("world.view_draft")
    ann.groups.clear()
    assert not ann.check_permstring(roles.ROLES[role])
    assert not ann.has_perm("world.view_draft")
    assert not ann.is_staff


def test_a_role_takes_the_place_of_the_one_before(account):
    ann = account("Ann", "builder")
    ann.permissions.add("Admin")
    assert groups(ann) == {"admin"}
    ann.groups.set([Group.objects.get(name="reviewer")])
    assert sorted(ann.permissions.all()) == ["player", "reviewer"]


def test_each_role_may_what_those_before_it_may_and_no_role_may_everything(account):
    held = [set(role_groups.permissions_of(role)) for role in roles.ROLES]
    assert not held[0]
    for less, more in itertools.pairwise(held):
        assert less < more
    codes = {permission.codename for permission in held[-1]}
    assert codes.isdisjoint({"change_group", "change_permission", "delete_accountdb"})
    assert codes.isdisjoint({"change_journalentry", "delete_staffact", "change_staffact"})


def test_who_stands_above_gives_a_role_and_it_is_noted(account):
    olga, ann = account("Olga", "admin"), account("Ann")
    role_groups.give_role(olga, ann, "reviewer")
    assert roles.role_of(ann) == "reviewer"
    act = StaffAct.objects.get(act="role")
    assert (act.by, act.on, act.details) == (olga, "Ann", {"before": "player", "role": "reviewer"})
    role_groups.give_role(olga, ann, "player")
    assert not ann.is_staff


@pytest.mark.parametrize("role", ["player", "builder", "reviewer"])
def test_who_is_no_admin_gives_no_role(account, role):
    with pytest.raises(TableError, match="mayNot"):
        role_groups.give_role(account("Bob", role), account("Ann"), "builder")


def test_an_admin_makes_no_admin_and_touches_no_other_one(account):
    olga, otto = account("Olga", "admin"), account("Otto", "admin")
    with pytest.raises(TableError, match="roleAbove"):
        role_groups.give_role(olga, account("Ann"), "admin")
    with pytest.raises(TableError, match="sanctionAbove"):
        role_groups.give_role(olga, otto, "player")
    with pytest.raises(TableError, match="roleUnknown"):
        role_groups.give_role(olga, otto, "emperor")


def test_groups_of_the_house_and_who_had_a_role_before_there_were_groups_stay(account):
    ann = account("Ann", "builder")
    own = Group.objects.create(name="archivists")
    ann.groups.add(own)
    Group.objects.filter(name="builder").delete()
    role_groups.ensure_groups()
    assert groups(ann) == {"archivists", "builder"}
