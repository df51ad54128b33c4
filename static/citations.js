// The rows of evidence under a question. They are ordinary form fields; this adds and fills them,
// and folds one that is filled in to a chip that leads to its place.

export function field(row, name) {
  return row.querySelector(`[name$="-${name}"]`);
}

function rows(question) {
  return [...question.querySelectorAll("[data-citation]")];
}

function isBlank(row) {
  return !field(row, "turn").value && !field(row, "quote").value.trim();
}

export function filledRows(question) {
  return rows(question).filter((row) => !isBlank(row));
}

export function citedTurns(question) {
  return new Set(rows(question).map((row) => field(row, "turn").value).filter(Boolean));
}

const MOST_ROWS = 60;

/** A blank row to fill in: one that is there already, else a new one. */
export function addCitation(question) {
  const blank = rows(question).find(isBlank);
  if (blank) return shown(blank);
  const count = question.querySelector('[name$="-TOTAL_FORMS"]');
  if (Number(count.value) >= MOST_ROWS) return rows(question).at(-1);
  const row = newRow(question, count.value);
  count.value = Number(count.value) + 1;
  question.querySelector(".citations").append(row);
  return shown(row);
}

function shown(row) {
  row.hidden = false;
  row.querySelector(".remove-citation").hidden = false;
  unfold(row);
  return row;
}

function newRow(question, number) {
  const fragment = question.querySelector("template").content.cloneNode(true);
  fragment.querySelectorAll("[name], [id], [for]").forEach((element) => {
    for (const attribute of ["name", "id", "for"]) {
      const value = element.getAttribute(attribute);
      if (value) element.setAttribute(attribute, value.replace("__prefix__", number));
    }
  });
  return fragment.querySelector("[data-citation]");
}

export function cite(question, { turn, quote, stance, nth = "" }) {
  const same = rows(question).find(
    (row) => field(row, "turn").value === turn && field(row, "quote").value === quote,
  );
  const row = same ?? addCitation(question);
  field(row, "turn").value = turn;
  field(row, "quote").value = quote;
  field(row, "stance").value = stance;
  field(row, "nth").value = nth;
  field(row, "at").value = "";
  fold(row);
  return row;
}

export function removeCitation(row) {
  row.querySelectorAll("input, textarea, select").forEach((each) => {
    if (each.type === "checkbox") each.checked = false;
    else if (each.tagName === "SELECT") each.selectedIndex = 0;
    else each.value = "";
  });
  // The row stays in the form, blank, so that the numbers of the others do not change.
  unfold(row);
  row.hidden = true;
}

function last(question) {
  return question && filledRows(question).at(-1);
}

/** Remove the last citation of `question`; false where it has none. */
export function removeLast(question) {
  const row = last(question);
  if (row) removeCitation(row);
  return Boolean(row);
}

export function switchLastStance(question) {
  const row = last(question);
  if (!row) return false;
  const stance = field(row, "stance");
  stance.selectedIndex = 1 - stance.selectedIndex;
  fold(row);
  return true;
}

export function lastStance(question) {
  return stanceOf(last(question));
}

export function stanceOf(row) {
  return field(row, "stance").selectedOptions[0].textContent;
}

export function prepareCitations(question) {
  rows(question).forEach((row) => {
    row.querySelector(".remove-citation").hidden = false;
    if (isBlank(row)) row.hidden = !row.querySelector(".errorlist");
    else fold(row);
  });
}

/** Show the row as a chip, unless it is blank or has a fault. */
export function fold(row) {
  if (isBlank(row) || row.querySelector(".errorlist")) return;
  row.querySelector(".chip").hidden = false;
  row.querySelector(".chip-place").textContent = `${turnsOf(row)} · ${stanceOf(row)}`;
  row.querySelector(".chip-words").textContent = field(row, "quote").value.trim();
  row.classList.add("is-folded");
  row.classList.toggle("contradicts", field(row, "stance").value === "contradicts");
}

function turnsOf(row) {
  const label = row.querySelector(".citation-turn span").textContent;
  const through = field(row, "through")?.value;
  return `${label} ${field(row, "turn").value}${through ? `–${through}` : ""}`;
}

export function unfold(row) {
  row.querySelector(".chip").hidden = true;
  row.classList.remove("is-folded", "contradicts");
  grow(field(row, "quote"));
}

function grow(textarea) {
  textarea.rows = Math.min(6, Math.max(1, Math.ceil(textarea.value.length / 40)));
}
