/** Addresses, put where they can be passed on: the device's own way, or the clipboard. */

import { say } from "./words.js";

/** `told(sentence)` says what has become of it. */
export async function passOn(path, told) {
  const url = new URL(path, location.origin).href;
  try {
    if (navigator.share && matchMedia("(pointer: coarse)").matches) await navigator.share({ url });
    else await navigator.clipboard.writeText(url);
    told(say("share.copied", { url }));
  } catch {
    told(url);
  }
}
