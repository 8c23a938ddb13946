/**
 * JSON5 as far as an editor needs it: what stands where (`parse`), and what the caret is in (`contextAt`), also while the text is
 * broken. Texts are changed at places, so that comments and everything else stay as they are (`withMember`, `withItem`, `without`).
 */

const SPACE = /[\s\u00a0\ufeff]/;
const WORD = /[^\s{}[\],:"'/]/;

/** The tokens of a text: brackets, commas and colons by themselves, `string` and `word` with their value. */
export function* tokens(text) {
  let at = 0;
  while (at < text.length) {
    const start = at;
    const sign = text[at];
    if (SPACE.test(sign)) at += 1;
    else if (text.startsWith("//", at)) at = endOf(text, "\n", at);
    else if (text.startsWith("/*", at)) at = endOf(text, "*/", at + 2);
    else if ("{}[],:".includes(sign)) yield { kind: sign, start, end: (at += 1) };
    else if (sign === '"' || sign === "'") {
      at = endOfString(text, at);
      const closed = at - start > 1 && text[at - 1] === sign;
      yield { kind: "string", start, end: at, closed, value: unquoted(text.slice(start + 1, closed ? at - 1 : at)) };
    } else {
      while (at < text.length && WORD.test(text[at])) at += 1;
      if (at === start) at += 1;
      yield { kind: "word", start, end: at, value: text.slice(start, at) };
    }
  }
}

function endOf(text, what, from) {
  const found = text.indexOf(what, from);
  return found < 0 ? text.length : found + what.length;
}

/** Behind the closing quote, or where the line ends without one. */
function endOfString(text, start) {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === text[start]) return at + 1;
    else if (text[at] === "\n") return at;
  }
  return text.length;
}

const ESCAPES = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", v: "\v", 0: "\0", "\n": "" };

function unquoted(text) {
  return text.replace(/\\(u([\da-fA-F]{4})|x([\da-fA-F]{2})|[^])/g, (all, one, long, short) =>
    long || short ? String.fromCharCode(parseInt(long ?? short, 16)) : (ESCAPES[one] ?? one));
}

function simple(token) {
  if (token.kind === "string" && !token.closed) throw new SyntaxError(token.value);
  if (token.kind === "string") return token.value;
  if (token.value === "true" || token.value === "false") return token.value === "true";
  if (token.value === "null") return null;
  const number = Number(token.value);
  if (Number.isNaN(number)) throw new SyntaxError(token.value);
  return number;
}

/** The node of a text: `{start, end, value}` with `members` ({key, start, node}) or `items`. SyntaxError if it is broken. */
export function parse(text) {
  const all = [...tokens(text)];
  let next = 0;
  const take = (kind) => {
    const token = all[next];
    if (!token || (kind && token.kind !== kind)) throw new SyntaxError(kind ?? "end");
    next += 1;
    return token;
  };
  const list = (close, read) => {
    const found = [];
    while (all[next]?.kind !== close) {
      found.push(read());
      if (all[next]?.kind === ",") next += 1;
      else break;
    }
    return [found, take(close).end];
  };
  const member = () => {
    const key = take();
    if (key.kind !== "string" && key.kind !== "word") throw new SyntaxError(key.kind);
    take(":");
    return { key: key.value, start: key.start, node: node() };
  };
  const node = () => {
    const token = take();
    if (token.kind === "{") {
      const [members, end] = list("}", member);
      return { start: token.start, end, members, value: Object.fromEntries(members.map((each) => [each.key, each.node.value])) };
    }
    if (token.kind === "[") {
      const [items, end] = list("]", node);
      return { start: token.start, end, items, value: items.map((each) => each.value) };
    }
    if (token.kind !== "string" && token.kind !== "word") throw new SyntaxError(token.kind);
    return { start: token.start, end: token.end, value: simple(token) };
  };
  const root = node();
  if (next < all.length) throw new SyntaxError(all[next].kind);
  return root;
}

