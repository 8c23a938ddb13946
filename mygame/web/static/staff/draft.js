/* The page of a draft: what its text says is asked for while it is typed, or while the form beside it
   is filled in, which writes the text. Without this script the text is checked when it is submitted. */
"use strict";
(() => {
  const preview = document.getElementById("preview");
  const source = document.querySelector("textarea[name=text]");
  if (!preview) return;
  const words = JSON.parse(document.getElementById("preview-words").textContent);
  const form = document.getElementById("id_card");
  const token = document.querySelector("input[name=csrfmiddlewaretoken]").value;
  const part = (name) => preview.querySelector(`.${name}`);
  let waiting = 0;
  let asked = 0;

  const list = (name, lines) => {
    part(name).replaceChildren(...lines.map((line) => {
      const item = document.createElement("li");
      item.textContent = line;
      return item;
    }));
  };

  const placed = (problem) => {
    const line = problem.line ? `${words.line.replace("%s", problem.line)}: ` : "";
    return `${line}${problem.place ? `${problem.place}: ` : ""}${problem.text}`;
  };

  const show = (report) => {
    part("zh").textContent = report.sentences.zh;
    part("en").textContent = report.sentences.en;
    list("wrong", report.problems.map(placed));
    list("warnings", report.warnings);
    part("difference").textContent = report.difference.join("\n") || words.same;
    part("state").textContent = report.problems.length ? "" : words.nothing_wrong;
  };

  const check = async (given) => {
    const number = ++asked;
    part("state").textContent = words.checking;
    const body = new FormData();
    body.append("folder", preview.dataset.folder);
    body.append("address", preview.dataset.address);
    for (const [name, value] of Object.entries(given)) body.append(name, value);
    const answer = await fetch(preview.dataset.check, {
      method: "POST", body, headers: { "X-CSRFToken": token },
    });
    if (number !== asked) return;
    const report = await answer.json().catch(() => ({ refused: words.not_checked.replace("{reason}", answer.status) }));
    if (report.refused) {
      part("state").textContent = report.refused;
      return;
    }
    if (report.text !== undefined && source) source.value = report.text;
    show(report);
  };

  const soon = (given) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => check(given()).catch(() => {}), 400);
  };

  if (source) {
    source.addEventListener("input", () => soon(() => ({ text: source.value })));
    check({ text: source.value }).catch(() => {});
  }
  if (form && source) {
    let known = null;
    const look = () => setTimeout(() => {
      if (known === null || form.value === known) return;
      known = form.value;
      soon(() => ({ card: form.value, text: source.value }));
    }, 50);
    const around = form.closest("details");
    // The widget's labels stand beside their fields and are not theirs.
    const label = () => {
      for (const field of around.querySelectorAll("input, select, textarea")) {
        let row = field.parentElement;
        while (row !== around && !row.querySelector("label, .rjf-form-group-title, .rjf-label")) row = row.parentElement;
        const told = row.querySelector("label, .rjf-form-group-title, .rjf-label");
        if (told && !field.labels.length) field.setAttribute("aria-label", told.textContent.trim());
      }
    };
    new MutationObserver(label).observe(around, { childList: true, subtree: true });
    label();
    around.addEventListener("toggle", () => { known = form.value; });
    for (const event of ["input", "change", "click"]) around.addEventListener(event, look);
  }
})();
