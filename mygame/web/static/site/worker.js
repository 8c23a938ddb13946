/**
 * What the browser keeps of the site, and shows of it when no page is open (`web.push`).
 *
 * Kept are files whose address names their content, so that none is ever old; pages never, but for the one that plays without a
 * connection. Where there is none, another page says so. Another worker takes over at once: it keeps nothing that a page relies on.
 */
const KEPT = "kept-1";
const PRACTICE = "practice-1"; // what practice without a connection needs: see practice/keeping.js
const PRACTICE_PAGE = "/practice/";
const MOST = 60; // files
const OFFLINE = ["/offline/", "/static/site/tokens.css", "/static/site/site.css", "/static/site/icon.svg"];

addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(OFFLINE)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const others = caches.keys().then((names) => Promise.all(names.filter((name) => ![KEPT, PRACTICE].includes(name)).map((name) => caches.delete(name))));
  event.waitUntil(others.then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, searchParams } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(navigated(request, pathname));
  else if (pathname.startsWith(PRACTICE_PAGE)) event.respondWith(ofPractice(request).then((found) => found ?? fetch(request)));
  else if (pathname.startsWith("/bundle/") || pathname.startsWith("/book/") || (pathname.startsWith("/static/") && searchParams.has("v")))
    event.respondWith(keptOrFetched(request));
  else if (OFFLINE.includes(pathname)) event.respondWith(fetch(request).catch(() => caches.match(pathname)));
});

/** A page; where there is no connection the one on which one can play without, also while the server is away, or that says so. */
async function navigated(request, pathname) {
  const answer = await fetch(request).catch(() => null);
  if (answer && answer.status < 500) return answer;
  const kept = pathname === PRACTICE_PAGE && (await ofPractice(PRACTICE_PAGE));
  return kept || answer || caches.match(OFFLINE[0]);
}

const ofPractice = async (request) => (await caches.open(PRACTICE)).match(request, { ignoreVary: true });

async function keptOrFetched(request) {
  const kept = await caches.open(KEPT);
  const found = (await kept.match(request)) ?? (await ofPractice(request));
  if (found) return found;
  const answer = await fetch(request);
  const said = answer.headers.get("Cache-Control") ?? "";
  if (answer.ok && said.includes("public") && said.includes("immutable")) {
    await kept.put(request, answer.clone());
    const files = (await kept.keys()).filter(({ url }) => !OFFLINE.includes(new URL(url).pathname));
    await Promise.all(files.slice(0, -MOST).map((old) => kept.delete(old)));
  }
  return answer;
}

addEventListener("push", (event) => {
  const { title, body, tag, address } = event.data.json();
  event.waitUntil(registration.showNotification(title, { body, tag, icon: "/static/site/icon-192.png", data: { address } }));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(opened(new URL(event.notification.data.address, location.origin)));
});

/** The page of an address: the window that shows it already, or a new one. */
async function opened({ origin, pathname, href }) {
  if (origin !== location.origin) return null;
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = windows.find(({ url }) => new URL(url).pathname === pathname);
  return open ? open.focus() : clients.openWindow(href);
}
