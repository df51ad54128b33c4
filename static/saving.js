// Words are saved soon after they are typed, and the state on the page is the truth about them:
// "not saved yet" from the first key, "saved" only when the server has said so. Until then they
// are kept on this device (journal.js).
import { activity, addActivity, beginItem, hadInput, watchActivity } from "./activity.js";
import { arrived, keep, nameOf, remove } from "./journal.js";
import { resume } from "./resuming.js";
import { askBeforeSigningOut, post } from "./sending.js";
import { PAGE, newName } from "./session.js";

const SAVE_AFTER_MS = 500;
const SAVE_AT_LATEST_MS = 1000;
const TRY_AGAIN_MS = 5000;
const NEWS_MS = 8000;

let timer = null;
let unsavedSince = null;
let isFailing = false;
let isKept = false;
let isLeft = false;
let newsTimer = null;
// Counts the changes on this page, so that an answer tells which of them it is about.
let mark = 0;
// Names the submission under way, as long as the words are those that were submitted.
let submission = "";
const sent = new WeakMap();

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

function sayBad(why) {
  say(state()?.dataset[why] ?? "", true);
}

function keepHere() {
  const place = form()?.dataset.keptAs;
  if (!place || !state()) return;
  const words = [...new FormData(form())].filter(([name]) => name !== "csrfmiddlewaretoken");
  isKept = keep(place, {
    ...{ page: PAGE, mark, submission, words, at: Date.now(), activity: activity() },
    rateAddress: form().getAttribute("hx-post"),
    draftAddress: state().getAttribute("hx-post"),
    item: document.querySelector("#item-heading").textContent.trim(),
  });
}

// What just happened stands beside the state, which the next answer of the server replaces.
function tellNews(text) {
  const line = document.querySelector("#news");
  if (!line) return;
  line.textContent = text;
  clearTimeout(newsTimer);
  newsTimer = setTimeout(() => (line.textContent = ""), NEWS_MS);
}

function save() {
  clearTimeout(timer);
  unsavedSince = null;
  if (form()) window.htmx.trigger(form(), submission ? "submit" : "words-changed");
}

export function saveSoon(news = "") {
  if (!state() || form().inert) return;
  unsavedSince ??= Date.now();
  hadInput();
  mark += 1;
  if (submission) news = state().dataset.changed;
  submission = "";
  keepHere();
  if (news) tellNews(news);
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

// Leaving the page: one last save that outlives it. What was submitted waits for the next page.
function flush() {
  if (unsavedSince === null || submission || !form() || !state()) return;
  const words = new URLSearchParams(new FormData(form()));
  words.set("page", PAGE);
  addActivity(words);
  const sending = { place: form().dataset.keptAs, mark };
  post(state().getAttribute("hx-post"), words, { keepalive: true }).then((result) => {
    if (result === "saved") haveArrived(sending, state()?.dataset.saved);
    else if (result === null) tryAgainLater("failed");
    else save();
  });
  forgetTimer();
}

function tryAgainLater(why) {
  if (!state()) return;
  sayBad(submission ? "waiting" : why);
  clearTimeout(timer);
  unsavedSince ??= Date.now();
  isFailing = true;
  timer = setTimeout(save, TRY_AGAIN_MS);
}

function tryAgainNow() {
  if (isFailing && unsavedSince !== null && !isLeft) save();
}

// A page that was left sends nothing more by itself: the next item would count as shown by it.
function leave() {
  flush();
  clearTimeout(timer);
  isLeft = true;
}

function comeBack() {
  isLeft = false;
  tryAgainNow();
}

// Words that are on this page alone: the browser asks before they go.
function askBeforeLeaving(event) {
  if (isFailing && !isKept && form() && state()) event.preventDefault();
}

function isSubmit(request) {
  return request?.verb === "post" && request.path === form()?.getAttribute("hx-post");
}

function addToRequest(event) {
  if (event.detail.verb === "post" && form()) addActivity(event.detail.parameters);
  if (!isSubmit(event.detail) || !state()) return;
  submission ||= newName();
  event.detail.parameters.set("submission", submission);
  keepHere();
}

// While an item is being submitted its form rests, so that no word is typed into what goes away.
function sending(event) {
  const request = event.detail.requestConfig;
  if (request?.verb !== "post" || !form()) return;
  sent.set(event.detail.xhr, { place: form().dataset.keptAs, mark });
  const goesAway = event.detail.target?.id === "rating";
  form().toggleAttribute("inert", goesAway);
  say(goesAway ? state()?.dataset.submitting : state()?.dataset.saving, false);
}

function isNotice(xhr) {
  return xhr?.getResponseHeader("HX-Retarget") === "#notice";
}

// A proxy or a sign-in page of the network answers too; it does not get into this page.
function refuseOtherAnswers(event) {
  const { xhr, requestConfig } = event.detail;
  if (requestConfig?.verb !== "post" || isNotice(xhr)) return;
  if (xhr.getResponseHeader("Words-Are") === null) event.detail.shouldSwap = false;
}

function answered(event) {
  const { xhr, requestConfig, successful } = event.detail;
  if (requestConfig?.verb !== "post") return;
  form()?.removeAttribute("inert");
  const told = xhr.getResponseHeader("Words-Are");
  const sending = sent.get(xhr);
  if (told === "saved" || told === "submitted") {
    clearNotice();
    submission = "";
    if (sending) haveArrived(sending);
  } else if (isNotice(xhr)) tryAgainLater("refused");
  else if (told !== null) submission = "";
  else if (successful) tryAgainLater("failed");
}

// What the server wrote into the page tells the time; a last save is told in `words`.
function haveArrived({ place, mark: told }, words = "") {
  arrived({ name: nameOf(place, PAGE), mark: told });
  isFailing = false;
  if (place !== form()?.dataset.keptAs) return;
  if (told !== mark) say(state()?.dataset.unsaved, false);
  else if (words) say(words, false);
}

// She has chosen: what stands on this page is neither sent nor kept.
function takeTheOther(event) {
  if (!event.target.closest("[data-take-other]")) return;
  remove(nameOf(form().dataset.keptAs, PAGE));
  forgetTimer();
}

function clearNotice() {
  const notice = document.querySelector("#notice");
  if (notice?.querySelector(".error")) notice.replaceChildren();
}

function failed() {
  form()?.removeAttribute("inert");
  tryAgainLater("failed");
}

function resumeNext(event) {
  if (!event.detail.target?.matches("#rating, main")) return;
  beginItem();
  resume(sayBad);
}

export function keepWords() {
  document.addEventListener("htmx:configRequest", addToRequest);
  document.addEventListener("htmx:beforeRequest", sending);
  document.addEventListener("htmx:beforeSwap", refuseOtherAnswers);
  document.addEventListener("htmx:afterRequest", answered);
  document.addEventListener("htmx:afterSettle", resumeNext);
  for (const failure of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
    document.addEventListener(failure, failed);
  }
  document.addEventListener("click", takeTheOther);
  window.addEventListener("online", tryAgainNow);
  window.addEventListener("focus", tryAgainNow);
  window.addEventListener("pagehide", leave);
  window.addEventListener("pageshow", comeBack);
  window.addEventListener("beforeunload", askBeforeLeaving);
  document.addEventListener("visibilitychange", () => document.hidden && flush());
  watchActivity();
  askBeforeSigningOut(form()?.dataset.keptAs?.split("/")[0]);
  resume(sayBad);
}
