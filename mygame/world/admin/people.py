"""
The admin pages of people: their accounts and records, bans and mutes.

What staff does about somebody is done by the functions that commands call
(`world.community.moderation`, `world.community.role_groups`, `world.accounts.guests`,
`world.community.entrance`), which know who stands above whom.
"""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from evennia.accounts.models import AccountDB
from evennia.web.admin.accounts import AccountAdmin

from server import names
from world.accounts import guests, people, roles
from world.admin.base import Deed, LivePage, Page, ReadOnly, WithDeeds
from world.admin.words import admin_sentence, lazily
from world.admin.words import error_text as words_told
from world.community import entrance, moderation, role_groups
from world.errors import TableError
from world.locale import durations
from world.models import Ban, Mute, PlayerRecord, PushSubscription, SavedDeck
from world.sheets import closing

admin.site.unregister(AccountDB)


# -- bans and mutes


class InForce(admin.SimpleListFilter):
    """Bans and mutes that hold now, or past ones."""

    title = lazily("fields.holds")
    parameter_name = "in_force"

    def lookups(self, request, model_admin):
        return [(each, admin_sentence(f"filters.force_{each}")) for each in ("yes", "no")]

    def queryset(self, request, queryset):
        if self.value() == "yes":
            return queryset.in_force()
        if self.value() == "no":
            return queryset.exclude(pk__in=queryset.in_force())
        return queryset


class SanctionAdmin(LivePage, Page):
    """Bans and mutes, written by the function that the commands call."""

    list_filter = (InForce, "created_at", "until")
    search_fields: tuple[str, ...] = ("name", "reason", "by__username")
    date_hierarchy = "created_at"
    list_select_related = ("account", "by")
    raw_id_fields = ("account",)
    readonly_fields = ("by", "created_at")
    actions = ("lift",)

    def get_form(self, request, obj=None, change=False, **kwargs):
        """Nobody bans who stands as high."""
        form = super().get_form(request, obj, change, **kwargs)
        return type("SanctionForm", (Above, form), {"by": request.user})

    def has_change_permission(self, request, obj=None) -> bool:
        """Nobody changes what was done about somebody who stands as high."""
        may = super().has_change_permission(request, obj)
        return may and (obj is None or _may_lift(request.user, obj))

    def has_delete_permission(self, request, obj=None) -> bool:
        """As changing."""
        may = super().has_delete_permission(request, obj)
        return may and (obj is None or _may_lift(request.user, obj))

    def save_model(self, request, obj, form, change) -> None:
        """It holds at once, and is noted."""
        moderation.impose(request.user, obj, "admin")

    def delete_model(self, request, obj) -> None:
        """The log remembers."""
        moderation.log_sanction(request.user, "deleted in the admin", obj)
        super().delete_model(request, obj)

    def delete_queryset(self, request, queryset) -> None:
        """Several at once."""
        for obj in queryset:
            self.delete_model(request, obj)

    @admin.display(boolean=True)
    def holds(self, sanction) -> bool:
        return sanction.in_force

    @admin.action(description=lazily("deeds.lift"), permissions=["change"])
    def lift(self, request, queryset) -> None:
        try:
            moderation.lift(request.user, queryset, "admin")
        except TableError as error:
            messages.error(request, words_told(error))


def _may_lift(who: Any, sanction: Any) -> bool:
    try:
        moderation.check_may_lift(who, sanction)
    except TableError:
        return False
    return True


class Above:
    """A form about somebody who stands below whoever fills it in."""

    by: Any
    instance: Any

    def _post_clean(self) -> None:
        """Whom the row is about, by account or by name, and from where: as the commands ask."""
        super()._post_clean()  # type: ignore[misc]
        if not self.errors:  # type: ignore[attr-defined]
            try:
                moderation.check_may_impose(self.by, self.instance)
            except TableError as error:
                self.add_error(None, words_told(error))  # type: ignore[attr-defined]


@admin.register(Ban)
class BanAdmin(SanctionAdmin):
    list_display = ("__str__", "name", "network", "holds", "until", "reason", "by", "created_at")
    search_fields = (*SanctionAdmin.search_fields, "network")
    fields = ("account", "name", "network", "until", "reason", "by", "created_at")


@admin.register(Mute)
class MuteAdmin(SanctionAdmin):
    list_display = ("__str__", "name", "holds", "until", "reason", "by", "created_at")
    fields = ("account", "name", "until", "reason", "by", "created_at")


# -- what they have


@admin.register(PlayerRecord)
class PlayerRecordAdmin(Page):
    list_display = ("account", "game", "played", "won", "conceded", "best_streak", "last_played_at")
    list_filter = ("game", "last_played_at")
    search_fields = ("account__username",)
    list_select_related = ("account",)
    raw_id_fields = ("account",)
    readonly_fields = ("last_played_at",)


@admin.register(SavedDeck)
class SavedDeckAdmin(LivePage, Page):
    list_display = ("name", "account", "game", "updated_at")
    list_filter = ("game", "updated_at")
    search_fields = ("name", "account__username")
    list_select_related = ("account",)
    readonly_fields = ("account", "game", "name", "cards", "updated_at")

    def has_add_permission(self, request, obj=None) -> bool:
        return False


