"""Hooks into the web servers of the two processes."""


def at_webserver_root_creation(web_root):
    """The resource tree of the web server in the Server process."""
    return web_root


def at_webproxy_root_creation(web_root):
    """The resource tree of the proxy in the Portal process."""
    return web_root