/** The node at a path of keys and numbers; undefined where there is none. */
export const nodeAt = (node, path) =>
  path.reduce((at, key) => (typeof key === "number" ? at?.items?.[key] : at?.members?.find((each) => each.key === key)?.node), node);

/**
 * What the caret is in: `frames` from the outermost container in (`{kind, key, given}`: the key a value belongs to, and the texts of
 * members so far), whether a `key` belongs here, and the token under the caret from `start` on, of which `prefix` is typed.
 */
export function contextAt(text, caret) {
  const frames = [];
  let under = null;
  for (const token of tokens(text)) {
    if (token.start >= caret) break;
    const inside = token.end > caret || (token.end === caret && token.kind === "word") || (token.kind === "string" && !token.closed);
    if ((token.kind === "string" || token.kind === "word") && inside && caret <= token.end) {
      under = token;
      break;
    }
    step(frames, token);
  }
  const top = frames.at(-1);
  const quoted = under?.kind === "string";
  const start = under ? under.start + (quoted ? 1 : 0) : caret;
  return { frames, isKey: top?.kind === "{" && !top.valued, start, end: under && quoted && under.closed ? under.end - 1 : caret, quoted, prefix: text.slice(start, caret) };
}

function step(frames, token) {
  const top = frames.at(-1);
  if (token.kind === "{" || token.kind === "[") frames.push({ kind: token.kind, key: "", valued: false, given: {} });
  else if (token.kind === "}" || token.kind === "]") frames.pop();
  else if (!top) return;
  else if (token.kind === ":") top.valued = true;
  else if (token.kind === ",") top.valued = false;
  else if (!top.valued && top.kind === "{") {
    top.key = token.value;
    top.given[token.value] ??= "";
  } else if (top.kind === "{") top.given[top.key] = token.value;
}

// -- changes

const spliced = (text, start, end, put) => text.slice(0, start) + put + text.slice(end);

/** A text in which a member of an object says something else, or stands behind the others. */
export function withMember(text, object, key, json) {
  const found = object.members.find((each) => each.key === key);
  if (found) return spliced(text, found.node.start, found.node.end, json);
  const put = `${JSON.stringify(key)}: ${json}`;
  const before = object.members.filter((each) => each.key !== "behaviors").at(-1);
  if (before) return spliced(text, before.node.end, before.node.end, `, ${put}`);
  return spliced(text, object.start + 1, object.start + 1, object.members.length ? `${put}, ` : put);
}

/** A text in which a list has one more item at its end. */
export function withItem(text, list, json) {
  const last = list.items.at(-1);
  return last ? spliced(text, last.end, last.end, `, ${json}`) : spliced(text, list.start + 1, list.start + 1, json);
}

/** A text without an item of a list, nor the comma that went with it. */
export function without(text, list, number) {
  const { items } = list;
  if (number + 1 < items.length) return spliced(text, items[number].start, items[number + 1].start, "");
  const from = number ? items[number - 1].end : items[number].start;
  return spliced(text, from, items[number].end, "");
}

/** A text that says something else at a path of keys and numbers; what is around it has to be there. */
export function writtenAt(text, path, json) {
  if (!path.length) return json;
  const root = parse(text);
  const around = nodeAt(root, path.slice(0, -1));
  const key = path.at(-1);
  if (around?.members) return withMember(text, around, key, json);
  const item = around?.items?.[key];
  if (!item) throw new SyntaxError(String(key));
  return spliced(text, item.start, item.end, json);
}

/** A text without what stands at a path, nor the comma that went with it. */
export function withoutAt(text, path) {
  const around = nodeAt(parse(text), path.slice(0, -1));
  const key = path.at(-1);
  if (around?.items?.[key]) return without(text, around, key);
  const members = around?.members ?? [];
  const number = members.findIndex((each) => each.key === key);
  if (number < 0) throw new SyntaxError(String(key));
  if (number + 1 < members.length) return spliced(text, members[number].start, members[number + 1].start, "");
  const from = number ? members[number - 1].node.end : members[number].start;
  return spliced(text, from, members[number].node.end, "");
}
