"""Coming in: the page of the game itself, and signing in. The other pages are in `web.pages`."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash, views
from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse, reverse_lazy
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.generic import FormView, View

from server.threads import in_reactor
from web import forms
from web.words import current_language
from world.accounts import people
from world.community import entrance
from world.locale.messages import find_message

BACKEND = settings.AUTHENTICATION_BACKENDS[0]


class Heading:
    """A page with one form: its words are the group `name` of the locale files."""

    name = ""
    template_name = "site/form.html"
    other = ""  # the page for who is wrong here

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """What the template needs."""
        said = find_message(f"web.{self.name}", current_language())
        words = {"heading": said["title"], "hint": said.get("hint", ""), "here": self.name}
        if self.other and "other" in said:
            link = find_message(f"web.nav.{self.other}", current_language())
            address = reverse("login" if self.other == "sign_in" else self.other)
            words["other"] = {"text": said["other"], "link": link, "address": address}
        return super().get_context_data(**words, **kwargs)  # type: ignore[misc]


class SignIn(Heading, views.LoginView):
    """Signing in, for all pages there are, the admin's as well."""

    name, other = "sign_in", "register"
    form_class = forms.SignInForm


class Register(Heading, FormView):
    """A new account, signed in at once; a guest becomes one, and keeps everything."""

    name, other = "register", "sign_in"
    form_class: type[forms.RegisterForm] = forms.RegisterForm
    success_url = reverse_lazy("index")

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Who is signed in has an account, but for guests."""
        if request.user.is_authenticated:
            if not people.is_guest(request.user):
                return redirect("index")
            self.name, self.other, self.form_class = "keep", "", forms.KeepForm
        return super().dispatch(request, *args, **kwargs)

    def get_form_kwargs(self) -> dict[str, Any]:
        """The form asks who wants to come in."""
        return {**super().get_form_kwargs(), "request": self.request}

    def form_valid(self, form: forms.RegisterForm) -> HttpResponse:
        """The account has been made."""
        if self.request.user.is_authenticated:
            update_session_auth_hash(self.request, form.account)
        else:
            login(self.request, form.account, BACKEND)
        messages.success(self.request, find_message(f"web.{self.name}.done", current_language()))
        return super().form_valid(form)


class Guest(View):
    """Going on as a guest, who can keep everything later."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest) -> HttpResponse:
        """A guest's account, signed in; back to the page from which one came."""
        if not request.user.is_authenticated:
            try:
                guest = in_reactor(entrance.make_guest, current_language(), request.origin_ip)
            except entrance.REFUSALS as error:
                messages.error(request, entrance.refusal_sentence(error, current_language()))
            else:
                login(request, guest, BACKEND)
        return redirect(next_of(request))


def next_of(request: HttpRequest) -> str:
    """Where a form wants to lead, if that is a page of ours; else the first page."""
    wanted = request.POST.get("next", "")
    ours = url_has_allowed_host_and_scheme(
        wanted, {request.get_host()}, require_https=request.is_secure()
    )
    return wanted if ours else reverse("index")


class ChangePassword(Heading, LoginRequiredMixin, FormView):
    """A new password; other browsers are signed out by it."""

    name = "password"
    form_class = forms.PasswordForm
    success_url = reverse_lazy("index")

    def get_form_kwargs(self) -> dict[str, Any]:
        """The form asks whose password it is."""
        return {**super().get_form_kwargs(), "request": self.request}

    def form_valid(self, form: forms.PasswordForm) -> HttpResponse:
        """The password has been changed."""
        update_session_auth_hash(self.request, self.request.user)
        messages.success(self.request, find_message("web.password.done", current_language()))
        return super().form_valid(form)


class ResetPassword(Heading, FormView):
    """A new password at an address that staff has given, which works once."""

    name, other = "reset", "sign_in"
    form_class = forms.ResetForm
    success_url = reverse_lazy("login")

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """What was used, or is too old, says so."""
        if in_reactor(entrance.reset_account, kwargs["number"], kwargs["token"]) is None:
            messages.error(
                request,
                entrance.refusal_sentence(entrance.Refused(entrance.USED_UP), current_language()),
            )
            return redirect("login")
        return super().dispatch(request, *args, **kwargs)

    def get_form_kwargs(self) -> dict[str, Any]:
        """The form asks whose password it is."""
        return {**super().get_form_kwargs(), "request": self.request, **self.kwargs}

    def form_valid(self, form: forms.ResetForm) -> HttpResponse:
        """The password has been changed."""
        messages.success(self.request, find_message("web.password.done", current_language()))
        return super().form_valid(form)
