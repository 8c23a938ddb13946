/**
 * Being told outside of the page that it is one's turn (web push), for who asks for it; and the worker that does so, which keeps the
 * files of the page as well (`site/worker.js`).
 */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { page, say } from "./words.js";

const WORKER = "/worker.js";
const LATER = 8000; // ms, so that the worker does not come before the match on a slow line
const can = page.push && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
let state = ""; // "", "on", "off", "denied", "failed"

const registered = async () => (await navigator.serviceWorker.register(WORKER)) && navigator.serviceWorker.ready;

if (page.push && "serviceWorker" in navigator) setTimeout(() => registered().catch(() => {}), LATER);

const bytesOf = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

async function tell(said) {
  const body = new URLSearchParams(said);
  const answer = await fetch(page.push.address, { method: "POST", headers: { "X-CSRFToken": page.push.csrf }, body });
  if (!answer.ok) throw new Error(answer.status);
}

async function look() {
  const registration = await navigator.serviceWorker.getRegistration();
  const kept = await registration?.pushManager.getSubscription();
  return Notification.permission === "denied" ? "denied" : kept ? "on" : "off";
}

async function switchOn() {
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  const { pushManager } = await registered();
  const wanted = { userVisibleOnly: true, applicationServerKey: bytesOf(page.push.key) };
  // One made with another key of ours is of no use any more.
  const made = await pushManager.subscribe(wanted).catch(async () => {
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(wanted);
  });
  const { endpoint, keys } = made.toJSON();
  await tell({ endpoint, ...keys });
  return "on";
}

async function switchOff() {
  const registration = await navigator.serviceWorker.getRegistration();
  const kept = await registration?.pushManager.getSubscription();
  if (kept) await tell({ endpoint: kept.endpoint, off: 1 }).finally(() => kept.unsubscribe());
  return "off";
}

/** The part of the settings about it: what it is, and a button. */
export function pushPanel(draw) {
  if (!can) return nothing;
  const become = (change) => change().catch(() => "failed").then((found) => { state = found; draw(); });
  if (!state) {
    state = "off";
    become(look);
  }
  const change = state === "on" ? switchOff : switchOn;
  return html`<p class="push">${say(`push.${state}`)}
    <button type="button" class="small" @click=${() => become(change)} ?disabled=${state === "denied"}>${say(state === "on" ? "push.stop" : "push.begin")}</button></p>`;
}
