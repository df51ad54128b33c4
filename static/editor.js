// The rubric editor: what is typed is kept, and the page says truly whether it is.
import { PAGE, keepTokenFresh, token } from "./session.js";

const TRY_AGAIN_MS = 5000;
let isUnsaved = false;
let retry = null;
// The button that has the form drawn anew: from there one goes on.
let pressed = null;

function form() {
  return document.querySelector("#editor");
}

function say(name) {
  const state = document.querySelector("#draft-state");
  if (!state) return;
  state.textContent = state.dataset[name] ?? "";
  state.className = name === "failed" ? "not-saved" : "saved";
}

function typed(event) {
  if (!event.target.closest("#editor")) return;
  isUnsaved = true;
  say("unsaved");
}

// While a question is added, moved or removed the form rests: its places are about to change.
function sending(event) {
  pressed = event.detail.requestConfig?.triggeringEvent?.submitter ?? null;
  form()?.toggleAttribute("inert", pressed !== null);
}

function answered(event) {
  form()?.removeAttribute("inert");
  if (!event.detail.successful) return;
  isUnsaved = false;
  say(event.detail.xhr.getResponseHeader("HX-Retarget") ? "failed" : "saved");
}

function failed() {
  form()?.removeAttribute("inert");
  isUnsaved = true;
  say("failed");
  clearTimeout(retry);
  retry = setTimeout(() => window.htmx.trigger(form(), "retry"), TRY_AGAIN_MS);
}

function flush() {
  if (!isUnsaved || !form()) return;
  const words = new FormData(form());
  words.set("page", PAGE);
  if (token()) words.set("csrfmiddlewaretoken", token());
  const address = form().getAttribute("hx-post");
  const headers = { "HX-Request": "true" };
  fetch(address, { method: "POST", body: new URLSearchParams(words), headers, keepalive: true });
  isUnsaved = false;
}

// A form drawn anew keeps open what was open, and the last question it got is where one goes on.
let open = [];

function remember() {
  open = [...document.querySelectorAll("#editor details")].map((each) => each.open);
}

function restore(event) {
  // After a save alone the form is still the same, and the focus stays where it is typed.
  if (event.detail.target?.id !== "editor" || !pressed) return;
  document.querySelectorAll("#editor details").forEach((each, index) => {
    if (open[index]) each.open = true;
  });
  (pressed.isConnected ? pressed : placeAfter(pressed))?.focus();
}

function placeAfter(gone) {
  const at = Number(gone.value);
  if (gone.name === "move_up") return button("move_up", Math.max(at - 1, 0));
  if (gone.name === "move_down") return button("move_down", at + 1) ?? button("move_down", at);
  if (gone.name === "redraw") return newestRow(gone.closest(".edit-question")?.id);
  if (gone.name === "add_question") return firstBlankField(questions().at(-1));
  return questions()[at] ?? questions().at(-1) ?? document.querySelector("[name=add_question]");
}

function button(name, value) {
  return document.querySelector(`#editor button[name=${name}][value="${value}"]`);
}

function questions() {
  return [...document.querySelectorAll("#editor .edit-question")];
}

/** Of the question's descriptors, or of the conditions, which stand in no question. */
function newestRow(id) {
  const rows = [...document.querySelectorAll("#editor .edit-row")];
  return rows.filter((row) => row.closest(".edit-question")?.id === id).at(-1)?.querySelector("input");
}

function firstBlankField(question) {
  const fields = [...question.querySelectorAll("input:not([type=hidden])")];
  return fields.find((field) => !field.value) ?? question;
}

// What has a fault says so beside its field, also while the form stays under the fingers.
function showFaults() {
  document.querySelectorAll("#editor .errorlist").forEach((list) => list.remove());
  document.querySelectorAll("#editor [aria-invalid]").forEach((field) => {
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-errormessage");
  });
  document.querySelectorAll("#preview [data-fault]").forEach((link) => {
    const field = faulty(link);
    if (field?.matches("input, select, textarea")) tell(field, link.dataset.fault);
  });
}

function tell(field, text) {
  const id = `${field.id}_error`;
  const list = document.getElementById(id) ?? document.createElement("ul");
  Object.assign(list, { id, className: "errorlist" });
  list.append(Object.assign(document.createElement("li"), { textContent: text }));
  field.before(list);
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-errormessage", id);
}

function faulty(link) {
  return document.getElementById(link.hash.slice(1));
}

function goToFault(event) {
  const link = event.target.closest("#preview [data-fault]");
  const place = link && faulty(link);
  if (!place) return;
  event.preventDefault();
  for (let each = place.closest("details"); each; each = each.parentElement.closest("details")) {
    each.open = true;
  }
  place.scrollIntoView({ block: "center" });
  place.focus({ preventScroll: true });
}

// The button stands outside the form, where htmx does not look: it sends the form as it is.
function publish(event) {
  const button = event.target.closest("button[name=publish]");
  if (!button || !form()) return;
  event.preventDefault();
  for (const [name, value] of [["publish", "1"], ["page", PAGE]]) {
    const field = Object.assign(document.createElement("input"), { type: "hidden", name, value });
    form().append(field);
  }
  const held = form().querySelector("[name=csrfmiddlewaretoken]");
  if (token() && held) held.value = token();
  isUnsaved = false;
  form().submit();
}

document.addEventListener("click", publish);
document.addEventListener("click", goToFault);
document.addEventListener("input", typed);
document.addEventListener("htmx:beforeRequest", sending);
document.addEventListener("htmx:afterRequest", answered);
document.addEventListener("htmx:beforeSwap", remember);
document.addEventListener("htmx:afterSettle", restore);
document.addEventListener("htmx:oobAfterSwap", showFaults);
for (const failure of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
  document.addEventListener(failure, failed);
}
window.addEventListener("pagehide", flush);
keepTokenFresh();
