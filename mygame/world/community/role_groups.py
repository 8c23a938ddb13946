"""
Roles as groups of Django's, with the permissions each needs in the admin, and nothing beyond.

A role is the same in the game and in the admin: who gets its group gets Evennia's permission of
that rank, and the other way round, whoever gives it (`watch`). `give_role` is the way for people.
The groups of roles hold exactly what stands in `GRANTS`; a house may make others beside them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib.auth.models import Group, Permission
from django.db import transaction
from django.db.models.signals import m2m_changed
from evennia.accounts.models import AccountDB

from world.accounts import audit, roles
from world.community import moderation
from world.errors import TableError

LOOK, ALL = ("view",), ("view", "add", "change", "delete")
#: What a role may in the admin beyond the roles before it: by table, verbs or names of permissions.
GRANTS: dict[str, dict[str, tuple[str, ...]]] = {
    "player": {},
    "builder": {
        "world.packversion": LOOK,
        "world.publication": LOOK,
        "world.revision": LOOK,
        "world.draft": ("view", "add"),
    },
    "reviewer": {
        "world.draft": ("review",),
        "world.publication": ("publish_pack", "rollback_pack", "export_pack"),
        "world.failedaction": LOOK,
    },
    "admin": {
        "world.publication": ("install_pack",),
        "world.packpolicy": ALL,
        "world.matchrecord": ("view", "change", "delete", "run"),
        "world.matchseat": LOOK,
        "world.journalentry": LOOK,
        "world.snapshot": LOOK,
        "world.failedaction": ("view", "change", "delete"),
        "world.playerrecord": ("view", "change"),
        "world.saveddeck": LOOK,
        "world.pushsubscription": ("view", "delete"),
        "world.sheet": ("view", "tend"),
        "world.thing": LOOK,
        "world.place": LOOK,
        "world.entry": LOOK,
        "world.stake": LOOK,
        "world.deed": ("view", "delete"),
        "world.ban": ALL,
        "world.mute": ALL,
        "world.report": ("view", "change"),
        "world.news": ALL,
        "world.staffact": LOOK,
        "accounts.accountdb": ("view", "change"),
        "objects.objectdb": LOOK,
        "server.serverconfig": LOOK,
    },
}
#: Evennia's permissions that stand for a role, and go with it.
_STANDS = {
    "builder": "builder",
    "reviewer": "reviewer",
    "admin": "admin",
    "developer": "admin",
}
_settling: set[int] = set()  # accounts whose two sides are being made the same


def permissions_of(role: str) -> list[Permission]:
    """All that a role may in the admin, with what the roles before it may."""
    ranks = list(roles.ROLES)
    found: dict[int, Permission] = {}
    for each in ranks[: ranks.index(role) + 1]:
        for table, names in GRANTS[each].items():
            app, model = table.split(".")
            codes = [
                name if "_" in name else f"{name}_{_permission_codename(model, name)}"
                for name in names
            ]
            rows = Permission.objects.filter(content_type__app_label=app, codename__in=codes)
            found |= {row.pk: row for row in rows.filter(content_type__model=model)}
    return list(found.values())


def _permission_codename(model: str, verb: str) -> str:
    return "match" if (model, verb) == ("matchrecord", "run") else model


def ensure_groups(**_: Any) -> None:
    """Make the groups, or give them what they lack; after every migration."""
    fresh = False
    for role in roles.ROLES:
        group, made = Group.objects.get_or_create(name=role)
        group.permissions.set(permissions_of(role))
        fresh |= made
    if fresh:
        tags = {"db_tags__db_tagtype": "permission", "db_tags__db_key__in": list(_STANDS)}
        for account in AccountDB.objects.filter(**tags).distinct():
            _set_role(account, _role_by_permissions(account))


# -- giving one


def give_role(by: Any, account: Any, role: str, way: str = "game") -> None:
    """
    Make somebody a player, builder, reviewer or admin; noted with who did it.

    :raises TableError: `mayNot`; `sanctionAbove` (name): they stand as high; `roleUnknown` (text);
        `roleAbove`: only the superuser makes admins.
    """
    roles.require_right(by, "players")
    if role not in roles.ROLES:
        raise TableError("roleUnknown", text=role)
    moderation.check_above(by, account)
    if role == "admin" and not by.is_superuser:
        raise TableError("roleAbove")
    before = roles.role_of(account)
    with transaction.atomic():
        _set_role(account, role)
    audit.note_act(by, "role", account.username, way, before=before, role=role)


def _set_role(account: Any, role: str) -> None:
    """Give an account a role on both sides, and take the other roles from it."""
    if account.pk in _settling:
        return
    _settling.add(account.pk)
    try:
        others = Group.objects.filter(name__in=[each for each in roles.ROLES if each != role])
        account.groups.remove(*others)
        if role != "player":
            account.groups.add(Group.objects.get_or_create(name=role)[0])
        for name in _stored_permissions(account):
            if _STANDS.get(name, role) != role:
                account.permissions.remove(name)
        if role != "player" and role not in map(_STANDS.get, _stored_permissions(account)):
            account.permissions.add(roles.ROLES[role])
        staff = role != "player" or account.is_superuser
        if account.is_staff != staff:
            account.is_staff = staff
            account.save(update_fields=["is_staff"])
    finally:
        _settling.discard(account.pk)
        _forget(account)


# -- both sides stay the same


def watch() -> None:
    """From now on the role of an account is the same on both sides."""
    m2m_changed.connect(_follow_groups, AccountDB.groups.through, dispatch_uid="world.roles")
    m2m_changed.connect(_follow_tags, AccountDB.db_tags.through, dispatch_uid="world.roles")
    for through in (AccountDB.user_permissions.through, Group.permissions.through):
        m2m_changed.connect(_follow_rights, through, dispatch_uid="world.roles")


def _follow_groups(instance: Any, action: str, reverse: bool, pk_set: Any, **_: Any) -> None:
    if not action.startswith("post_"):
        return
    accounts: Iterable[Any] = [instance]
    if reverse:
        accounts = AccountDB.objects.filter(pk__in=pk_set or ())
    for account in accounts:
        _set_role(account, _role_by_groups(account))


def _follow_tags(
    instance: Any, action: str, reverse: bool, model: Any, pk_set: Any, **_: Any
) -> None:
    if reverse or not action.startswith("post_") or instance.pk in _settling:
        return
    kinds = model.objects.filter(pk__in=pk_set or (), db_tagtype="permission")
    if any(name.casefold() in _STANDS for name in kinds.values_list("db_key", flat=True)):
        _set_role(instance, _role_by_permissions(instance))


def _follow_rights(instance: Any, action: str, **_: Any) -> None:
    if not action.startswith("post_"):
        return
    everybody = isinstance(instance, Group)
    for account in AccountDB.get_all_cached_instances() if everybody else [instance]:
        _forget(account)


def _role_by_groups(account: Any) -> str:
    names = set(account.groups.values_list("name", flat=True))
    return next((role for role in reversed(roles.ROLES) if role in names), "player")


def _role_by_permissions(account: Any) -> str:
    held = {_STANDS.get(name) for name in _stored_permissions(account)}
    return next((role for role in reversed(roles.ROLES) if role in held), "player")


def _stored_permissions(account: Any) -> list[str]:
    """What the database has of Evennia's permissions; the handler may have kept older ones."""
    rows = account.db_tags.filter(db_tagtype="permission")
    return [name.casefold() for name in rows.values_list("db_key", flat=True)]


def _forget(account: Any) -> None:
    """An account lives as long as the server, and so would what Django keeps of its rights."""
    for name in ("_perm_cache", "_user_perm_cache", "_group_perm_cache"):
        account.__dict__.pop(name, None)
    account.permissions.reset_cache()
