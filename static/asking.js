// A message to the study is sent apart from the rating, whose script hears nothing of it. What is
// typed stays in its field, and is kept on this device, until the server has it; it is sent by the
// button alone. Two windows at one item keep theirs apart.
import { holdsWords, keep, kept, keptMessages, nameOf, remove } from "./journal.js";
import { PAGE, holdOpen, pagesOpenElsewhere, token } from "./session.js";

const KEPT = `message-${PAGE}`;

const sent = new WeakMap();

function field(form) {
  return form.querySelector("textarea");
}

function say(form, what) {
  const line = form.querySelector("[data-ask-state]");
  line.textContent = form.dataset[what] ?? "";
  line.classList.toggle("not-saved", what === "failed" || what === "refused");
}

function onInput(event) {
  const form = event.target.closest("[data-kept-under]");
  if (!form) return;
  keepHere(form);
  say(form, field(form).value ? "unsent" : "");
}

function keepHere(form) {
  const place = form.dataset.keptUnder;
  const typed = field(form).value;
  if (!typed) {
    remove(nameOf(place, KEPT));
    return;
  }
  const heading = document.querySelector("#item-heading") ?? document.querySelector("h1");
  const item = heading.textContent.trim();
  const entry = { page: KEPT, typed, at: Date.now(), item, rateAddress: window.location.pathname };
  keep(place, entry);
}

// What was typed before the page was left, or before the next item took its place; one at a time.
async function putBack() {
  const open = await pagesOpenElsewhere();
  const isOpen = (entry) => open.has(entry.page?.replace("message-", ""));
  document.querySelectorAll("[data-kept-under]").forEach((form) => {
    const left = keptMessages(form.dataset.keptUnder).find((entry) => !isOpen(entry));
    if (left && !field(form).value) takeUp(form, left);
  });
}

// From now on it is this page's to send.
function takeUp(form, left) {
  field(form).value = left.typed;
  keepHere(form);
  if (left.name !== nameOf(form.dataset.keptUnder, KEPT)) remove(left.name);
  form.closest("details")?.setAttribute("open", "");
  say(form, "unsent");
}

function formOf(event) {
  const asking = event.detail.requestConfig?.elt ?? event.detail.elt;
  return asking?.closest?.("[data-kept-under]");
}

// After signing in again in another window the page's token is old and the cookie's is new.
function begin(form, { detail }) {
  sent.set(form, field(form).value);
  say(form, "sending");
  if (!token()) return;
  detail.parameters.set?.("csrfmiddlewaretoken", token());
  detail.headers["X-CSRFToken"] = token();
}

// A proxy or a sign-in page of the network answers too; it does not get into this page.
function refuseOtherAnswers(form, { detail }) {
  const isNotice = detail.xhr.getResponseHeader("HX-Retarget") === "#notice";
  if (!isNotice && detail.xhr.getResponseHeader("Words-Are") === null) detail.shouldSwap = false;
}

function answered(form, { detail }) {
  const became = detail.xhr.getResponseHeader("Words-Are");
  if (became !== "saved") {
    say(form, detail.successful ? "refused" : "failed");
    return;
  }
  // Words that were typed meanwhile are of the next message.
  if (field(form).value === sent.get(form)) field(form).value = "";
  keepHere(form);
  say(form, field(form).value ? "unsent" : "sent");
}

const OF_A_MESSAGE = {
  "htmx:configRequest": begin,
  "htmx:beforeSwap": refuseOtherAnswers,
  "htmx:afterRequest": answered,
  "htmx:beforeRequest": () => {},
  "htmx:sendError": () => {},
  "htmx:responseError": () => {},
  "htmx:timeout": () => {},
};

function askBeforeSigningOut(event) {
  const form = document.querySelector("[data-kept-under]");
  const person = form?.dataset.keptUnder.split("/")[0];
  if (!event.target.closest("[data-sign-out]") || !person) return;
  // Where words of a rating are kept as well, their own script asks.
  if (kept(`${person}/`).some(holdsWords)) return;
  if (keptMessages(`${person}/`).length === 0) return;
  if (!window.confirm(form.dataset.leaving)) event.preventDefault();
}

for (const [name, does] of Object.entries(OF_A_MESSAGE)) {
  const hear = (event) => {
    const form = formOf(event);
    if (!form) return;
    does(form, event);
    event.stopPropagation();
  };
  document.addEventListener(name, hear, { capture: true });
}
document.addEventListener("input", onInput);
document.addEventListener("htmx:afterSettle", putBack);
document.addEventListener("toggle", putBack, { capture: true });
document.addEventListener("submit", askBeforeSigningOut);
holdOpen();
putBack();
