/**
 * Where something is put that tells more of a thing on the page: near it, over neither that nor what must stay in sight. Boxes are
 * {left, top, right, bottom} in pixels of the window.
 */

const GAP = 10; // px

/** How much of one box lies under another. */
function shared(one, other) {
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

const between = (least, value, most) => Math.max(least, Math.min(value, most));

/**
 * Where a box of this size is best put in a window, {left, top}: over nothing of `never`, and over as little as can be of `rather`;
 * near the box `by`, at its side if there is room.
 */
export function placeFor({ width, height }, by, window, never, rather) {
  const middle = { x: (by.left + by.right - width) / 2, y: (by.top + by.bottom - height) / 2 };
  const [right, bottom] = [window.width - width - GAP, window.height - height - GAP];
  const xs = [by.right + GAP, by.left - width - GAP, middle.x, GAP, right];
  const ys = [middle.y, by.top, by.top - height - GAP, by.bottom + GAP, GAP, bottom];
  let best = null;
  for (const x of xs) {
    for (const y of ys) {
      const [left, top] = [between(GAP, x, Math.max(GAP, right)), between(GAP, y, Math.max(GAP, bottom))];
      const box = { left, top, right: left + width, bottom: top + height };
      const over = (boxes) => boxes.reduce((sum, each) => sum + shared(box, each), 0);
      const away = Math.abs(left - middle.x) + Math.abs(top - middle.y);
      const cost = 100 * over([by, ...never]) + over(rather) + away;
      if (!best || cost < best.cost) best = { left, top, cost };
    }
  }
  return best;
}
