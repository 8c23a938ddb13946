"""The page that documents the API, made from the same description that programs get."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from web.words import current_language
from world.locale.messages import find_message

METHODS = ("get", "post", "put", "delete")


@require_safe
def documentation_page(request: HttpRequest) -> HttpResponse:
    """All addresses by their subject, what they take and what they give."""
    words = find_message("api.tags", current_language())
    groups: dict[str, list[dict[str, Any]]] = {tag: [] for tag in words}
    for tag, row in _operations():
        groups[tag].append(row)
    told = {
        "said": find_message("api.page", current_language()),
        "groups": [(tag, words[tag], rows) for tag, rows in groups.items() if rows],
        "here": "build",
    }
    return render(request, "site/api.html", told)


@cache
def _operations() -> tuple[tuple[str, dict[str, Any]], ...]:
    return tuple(_read_operations(description()))


@cache
def description() -> dict[str, Any]:
    """The API as OpenAPI describes it."""
    from drf_spectacular.generators import SchemaGenerator

    found: dict[str, Any] = SchemaGenerator().get_schema(public=True)
    return found


def _read_operations(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, methods in document["paths"].items():
        for method in METHODS:
            operation = methods.get(method)
            if operation is None:
                continue
            yield (
                operation["tags"][0],
                {
                    "method": method.upper(),
                    "path": path,
                    "text": operation.get("description", ""),
                    "query": [
                        each for each in operation.get("parameters", ()) if each["in"] == "query"
                    ],
                    "takes": _parts_taken(operation, document),
                },
            )


def _parts_taken(operation: dict[str, Any], document: dict[str, Any]) -> list[tuple[str, bool]]:
    """The parts of what is sent, and whether each has to be there."""
    body: dict[str, Any] = next(
        iter(operation.get("requestBody", {}).get("content", {}).values()), {}
    )
    name = body.get("schema", {}).get("$ref", "").rpartition("/")[2]
    shape = document.get("components", {}).get("schemas", {}).get(name, {})
    needed = shape.get("required", ())
    return [(each, each in needed) for each in shape.get("properties", {})]
