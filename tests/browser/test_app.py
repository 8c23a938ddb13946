"""The site as an app of the browser: what it keeps, what it says without a connection, messages."""

import json

import pytest
from playwright.sync_api import expect

KEPT = """async () => {
  const kept = await caches.open("kept-1");
  return (await kept.keys()).map(({ url }) => new URL(url).pathname);
}"""
READY = "navigator.serviceWorker.ready.then(({ active }) => active.state)"
CONTROLLED = "() => navigator.serviceWorker.controller !== null"


@pytest.fixture
def app(player):
    """Somebody at the table whose browser has the worker."""
    ann = player()
    ann.open()
    ann.page.evaluate("navigator.serviceWorker.register('/worker.js')")
    ann.page.evaluate(READY)
    ann.page.wait_for_function(CONTROLLED)
    return ann


def test_kept_are_files_whose_address_names_their_content_and_no_pages(app):
    app.page.reload()
    expect(app.page.get_by_role("button").first).to_be_visible()
    kept = app.page.evaluate(KEPT)
    assert any(path.startswith("/bundle/") for path in kept)
    assert "/offline/" in kept
    assert not any(path.startswith(("/webclient", "/auth", "/people")) for path in kept)
    texts = app.page.evaluate(
        """async () => {
          const kept = await caches.open("kept-1");
          const found = await Promise.all((await kept.keys()).map((key) => kept.match(key)));
          return (await Promise.all(found.map((each) => each.text()))).join();
        }"""
    )
    assert "csrfmiddlewaretoken" not in texts
    assert "sessionid" not in texts


def test_without_a_connection_a_page_says_so_in_both_languages_and_comes_back(app):
    context = app.visitor.context
    context.set_offline(True)
    app.visitor.expected.append("")
    app.page.goto("/games/")
    expect(app.page.get_by_text("There is no connection just now")).to_be_visible()
    expect(app.page.get_by_text("现在没有网络连接")).to_be_visible()
    context.set_offline(False)
    app.page.reload()
    expect(app.page.get_by_role("heading", level=1)).to_be_visible()
    app.visitor.troubles.clear()


def test_a_browser_may_keep_the_site_like_an_app(app):
    wire = app.visitor.context.new_cdp_session(app.page)
    told = wire.send("Page.getAppManifest")
    assert told["errors"] == []
    found = json.loads(told["data"])
    assert found["display"] == "standalone"
    assert {icon["sizes"] for icon in found["icons"]} >= {"192x192", "512x512"}
    maskable = [icon["src"] for icon in found["icons"] if icon["purpose"] == "maskable"]
    assert [app.page.request.get(address).status for address in maskable] == [200]
    assert wire.send("Page.getInstallabilityErrors")["installabilityErrors"] == []


def test_a_message_is_shown_and_leads_to_the_table(app):
    """The browser of tests shows no notifications: what it would show is caught in the worker."""
    context, page = app.visitor.context, app.page
    wire = context.new_cdp_session(page)
    registrations: list[str] = []
    wire.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: registrations.extend(each["registrationId"] for each in told["registrations"]),
    )
    wire.send("ServiceWorker.enable")
    worker = context.service_workers[0]
    worker.evaluate(
        """() => {
          self.shown = new Promise((resolve) => {
            registration.showNotification = async (...given) => resolve(given);
          });
        }"""
    )
    said = {"title": "Chrono Wizard", "body": "Your turn", "tag": "table-1", "address": "/map/"}
    message = {"origin": app.visitor.home, "registrationId": registrations[-1]}
    wire.send("ServiceWorker.deliverPushMessage", {**message, "data": json.dumps(said)})
    title, shown = worker.evaluate("() => self.shown")
    assert title == "Chrono Wizard"
    assert (shown["body"], shown["tag"], shown["data"]) == (
        "Your turn",
        "table-1",
        {"address": "/map/"},
    )
    # Without a click no window may be brought to the front: that it is found is refused.
    led = "(address) => opened(new URL(address)).then(String, ({ name }) => name)"
    assert worker.evaluate(led, f"{app.visitor.home}/webclient/") == "InvalidAccessError"
    assert worker.evaluate(led, "https://elsewhere.example/webclient/") == "null"


def test_a_click_on_a_message_goes_to_the_window_of_the_match_or_opens_one(app):
    """A click of the browser's own cannot be made here: the worker gets the event of one."""
    home, worker = app.visitor.home, app.visitor.context.service_workers[0]
    click = """async (address) => {
      const done = [], went = [];
      WindowClient.prototype.focus = async function () { done.push(`focus ${this.url}`); };
      clients.openWindow = async (href) => done.push(`open ${href}`);
      const event = new ExtendableEvent("notificationclick");
      const notification = { data: { address }, close: () => done.push("close") };
      Object.defineProperty(event, "notification", { value: notification });
      Object.defineProperty(event, "waitUntil", { value: (going) => went.push(going) });
      self.dispatchEvent(event);
      await Promise.all(went);
      return done;
    }"""
    here = app.page.url
    assert worker.evaluate(click, "/webclient/?join=7") == ["close", f"focus {here}"]
    assert worker.evaluate(click, "/matches/7/") == ["close", f"open {home}/matches/7/"]
    assert worker.evaluate(click, "https://elsewhere.example/") == ["close"]


def test_a_match_does_not_scroll_with_the_text_open(player):
    ann = player()
    ann.begin("play race")
    ann.page.get_by_text(ann.word("console.title"), exact=True).click()
    line = ann.page.get_by_label(ann.word("console.line"))
    line.focus()
    expect(line).to_be_in_viewport(ratio=1)
    assert ann.page.evaluate(
        """() => [scrollY, ...[...document.querySelectorAll("body, #app, main, .side")]
          .map(({ scrollTop }) => scrollTop)].every((each) => each === 0)"""
    )
