/* The stage of the first page: once all else is there a match comes into it, in a frame of its own, and plays by itself; for whoever
   wants no movement it stands still until it is asked. The frame is drawn as wide as a table likes to be, and made smaller. */

const stage = document.querySelector("[data-showcase]");
const scene = stage.querySelector(".scene");
const told = stage.querySelector("[data-told]");
const button = stage.querySelector("button");
const whole = stage.querySelector("[data-whole]");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const WIDTHS = [[560, 1180], [0, 640]]; // from which width of the stage on, how wide the table is
let plays = !calm.matches;

function open() {
  const frame = document.createElement("iframe");
  frame.src = stage.dataset.showcase;
  frame.inert = true;
  frame.tabIndex = -1;
  frame.setAttribute("aria-hidden", "true");
  scene.append(frame);
  new ResizeObserver(() => fit(frame)).observe(scene);
  const say = () => {
    button.textContent = plays ? button.dataset.plays : button.dataset.stands;
    frame.contentWindow.postMessage({ plays }, location.origin);
  };
  button.addEventListener("click", () => {
    plays = !plays;
    say();
  });
  addEventListener("message", ({ source, data }) => {
    if (source !== frame.contentWindow || !data?.showcase) return;
    const { address, players, game } = data.showcase;
    const names = players.join(" · ");
    told.textContent = told.dataset.said.replace("{names}", names).replace("{game}", game[document.documentElement.lang.slice(0, 2)] ?? game.en ?? "");
    whole.href = address;
    whole.textContent = whole.dataset.whole;
    scene.classList.add("plays");
    button.disabled = false;
    say();
  });
}

function fit(frame) {
  const { clientWidth: width, clientHeight: height } = scene;
  const [, wide] = WIDTHS.find(([from]) => width >= from);
  const scale = width / wide;
  frame.width = wide;
  frame.height = Math.round(height / scale);
  frame.style.transform = `scale(${scale})`;
}

const soon = window.requestIdleCallback ?? ((act) => setTimeout(act, 300));
const sparing = navigator.connection?.saveData || /(^|-)2g|3g/.test(navigator.connection?.effectiveType ?? "");
if (!sparing) addEventListener("load", () => soon(open), { once: true });
