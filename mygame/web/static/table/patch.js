/**
 * JSON Patch (RFC 6902), as far as the game sends it: add, remove and replace, in order.
 *
 * What a patch does not touch stays the same object, so that nothing is drawn anew for it.
 */

const unescape = (part) => part.replace(/~1/g, "/").replace(/~0/g, "~");

/** The document after the patch; the one before is left as it is. */
export function patched(before, patch) {
  return patch.reduce(
    (document, { op, path, value }) =>
      changed(document, path.split("/").slice(1).map(unescape), op, value),
    before,
  );
}

function changed(node, [name, ...rest], op, value) {
  if (name === undefined) return value;
  const copy = Array.isArray(node) ? [...node] : { ...node };
  if (rest.length) copy[name] = changed(node[name], rest, op, value);
  else if (Array.isArray(copy)) {
    const at = name === "-" ? copy.length : Number(name);
    copy.splice(at, op === "add" ? 0 : 1, ...(op === "remove" ? [] : [value]));
  } else if (op === "remove") delete copy[name];
  else copy[name] = value;
  return copy;
}
