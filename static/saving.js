// Words are saved soon after they are typed, and the state on the page is the truth about them:
// "not saved yet" from the first key, "saved" only when the server has said so.
import { PAGE, token } from "./session.js";

const SAVE_AFTER_MS = 800;
const SAVE_AT_LATEST_MS = 4000;
const TRY_AGAIN_MS = 5000;

let timer = null;
let unsavedSince = null;
let isFailing = false;

function form() {
  return document.querySelector("[data-rating-form]");
}

function state() {
  return document.querySelector("#save-state");
}

function say(text, isBad) {
  const line = state()?.querySelector("[data-state]");
  if (!line) return;
  line.textContent = text;
  line.className = isBad ? "not-saved" : "saved";
}

function save() {
  clearTimeout(timer);
  unsavedSince = null;
  if (form()) window.htmx.trigger(form(), "words-changed");
}

export function saveSoon() {
  if (!state()) return;
  unsavedSince ??= Date.now();
  say(state().dataset.unsaved, false);
  clearTimeout(timer);
  const waited = Date.now() - unsavedSince;
  timer = setTimeout(save, Math.max(0, Math.min(SAVE_AFTER_MS, SAVE_AT_LATEST_MS - waited)));
}

function differs(field) {
  if (field.type === "radio" || field.type === "checkbox") {
    return field.checked !== field.defaultChecked;
  }
  return "defaultValue" in field && field.type !== "hidden" && field.value !== field.defaultValue;
}

// Words typed before this script was there, or put back by the browser on the way back.
export function saveWhatIsAlreadyThere() {
  if (form() && [...form().elements].some(differs)) saveSoon();
}

export function forgetTimer() {
  clearTimeout(timer);
  unsavedSince = null;
}

// Leaving the page: one last save that outlives it.
function flush() {
  if (unsavedSince === null || !form() || !state()) return;
  const words = new FormData(form());
  words.set("page", PAGE);
  if (token()) words.set("csrfmiddlewaretoken", token());
  fetch(state().getAttribute("hx-post"), {
    method: "POST",
    body: new URLSearchParams(words),
    headers: { "HX-Request": "true" },
    keepalive: true,
  });
  forgetTimer();
}

function failed() {
  form()?.removeAttribute("inert");
  tryAgainLater(state()?.dataset.failed);
}

function tryAgainLater(why) {
  if (!state()) return;
  say(why, true);
  clearTimeout(timer);
  unsavedSince ??= Date.now();
  isFailing = true;
  timer = setTimeout(save, TRY_AGAIN_MS);
}

// Words that could not be saved are on this page alone: the browser asks before they go.
function askBeforeLeaving(event) {
  if (isFailing && form() && state()) event.preventDefault();
}

// While an item is being submitted its form rests, so that no word is typed into what goes away.
function submitting(event) {
  const goesAway = event.detail.target?.id === "rating";
  form()?.toggleAttribute("inert", goesAway && event.detail.requestConfig?.verb === "post");
}

function answered(event) {
  form()?.removeAttribute("inert");
  const notice = document.querySelector("#notice");
  const refused = event.detail.xhr?.getResponseHeader("HX-Retarget") === "#notice";
  if (refused) tryAgainLater(state()?.dataset.refused);
  else if (event.detail.successful) {
    isFailing = false;
    if (notice?.querySelector(".error")) notice.replaceChildren();
  }
}

export function keepWords() {
  document.addEventListener("htmx:beforeRequest", submitting);
  document.addEventListener("htmx:afterRequest", answered);
  for (const failure of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
    document.addEventListener(failure, failed);
  }
  window.addEventListener("online", () => unsavedSince !== null && save());
  window.addEventListener("pagehide", flush);
  window.addEventListener("beforeunload", askBeforeLeaving);
  document.addEventListener("visibilitychange", () => document.hidden && flush());
}
