"""
Who may do what with content and at the tables: one question, `is_allowed`, for every way in.

A role is a group of Django's and a permission of Evennia's of the same rank; having either gives
the role. What a role may is `RIGHTS`; each role may what those before it may. A pack can name its
own builders and reviewers (`world.models.content.PackPolicy`).
"""

from __future__ import annotations

from typing import Any

from world.errors import TableError

#: Roles from the least to the most, with Evennia's permission that stands for each.
ROLES = {"player": "Player", "builder": "Builder", "reviewer": "Reviewer", "admin": "Admin"}
#: What each role may that those before it may not.
RIGHTS = {
    "player": frozenset({"read"}),
    "builder": frozenset({"write", "check", "try", "submit"}),
    "reviewer": frozenset({"review", "publish", "retire", "rollback", "export"}),
    "admin": frozenset({"install", "policy", "matches", "players", "audit"}),
}
#: Rights for which a pack can name its own people.
OF_BUILDERS = RIGHTS["builder"]
OF_REVIEWERS = frozenset({"review", "publish", "retire", "rollback"})


def role_of(account: Any) -> str:
    """The highest role of an account; "player" for everybody without one."""
    if account is None or not getattr(account, "is_active", True):
        return "player"
    if account.is_superuser:
        return "admin"
    groups = set(account.groups.values_list("name", flat=True)) if account.pk else set()
    held = {each.casefold() for each in account.permissions.all()}
    for role in reversed(ROLES):
        stands_for = ROLES[role].casefold()
        if role in groups or stands_for in held:
            return role
        if role == "admin" and "developer" in held:
            return role
    return "player"


def rights_of(role: str) -> frozenset[str]:
    """All that a role may."""
    ranks = list(ROLES)
    return frozenset().union(*(RIGHTS[each] for each in ranks[: ranks.index(role) + 1]))


def is_allowed(account: Any, act: str, folder: str = "") -> bool:
    """Whether an account may do something, with the pack in a folder if one is named."""
    role = role_of(account)
    if act not in rights_of(role):
        return False
    return role == "admin" or not folder or _is_named(account, act, folder)


def _is_named(account: Any, act: str, folder: str) -> bool:
    """Whether a pack leaves this to everybody of the role, or names the account."""
    from world.models import PackPolicy

    policy = PackPolicy.objects.filter(folder=folder).first()
    if policy is None:
        return True
    for acts, named in ((OF_BUILDERS, policy.builders), (OF_REVIEWERS, policy.reviewers)):
        if act in acts and named.exists() and not named.filter(pk=account.pk).exists():
            return False
    return True


def require_right(account: Any, act: str, folder: str = "") -> None:
    """:raises TableError: `mayNot` (act, folder): the account has no right to it."""
    if not is_allowed(account, act, folder):
        raise TableError("mayNot", act=act, folder=folder)


def needs_review(folder: str) -> bool:
    """Whether what is published in a pack has to be approved by somebody else before."""
    from world.models import PackPolicy

    policy = PackPolicy.objects.filter(folder=folder).only("review").first()
    return policy is None or policy.review
