"""The forms of the web site. What they refuse is decided where telnet asks as well."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from server.threads import in_reactor
from web.words import current_language
from world.accounts import people
from world.community import entrance
from world.community.entrance import Queue
from world.locale.messages import find_message


def validated_by(ask: Callable[..., Any], *args: Any) -> Any:
    """
    What one of `world.community.entrance` has decided.

    :raises ValidationError: with the sentence one would read on telnet.
    """
    try:
        return in_reactor(ask, *args)
    except entrance.REFUSALS as error:
        raise ValidationError(entrance.refusal_sentence(error, current_language())) from None


class Labelled:
    """Labels and hints in the visitor's language, by the names of the fields."""

    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.label = find_message(f"web.field.{name}", current_language()) or field.label
            field.help_text = find_message(f"web.hint.{name}", current_language()) or ""


def _password_field(autocomplete: str) -> forms.CharField:
    widget = forms.PasswordInput(attrs={"autocomplete": autocomplete})
    return forms.CharField(strip=True, max_length=1000, widget=widget)


class SignInForm(Labelled, AuthenticationForm):
    """Name and password."""

    def clean(self) -> dict[str, Any]:
        """Checks both, and whether this visitor may come in at all."""
        name = self.cleaned_data.get("username")
        password = self.cleaned_data.get("password")
        if name and password:
            self.user_cache = validated_by(
                entrance.log_in, name, password, Queue(self.request.origin_ip)
            )
        return self.cleaned_data


class AskedBy(Labelled, forms.Form):
    """A form that knows who has sent it."""

    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any):
        self.request = request
        super().__init__(*args, **kwargs)


class TwiceForm(AskedBy):
    """A form with a new password, typed twice."""

    again: str

    def _check_twice(self) -> None:
        first, again = self.cleaned_data.get("new_password"), self.cleaned_data.get("again")
        if first and again and first != again:
            self.add_error("again", find_message("web.password.differ", current_language()))


class RegisterForm(TwiceForm):
    """A new account: its name, and a password twice."""

    username = forms.CharField(
        max_length=100, widget=forms.TextInput(attrs={"autocomplete": "username"})
    )
    new_password = _password_field("new-password")
    again = _password_field("new-password")

    def clean(self) -> dict[str, Any]:
        """Makes the account if it can be made: whether it can is known only by trying."""
        self._check_twice()
        if not self.errors:
            name, password = self.cleaned_data["username"], self.cleaned_data["new_password"]
            self.account = validated_by(
                entrance.register, name, password, Queue(self.request.origin_ip)
            )
        return self.cleaned_data


class KeepForm(RegisterForm):
    """A guest's own name, or another one, and a password twice."""

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.fields["username"].initial = self.request.user.username

    def clean(self) -> dict[str, Any]:
        """Makes a real account of the guest's if that can be done."""
        self._check_twice()
        if not self.errors:
            name, password = self.cleaned_data["username"], self.cleaned_data["new_password"]
            # `request.user` only stands for the account.
            self.account = people.account_numbered(self.request.user.pk)
            queue = Queue(self.request.origin_ip)
            validated_by(entrance.keep_guest, self.account, name, password, queue)
        return self.cleaned_data


class PasswordForm(TwiceForm):
    """The password one has, and a new one twice."""

    old_password = _password_field("current-password")
    new_password = _password_field("new-password")
    again = _password_field("new-password")

    def clean(self) -> dict[str, Any]:
        """Changes the password if that can be done."""
        self._check_twice()
        if not self.errors:
            old, new = self.cleaned_data["old_password"], self.cleaned_data["new_password"]
            validated_by(
                entrance.change_password, self.request.user, old, new, self.request.origin_ip
            )
        return self.cleaned_data


class ResetForm(TwiceForm):
    """A new password twice, for who has forgotten the old one and was given an address."""

    new_password = _password_field("new-password")
    again = _password_field("new-password")

    def __init__(self, *args: Any, number: str, token: str, **kwargs: Any):
        self.number, self.token = number, token
        super().__init__(*args, **kwargs)

    def clean(self) -> dict[str, Any]:
        """Changes the password if that can be done."""
        self._check_twice()
        if not self.errors:
            new, address = self.cleaned_data["new_password"], self.request.origin_ip
            validated_by(entrance.reset_password, self.number, self.token, new, address)
        return self.cleaned_data
