"""The pages of the web site; its addresses are in `web.urls`."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash, views
from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.views.decorators.http import require_safe
from django.views.generic import FormView

from web import forms
from web.words import language
from world import games
from world.render.messages import find

BACKEND = settings.AUTHENTICATION_BACKENDS[0]


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What this is, and how to come in."""
    names = [
        pack.name.get(language(), pack.id) if isinstance(pack.name, dict) else pack.name
        for pack in games.games().values()
    ]
    return render(request, "site/home.html", {"games": names})


class Heading:
    """A page with one form: its words are the group `name` of the locale files."""

    name = ""
    template_name = "site/form.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """What the template needs."""
        said = find(f"web.{self.name}", language())
        words = {"heading": said["title"], "hint": said.get("hint", "")}
        return super().get_context_data(**words, **kwargs)  # type: ignore[misc]


class SignIn(Heading, views.LoginView):
    """Signing in, for all pages there are, the admin's as well."""

    name = "sign_in"
    form_class = forms.SignInForm


class Register(Heading, FormView):
    """A new account, signed in at once."""

    name = "register"
    form_class = forms.RegisterForm
    success_url = reverse_lazy("index")

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Who is signed in has an account."""
        if request.user.is_authenticated:
            return redirect("index")
        return super().dispatch(request, *args, **kwargs)

    def get_form_kwargs(self) -> dict[str, Any]:
        """The form asks who wants to come in."""
        return {**super().get_form_kwargs(), "request": self.request}

    def form_valid(self, form: forms.RegisterForm) -> HttpResponse:
        """The account has been made."""
        login(self.request, form.account, BACKEND)
        messages.success(self.request, find("web.register.done", language()))
        return super().form_valid(form)


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
        messages.success(self.request, find("web.password.done", language()))
        return super().form_valid(form)
