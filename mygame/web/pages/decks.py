"""Decks."""

from django.http import HttpResponse


def decks(request, pack_id):
    return HttpResponse("")
