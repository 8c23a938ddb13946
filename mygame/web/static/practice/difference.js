/** What has changed between two values, as the JSON Patch that the server would send (`rules/ground/difference.py`). */

const isList = Array.isArray;
const isObject = (value) => typeof value === "object" && value !== null && !isList(value);
const escaped = (key) => key.replaceAll("~", "~0").replaceAll("/", "~1");

export function makePatch(old, now) {
  const patch = [];
  walk(old, now, "", patch);
  return patch;
}

function walk(old, now, path, patch) {
  if (isObject(old) && isObject(now)) {
    for (const key of Object.keys(old)) if (!Object.hasOwn(now, key)) patch.push({ op: "remove", path: `${path}/${escaped(key)}` });
    for (const [key, value] of Object.entries(now)) {
      const inner = `${path}/${escaped(key)}`;
      if (Object.hasOwn(old, key)) walk(old[key], value, inner, patch);
      else patch.push({ op: "add", path: inner, value });
    }
  } else if (isList(old) && isList(now)) walkList(old, now, path, patch);
  else if (old !== now) patch.push({ op: "replace", path, value: now });
}

/** What both begin and end with stays; between them places are compared one by one. */
function walkList(old, now, path, patch) {
  const short = Math.min(old.length, now.length);
  let first = 0;
  while (first < short && same(old[first], now[first])) first += 1;
  let last = 0;
  while (last < short - first && same(old.at(-1 - last), now.at(-1 - last))) last += 1;
  const end = short - last;
  for (let index = first; index < end; index++) walk(old[index], now[index], `${path}/${index}`, patch);
  for (let left = old.length - short; left > 0; left--) patch.push({ op: "remove", path: `${path}/${end}` });
  for (let index = end; index < end + now.length - short; index++) patch.push({ op: "add", path: `${path}/${index}`, value: now[index] });
}

const same = (one, other) => makePatch(one, other).length === 0;
