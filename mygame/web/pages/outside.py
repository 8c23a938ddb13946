"""The map of the places outside the hall, with the star where the visitor stands."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from web.words import current_language
from world.accounts import people
from world.locale.reader import Reader
from world.render.chart import chart_of, chart_sentences, chart_svg
from world.render.look import name_in_language
from world.shelf import geography


@require_safe
@never_cache
def map_page(request: HttpRequest) -> HttpResponse:
    """The map as a drawing, and in sentences below it."""
    user, language = request.user, current_language()
    wizard = people.wizard_of(user) if user.is_authenticated else None
    place = wizard.location if wizard is not None else None
    entry = getattr(place, "entry", None) or geography.entrance()
    if entry is None:
        raise Http404
    reader = Reader(language, plain=True)
    chart = chart_of(entry.pack.places, language, getattr(place, "entry_id", ""))
    name = name_in_language(entry.pack.name, language)
    title = reader.say("walking.map_title", name=name)
    told = {
        "title": title,
        "drawing": mark_safe(chart_svg(chart, reader, title)),  # noqa: S308 (escaped there)
        "sentences": chart_sentences(chart, reader),
    }
    return render(request, "site/map.html", told)
