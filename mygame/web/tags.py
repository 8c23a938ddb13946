"""What templates of the site can do beside Django's own: `{% load site %}`."""

from __future__ import annotations

import hashlib
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from web.words import current_language
from world.locale.messages import message, strip_marks

register = template.Library()
register.filter("plain", strip_marks)
_BOLD = re.compile(r"\|w(.*?)(?:\|n|$)", re.DOTALL)
_FILES = Path(__file__).parent / "static"
_BAR = "\ue000"  # stands for a bar that is meant, while colours are taken out


@register.simple_tag
def say(key: str, **args: Any) -> str:
    """A sentence of the locale files with its arguments: `{% say "web.home.online" count=n %}`."""
    return message(f"web.{key}", current_language(), **args)


@register.simple_tag
def staff(key: str, **args: Any) -> str:
    """A sentence for the pages of staff, of the group `admin`."""
    return message(f"admin.{key}", current_language(), **args)


@register.filter
def coloured(text: str) -> SafeString:
    """A text of the game as HTML: what stands out is bold, other colours go."""
    told = escape(text.replace("||", _BAR))
    told = _BOLD.sub(r"<strong>\1</strong>", told)
    return mark_safe(strip_marks(told).replace(_BAR, "|"))  # noqa: S308 (escaped above)


@register.simple_tag
def asset(path: str) -> str:
    """
    The address of a static file with a digest of its content, so that browsers may keep it for
    ever; see `server.webrequest.Files`.
    """
    found = _digest(path)
    return f"{static(path)}?v={found}" if found else static(path)


@cache
def _digest(path: str) -> str:
    file = finders.find(path)
    if file is None:
        return ""
    with open(file, "rb") as opened:
        return hashlib.blake2b(opened.read(), digest_size=6).hexdigest()


@register.simple_tag(takes_context=True)
def modules(context: Any) -> SafeString:
    """What tells the browser the addresses of scripts that scripts import; stands before them."""
    tag = '<script type="importmap" nonce="{}">{}</script>'
    return format_html(tag, context["csp_nonce"], mark_safe(_import_map()))  # noqa: S308 (ours)


@register.simple_tag
def inline(path: str) -> SafeString:
    """The text of a script of ours, for a page that cannot wait for another answer."""
    return mark_safe((_FILES / path).read_text("utf-8"))  # noqa: S308 (ours)


@cache
def _import_map() -> str:
    scripts = sorted(file.relative_to(_FILES).as_posix() for file in _FILES.rglob("*.js"))
    return json.dumps({"imports": {static(path): asset(path) for path in scripts}})
