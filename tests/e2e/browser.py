"""A browser for tests: keeps cookies, sends forms with the token of their page, nothing else."""

from __future__ import annotations

import http.client
import re
import ssl
import urllib.parse
from dataclasses import dataclass, field

from e2e.harness import PATIENCE


@dataclass
class Answer:
    """What came back."""

    status: int
    headers: http.client.HTTPMessage
    text: str


@dataclass
class Browser:
    """
    Somebody at the web site of a game, at `127.0.0.1:port`; with `tls` at `localhost:port`.
    `comes_from` is the address at their own end.
    """

    port: int
    headers: dict[str, str] = field(default_factory=dict)
    cookies: dict[str, str] = field(default_factory=dict)
    tls: ssl.SSLContext | None = None
    comes_from: str = "127.0.0.1"

    def ask(self, method: str, path: str, body: str | None = None, **headers: str) -> Answer:
        """One request; `headers` with `_` for `-`."""
        sent = {**self.headers, **{name.replace("_", "-"): v for name, v in headers.items()}}
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=PATIENCE, source_address=(self.comes_from, 0)
        )
        if self.tls is not None:
            connection = http.client.HTTPSConnection(
                "localhost", self.port, timeout=PATIENCE, context=self.tls
            )
            sent.setdefault("Referer", f"https://localhost:{self.port}{path}")
        try:
            connection.request(method, path, body, sent)
            got = connection.getresponse()
            for cookie in got.headers.get_all("Set-Cookie") or ():
                name, _, value = cookie.partition(";")[0].partition("=")
                self.cookies[name] = value
            return Answer(got.status, got.headers, got.read().decode(errors="replace"))
        finally:
            connection.close()

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask("GET", path, **headers)

    def submit(self, path: str, **values: str) -> Answer:
        """Open the page of a form, and send it."""
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self.get(path).text)
        assert token, f"{path} has no form"
        body = urllib.parse.urlencode({"csrfmiddlewaretoken": token[1], **values})
        return self.ask("POST", path, body, Content_Type="application/x-www-form-urlencoded")

    def sign_in(self, name: str, password: str) -> bool:
        """Whether one is in."""
        return self.submit("/auth/login/", username=name, password=password).status == 302