@admin.register(PushSubscription)
class PushSubscriptionAdmin(ReadOnly, Page):
    """Browsers that want to be told of turns: to see which, and to take them away."""

    list_display = ("account", "service", "created_at", "told_at")
    list_filter = ("created_at", "told_at")
    search_fields = ("account__username",)
    list_select_related = ("account",)
    readonly_fields = ("account", "service", "created_at", "told_at")


# -- accounts


class TimeForm(forms.Form):
    """For how long, and why: the person reads it."""

    time = forms.CharField(
        max_length=40, label=lazily("fields.time"), help_text=lazily("help.people.time")
    )
    reason = forms.CharField(
        max_length=moderation.LONGEST, required=False, label=lazily("fields.reason")
    )

    def clean_time(self) -> float | None:
        """Seconds; None for ever."""
        try:
            return durations.parse_duration(self.cleaned_data["time"])
        except durations.NotADuration:
            raise forms.ValidationError(admin_sentence("help.people.time")) from None


class WhyForm(forms.Form):
    """Why: the person reads it."""

    reason = forms.CharField(
        max_length=moderation.LONGEST, required=False, label=lazily("fields.reason")
    )


class RoleForm(forms.Form):
    """A role."""

    role = forms.ChoiceField(label=lazily("fields.role"))

    def __init__(self, data: Any, account: Any):
        super().__init__(data, initial={"role": roles.role_of(account)})
        choices = [(role, admin_sentence(f"roles.{role}.name")) for role in roles.ROLES]
        self.fields["role"].choices = choices


class IntoForm(forms.Form):
    """The name of another account."""

    into = forms.CharField(max_length=100, label=lazily("fields.into"))


def _do_ban(request: HttpRequest, account: Any, given: dict[str, Any]) -> None:
    moderation.ban(request.user, account, "", given["time"], given["reason"], "admin")


def _do_mute(request: HttpRequest, account: Any, given: dict[str, Any]) -> None:
    moderation.mute(request.user, account, given["time"], given["reason"], "admin")


def _do_kick(request: HttpRequest, account: Any, given: dict[str, Any]) -> None:
    if not moderation.kick(request.user, account, given["reason"], "admin"):
        raise TableError("notConnected", name=account.username)


def _lifter_of(model: Any) -> Any:
    def lift(request: HttpRequest, account: Any, given: dict[str, Any]) -> None:
        moderation.check_above(request.user, account)
        moderation.lift(request.user, model.objects.on_account(account), "admin")

    return lift


def _do_give(request: HttpRequest, account: Any, given: dict[str, Any]) -> None:
    role_groups.give_role(request.user, account, given["role"], "admin")


def _do_merge(request: HttpRequest, account: Any, given: dict[str, Any]) -> tuple[str, str]:
    into = AccountDB.objects.filter(username__iexact=names.normalize(given["into"])).first()
    if into is None:
        raise TableError("noAccount", name=given["into"])
    name = account.username
    guests.merge_guest(request.user, account, into, "admin")
    return name, into.username


def _show_merged(request: HttpRequest, account: Any, both: tuple[str, str]) -> HttpResponse:
    """The page of a guest who is no more is no place to go back to."""
    messages.success(request, admin_sentence("people.merged", name=both[0], into=both[1]))
    return redirect("admin:accounts_accountdb_changelist")


def _do_link(request: HttpRequest, account: Any, given: dict[str, Any]) -> tuple[str, str]:
    return entrance.reset_token(request.user, account, "admin")


def _show_link(request: HttpRequest, account: Any, made: tuple[str, str]) -> HttpResponse:
    """The address at which somebody chooses another password, once; shown here and kept nowhere."""
    number, token = made
    address = request.build_absolute_uri(reverse("password_reset", args=[number, token]))
    context = {
        **admin.site.each_context(request),
        "title": admin_sentence("deeds.link"),
        "told": [admin_sentence("people.link", name=account.username, hours=entrance.RESET_HOURS)],
        "secret": address,
        "row": account.username,
        "back": reverse("admin:accounts_accountdb_change", args=[account.pk]),
    }
    return TemplateResponse(request, "admin/told.html", context)


def _is_here(account: Any) -> bool:
    """Whether somebody is connected; rows that are no accounts of the game's never are."""
    return hasattr(account, "sessions") and people.is_online(account)


def _has_sanction(model: Any) -> Any:
    return lambda account: model.objects.in_force().on_account(account).exists()


class Kind(admin.SimpleListFilter):
    """Who somebody is here: a role, a guest."""

    title = lazily("fields.role")
    parameter_name = "kind"

    def lookups(self, request, model_admin):
        staff = [role for role in roles.ROLES if role != "player"]
        found = [(role, admin_sentence(f"roles.{role}.name")) for role in staff]
        return [*found, ("guest", admin_sentence("roles.guest.name"))]

    def queryset(self, request, queryset: QuerySet) -> QuerySet:
        if self.value() == "guest":
            return queryset.filter(pk__in=guests.all_guests().values("pk"))
        return queryset.filter(groups__name=self.value()) if self.value() else queryset


