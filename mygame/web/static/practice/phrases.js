/**
 * Phrases and their variants (`rules/telling/sentences/variants.py`, `forms.py`), as far as lines of the log and prompts use them.
 *
 * A value is a phrase: {text, tag, possessive, only, counted, rules, description}; variants are chosen by its tag.
 */

const TOKEN = /\{\{|\{([\p{L}\p{N}_]+)(?:\.[\p{L}\p{N}_.]+)?(?:\|([\p{L}\p{N}_]+))?\}/gu;
const NUMBER = /^-?\d+$/;

export const phrase = (text, tag = "", more = {}) => ({ text: String(text), tag: String(tag), ...more });

/** What is told of a number. */
export const numberPhrase = (value) => phrase(value, value);

/** A template with texts in its holes, by name. */
export function filled(template, values) {
  return String(template).replace(TOKEN, (token, name) => (name ? String(values[name] ?? "") : "{"));
}

const FORMS = {
  abs: ({ text, tag }) => (tag.startsWith("-") && tag.length > 1 ? tag.slice(1) : text),
  counted: ({ text, counted }) => counted || text,
  description: ({ description }) => description?.() ?? "",
  number: ({ tag }) => /\d+$/.exec(tag)?.[0] ?? "",
  possessive: ({ text, possessive }) => possessive || text,
  rules: ({ rules }) => rules?.() ?? "",
  s: ({ text }) => (text === "1" ? "" : "s"),
};

const put = (template, values) =>
  template.replace(TOKEN, (token, name, form) => {
    if (!name) return "{";
    const value = values[name];
    if (!form) return value?.text ?? "";
    return FORMS[form] ? FORMS[form](value ?? phrase("")) : value?.text ?? "";
  });

/** The first variant that fits the values, filled; "" if none does. */
export function variant(options, values) {
  for (const option of Array.isArray(options) ? options : [options]) {
    if (typeof option === "string") return put(option, values);
    if (typeof option?.text !== "string") continue;
    if (Object.entries(option.when ?? {}).every(([key, want]) => fits(String(want), values, key))) return put(option.text, values);
  }
  return "";
}

/** Whether a value is as a variant wants it: `*` given, `#` a number, `<0`, `>1`, `~pattern`, or the very tag. */
function fits(want, values, key) {
  const [name, part] = key.split(".");
  const given = values[name];
  let tag = given?.tag ?? "-";
  if (part) {
    const found = given?.[part];
    tag = String((typeof found === "function" ? found() : found) || "-");
  }
  const wanted = want.includes("{") ? want.replace(TOKEN, (token, other) => (other ? values[other]?.tag ?? "?" : "{")) : want;
  if (wanted === "*") return tag !== "-";
  if (wanted.startsWith("~")) return new RegExp(`^(?:${wanted.slice(1)})$`, "u").test(tag);
  if (wanted.startsWith(">") && NUMBER.test(wanted.slice(1))) return NUMBER.test(tag) && Number(tag) > Number(wanted.slice(1));
  if (wanted === "#") return NUMBER.test(tag);
  if (wanted === "<0") return tag.startsWith("-") && tag !== "-";
  return tag === wanted;
}
