"""Hooks into the web servers of the two processes."""

from django.conf import settings


def at_webserver_root_creation(web_root):
    """The resource tree of the web server in the Server process: Django's pages, and files."""
    from evennia.server.webserver import Website

    from server.webrequest import Files, Request

    Website.requestFactory = Request
    web_root.delEntity(b"media")
    web_root.putChild(b"static", Files(settings.STATIC_ROOT))
    return web_root


def at_webproxy_root_creation(web_root):
    """
    The resource tree of the web server in the Portal process.

    Evennia's own has a way in for browsers without websockets beside the proxy. There are none
    left, and it would be one more door to guard.
    """
    from evennia.server.webserver import Website

    from server.webproxy import Proxy
    from server.webrequest import Request

    Website.requestFactory = Request
    return Proxy(web_root.port)