def _find_own(request: HttpRequest, account: Any, given: dict[str, Any]) -> Any:
    return closing.sheets_as_data(account)


def _show_own(request: HttpRequest, account: Any, data: Any) -> HttpResponse:
    """All that somebody owns, and how they came to it, as a file for them."""
    response = JsonResponse(data, safe=False, json_dumps_params={"ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="sheets-{account.pk}.json"'
    return response


_CHANGE, _BAN, _MUTE = "accounts.change_accountdb", "world.add_ban", "world.add_mute"


@admin.register(AccountDB)
class AccountPage(WithDeeds, LivePage, Page, AccountAdmin):
    """A person: who they are to the site, what they may do, and what staff can do about them."""

    list_display = ("id", "username", "role", "guest", "is_active", "last_login", "date_joined")
    list_display_links = ("id", "username")
    list_filter = (Kind, "is_active", "date_joined")
    search_fields = ("=id", "username", "email")
    ordering = ("-id",)
    readonly_fields = (
        *("username", "role", "guest", "wizards", "db_typeclass_path"),
        *("db_date_created", "last_login", "date_joined"),
    )
    deeds = (
        Deed("mute", _MUTE, _do_mute, lambda account, data: TimeForm(data)),
        Deed("unmute", "world.change_mute", _lifter_of(Mute), offered=_has_sanction(Mute)),
        Deed("ban", _BAN, _do_ban, lambda account, data: TimeForm(data), grave=True),
        Deed("unban", "world.change_ban", _lifter_of(Ban), offered=_has_sanction(Ban)),
        Deed("kick", _BAN, _do_kick, lambda account, data: WhyForm(data), _is_here),
        Deed("role", _CHANGE, _do_give, lambda account, data: RoleForm(data, account)),
        Deed("link", _CHANGE, _do_link, None, lambda each: not people.is_guest(each), _show_link),
        Deed("own", _CHANGE, _find_own, tell=_show_own),
        Deed(
            "merge",
            _CHANGE,
            _do_merge,
            lambda each, data: IntoForm(data),
            people.is_guest,
            _show_merged,
        ),
    )

    def has_add_permission(self, request) -> bool:
        # An account is more than a row: its name is settled, and it has a wizard.
        return False

    def has_change_permission(self, request, obj=None) -> bool:
        """Nobody changes who stands as high; the superuser changes everybody."""
        return super().has_change_permission(request, obj) and _is_below(request, obj)

    def has_delete_permission(self, request, obj=None) -> bool:
        """As changing."""
        return super().has_delete_permission(request, obj) and _is_below(request, obj)

    def may(self, request, deed, row) -> bool:
        """As changing."""
        return super().may(request, deed, row) and _is_below(request, row)

    def get_fieldsets(self, request, obj=None):
        """Rights on the site are the superuser's to give; others give roles."""
        person: tuple[str, ...] = (
            "username",
            "role",
            "guest",
            "email",
            "password",
            "wizards",
            "db_typeclass_path",
        )
        site: tuple[str, ...] = ("is_active",)
        if not self.has_change_permission(request, obj):
            person = tuple(name for name in person if name != "password")
        if request.user.is_superuser:
            site = (*site, "is_staff", "is_superuser", "groups", "user_permissions")
        return (
            (None, {"fields": person}),
            (admin_sentence("people.site"), {"fields": site}),
            (
                admin_sentence("people.dates"),
                {"fields": ("db_date_created", "date_joined", "last_login")},
            ),
        )

    def save_model(self, request, obj, form, change) -> None:
        """An account that is closed loses its connections, too."""
        if "is_active" in form.changed_data:
            moderation.set_active(request.user, obj, obj.is_active, "admin")
        super().save_model(request, obj, form, change)

    def get_inlines(self, request, obj):
        """Nothing of Evennia's: what it keeps of an account is for the game to write."""
        return []

    def user_change_password(self, request, id, form_url=""):
        """A new password, for an account that exists."""
        if self.get_object(request, unquote(id)) is None:
            raise Http404
        return super().user_change_password(request, id, form_url)

    @admin.display
    def wizards(self, account: Any) -> str:
        return ", ".join(f"{wizard.key} (#{wizard.pk})" for wizard in account.characters)

    @admin.display
    def role(self, account: Any) -> str:
        role = admin_sentence(f"roles.{roles.role_of(account)}.name")
        return (
            f"{role} ({admin_sentence('roles.superuser.name')})" if account.is_superuser else role
        )

    @admin.display(boolean=True)
    def guest(self, account: Any) -> bool:
        return people.is_guest(account)


def _is_below(request: HttpRequest, account: Any) -> bool:
    """Whether somebody may touch an account; their own only as everybody does, on the site."""
    if account is None or request.user.is_superuser:
        return True
    return moderation.rank(account) < moderation.rank(request.user)
