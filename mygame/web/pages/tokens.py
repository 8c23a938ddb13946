"""One's tokens for the API: made, shown once, taken back."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from web.words import current_language
from world.accounts import tokens as kept
from world.errors import TableError
from world.locale.messages import find_message, message, strip_marks
from world.locale.reader import Reader
from world.render.announce import sentence_of


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def tokens_page(request: HttpRequest) -> HttpResponse:
    """The list, and a form for another one. The answer that shows a new one is kept by nobody."""
    made = ""
    if request.method == "POST":
        try:
            if "drop" in request.POST:
                number = request.POST["drop"]
                kept.drop_token(request.user, int(number) if number.isdecimal() else 0)
                messages.success(request, message("tokens.dropped", current_language()))
                return redirect("tokens")
            made = kept.make_token(request.user, request.POST.get("name", ""))[1]
        except TableError as error:
            messages.error(
                request, strip_marks(sentence_of(error, Reader(current_language(), plain=True)))
            )
    told = {
        "said": find_message("tokens", current_language()),
        "rows": kept.tokens_of(request.user),
        "made": made,
    }
    response = render(request, "site/tokens.html", told)
    response.headers["Cache-Control"] = "no-store"
    return response
