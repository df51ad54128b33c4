// The rows of evidence under a question. They are ordinary form fields; this adds and fills them.

function field(row, name) {
  return row.querySelector(`[name$="-${name}"]`);
}

function rows(question) {
  return [...question.querySelectorAll("[data-citation]")];
}

function isBlank(row) {
  return !field(row, "turn").value && !field(row, "quote").value.trim();
}

export function citedTurns(question) {
  return new Set(rows(question).map((row) => field(row, "turn").value).filter(Boolean));
}

const MOST_ROWS = 60;

export function addCitation(question) {
  const count = question.querySelector('[name$="-TOTAL_FORMS"]');
  if (Number(count.value) >= MOST_ROWS) return rows(question).at(-1);
  const template = question.querySelector("template");
  const fragment = template.content.cloneNode(true);
  fragment.querySelectorAll("[name], [id], [for]").forEach((element) => {
    for (const attribute of ["name", "id", "for"]) {
      const value = element.getAttribute(attribute);
      if (value) element.setAttribute(attribute, value.replace("__prefix__", count.value));
    }
  });
  count.value = Number(count.value) + 1;
  const row = fragment.querySelector("[data-citation]");
  question.querySelector(".citations").append(row);
  prepareRow(row);
  return row;
}

export function cite(question, { turn, quote, stance }) {
  const same = rows(question).find(
    (row) => field(row, "turn").value === turn && field(row, "quote").value === quote,
  );
  const row = same ?? rows(question).find(isBlank) ?? addCitation(question);
  row.hidden = false;
  field(row, "turn").value = turn;
  field(row, "quote").value = quote;
  field(row, "stance").value = stance;
  grow(field(row, "quote"));
}

export function removeCitation(row) {
  const question = row.closest("[data-question]");
  row.querySelectorAll("input, textarea, select").forEach((each) => {
    if (each.type === "checkbox") each.checked = false;
    else if (each.tagName === "SELECT") each.selectedIndex = 0;
    else each.value = "";
  });
  // The row stays in the form, blank, so that the numbers of the others do not change.
  row.hidden = true;
  question.querySelector(".add-citation").focus();
}

export function prepareCitations(question) {
  rows(question).forEach(prepareRow);
}

function prepareRow(row) {
  row.querySelector(".remove-citation").hidden = false;
  grow(field(row, "quote"));
}

function grow(textarea) {
  textarea.rows = Math.min(6, Math.max(1, Math.ceil(textarea.value.length / 40)));
}
