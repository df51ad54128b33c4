// Words are saved soon after they are typed, and the state on the page is the truth about them:
// "not saved yet" from the first key, "saved" only when the server has said so. Until then they
// are kept on this device (journal.js).
import { act, begin, forgetAct, isAct, pressAgain } from "./acts.js";
import { activity, addActivity, beginItem, hadInput, watchActivity } from "./activity.js";
import { fetchAhead, goAhead, isAhead, markAhead, showHeld, watchAhead } from "./ahead.js";
import {
  sendElsewhere,
  stopSendingElsewhere,
  waitsElsewhere,
  watchElsewhere,
} from "./elsewhere.js";
import { arrived, keep, nameOf, remove } from "./journal.js";
import { tellNews } from "./news.js";
import { resume } from "./resuming.js";
import { askBeforeSigningOut, hasArrived, post } from "./sending.js";
import { PAGE, holdOpen } from "./session.js";

const SAVE_AFTER_MS = 500;
const SAVE_AT_LATEST_MS = 1000;
const TRY_AGAIN_MS = 5000;
const REST_MS = 3000;
const WAITING = { submit: "waiting", "put-off": "waitingLater", defect: "waitingDefect" };

let timer = null;
let unsavedSince = null;
// Why what was sent last did not arrive; "" when it did.
let failure = "";
let isKept = false;
let isLeft = false;
// What had the focus when the form went to rest, and until when it rests.
let pressedOn = null;
let rest = null;
// Counts the changes on this page, so that an answer tells which of them it is about, and so that
// the server tells an older request from a newer one.
let mark = 0;
let arrivedMark = 0;
let changedAt = Date.now();
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

function sayUnsaved() {
  const why = act() && failure !== "refused" ? WAITING[act().kind] : failure;
  if (isKept) sayBad(why);
  else sayBad(why === failure ? `${why}Alone` : "waitingAlone");
}

function isUnsaved() {
  return mark > arrivedMark || act() !== null;
}

function offerToGoOn(isOffered) {
  document.querySelector("[data-go-on]")?.toggleAttribute("hidden", !isOffered);
}

function keepAs(entry) {
  const place = form()?.dataset.keptAs;
  if (!place || !state()) return;
  isKept = keep(place, {
    ...{ page: PAGE, mark, at: changedAt, activity: activity(), submission: "" },
    rateAddress: form().getAttribute("hx-post"),
    draftAddress: state().getAttribute("hx-post"),
    item: document.querySelector("#item-heading").textContent.trim(),
    ...entry,
  });
}

function keepHere() {
  if (!form()) return;
  const words = [...new FormData(form())].filter(([name]) => name !== "csrfmiddlewaretoken");
  const pressed = act();
  keepAs({
    words,
    kind: pressed?.kind ?? "draft",
    submission: pressed?.name ?? "",
    address: pressed?.address ?? state()?.getAttribute("hx-post"),
  });
}

// That an item was shown from memory is told when there is a network again.
function keepThatItIsShown() {
  changedAt = Date.now();
  const page = new FormData(form());
  const words = ["rated_by", "opened_on"].map((name) => [name, page.get(name)]);
  keepAs({ words, kind: "shown", address: form().dataset.shown });
}

function save() {
  clearTimeout(timer);
  unsavedSince = null;
  if (!form()) return;
  if (act()) pressAgain();
  else window.htmx.trigger(form(), "words-changed");
}

function giveUpSending() {
  window.htmx.trigger(form(), "htmx:abort");
}

export function saveSoon() {
  if (!state() || form().inert) return;
  unsavedSince ??= Date.now();
  hadInput();
  mark += 1;
  changedAt = Date.now();
  if (act()) giveUpSending();
  if (act()) tellNews(state().dataset[act().kind === "submit" ? "changed" : "changedSince"]);
  forgetAct();
  offerToGoOn(false);
  keepHere();
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
  if (unsavedSince === null || act() || !form() || !state()) return;
  const words = new URLSearchParams(new FormData(form()));
  words.set("page", PAGE);
  words.set("mark", mark);
  addActivity(words);
  const sending = { place: form().dataset.keptAs, mark };
  post(state().getAttribute("hx-post"), words, { keepalive: true }).then((result) => {
    if (result === "saved") haveArrived(sending, state()?.dataset.saved);
    else if (result === "not-saved") save();
    else tryAgainLater("failed");
  });
  forgetTimer();
}

function tryAgainLater(why) {
  if (!state()) return;
  failure = why;
  sayUnsaved();
  offerToGoOn(act() && isKept && isAhead());
  clearTimeout(timer);
  unsavedSince ??= Date.now();
  timer = setTimeout(save, TRY_AGAIN_MS);
}

// The item is not hers any more: the same again would be refused for ever.
function tryNoMore() {
  failure = "refused";
  sayUnsaved();
  offerToGoOn(false);
  forgetTimer();
}

function tryAgainNow() {
  if (failure && unsavedSince !== null && !isLeft) save();
}

// A page that was left sends nothing more by itself: the next item would count as shown by it.
function leave() {
  flush();
  clearTimeout(timer);
  stopSendingElsewhere();
  isLeft = true;
}

function comeBack() {
  isLeft = false;
  tryAgainNow();
  sendElsewhere();
}

// Words that are on this page alone: the browser asks before they go.
function askBeforeLeaving(event) {
  if (isUnsaved() && !isKept && form() && state()) event.preventDefault();
}

// Another window of this browser has removed it, for example by signing out.
function hearOfRemoval({ key, newValue }) {
  const place = form()?.dataset.keptAs;
  if (!place || newValue !== null || (key !== null && key !== nameOf(place, PAGE))) return;
  isKept = false;
  if (failure && isUnsaved()) sayUnsaved();
}

function isDraft(path) {
  return path === state()?.getAttribute("hx-post");
}

// What is sent again is not kept again: she may have signed out in another window.
function press(path) {
  if (act()?.address === path) return;
  changedAt = Date.now();
  begin(path);
  keepHere();
}

// Items of hers that were finished without a network go first.
async function sendInOrder(event) {
  const { verb, path, issueRequest } = event.detail;
  if (verb !== "post" || !isAct(path) || !state() || !waitsElsewhere()) return;
  event.preventDefault();
  press(path);
  const pressed = act();
  if (!pressed.isTried) say(state().dataset.submitting, false);
  const isAnswered = await sendElsewhere();
  if (act() !== pressed) return;
  if (isAnswered) issueRequest(true);
  else tryAgainLater("failed");
}

function addToRequest(event) {
  const { verb, path, parameters } = event.detail;
  if (verb !== "post" || !form() || !(isAct(path) || isDraft(path))) return;
  addActivity(parameters);
  parameters.set("mark", mark);
  if (!isAct(path) || !state()) return;
  press(path);
  parameters.set("submission", act().name);
  parameters.set("ahead", markAhead());
}

// While an item is being submitted its form rests, so that no word is typed into what goes away.
// No longer than a good network needs: what is sent again disturbs nobody.
function goToRest() {
  pressedOn = document.activeElement;
  form().inert = true;
  offerToGoOn(false);
  say(state()?.dataset.submitting, false);
  clearTimeout(rest);
  rest = setTimeout(waitAwake, REST_MS);
}

function wake() {
  clearTimeout(rest);
  const isResting = form()?.inert;
  form()?.removeAttribute("inert");
  if (isResting && document.activeElement === document.body) pressedOn?.focus();
}

function waitAwake() {
  wake();
  if (!act()) return;
  failure = "failed";
  sayUnsaved();
  offerToGoOn(isKept && isAhead());
}

function sending(event) {
  const { verb, path } = event.detail.requestConfig;
  if (verb !== "post" || !form() || !(isAct(path) || isDraft(path))) return;
  sent.set(event.detail.xhr, { place: form().dataset.keptAs, mark });
  if (!isAct(path)) say(state()?.dataset.saving, false);
  else if (!act()?.isTried) goToRest();
  if (isAct(path) && act()) act().isTried = true;
}

function isNotice(xhr) {
  return xhr?.getResponseHeader("HX-Retarget") === "#notice";
}

function isTakenAway(xhr) {
  return xhr.getResponseHeader("Item-Is") === "taken-away";
}

// A proxy or a sign-in page of the network answers too; it does not get into this page.
function chooseWhatIsShown(event) {
  const { xhr } = event.detail;
  if (!sent.has(xhr) || isNotice(xhr)) return;
  if (xhr.getResponseHeader("Words-Are") === null) event.detail.shouldSwap = false;
  else showHeld(event.detail);
}

function answered(event) {
  const { xhr, successful } = event.detail;
  if (!sent.has(xhr)) return;
  wake();
  const told = xhr.getResponseHeader("Words-Are");
  if (hasArrived(told)) {
    clearNotice();
    forgetAct();
    haveArrived(sent.get(xhr));
    sendElsewhere();
  } else if (isTakenAway(xhr)) tryNoMore();
  else if (isNotice(xhr)) tryAgainLater("refused");
  else if (told !== null) forgetAct();
  else if (successful) tryAgainLater("failed");
}

// What the server wrote into the page tells the time; a last save is told in `words`.
function haveArrived({ place, mark: told }, words = "") {
  arrived({ name: nameOf(place, PAGE), mark: told });
  arrivedMark = Math.max(arrivedMark, told);
  failure = "";
  if (place !== form()?.dataset.keptAs) return;
  if (told !== mark) say(state()?.dataset.unsaved, false);
  else if (words) say(words, false);
}

// She has chosen: what stands on this page is neither sent nor kept.
function takeTheOther(event) {
  if (!event.target.closest("[data-take-other]")) return;
  remove(nameOf(form().dataset.keptAs, PAGE));
  arrivedMark = mark;
  forgetTimer();
}

// What is under way is given up: it is kept, and sent from the next item's page.
function goOnMeanwhile(event) {
  if (!event.target.closest("[data-go-on]") || !act() || !isAhead()) return;
  forgetTimer();
  giveUpSending();
  keepHere();
  forgetAct();
  arrivedMark = mark;
  failure = "";
  goAhead();
}

function clearNotice() {
  const notice = document.querySelector("#notice");
  if (notice?.querySelector(".error")) notice.replaceChildren();
}

function failed(event) {
  if (!sent.has(event.detail.xhr)) return;
  wake();
  tryAgainLater("failed");
}

function nextItem(event) {
  const { target, isFromMemory = false } = event.detail;
  if (!target?.matches("#rating, main")) return;
  beginItem({ isFromMemory });
  if (isFromMemory) keepThatItIsShown();
  resume(sayBad);
  sendElsewhere();
  fetchAhead();
}

export function keepWords() {
  document.addEventListener("htmx:confirm", sendInOrder);
  document.addEventListener("htmx:configRequest", addToRequest);
  document.addEventListener("htmx:beforeRequest", sending);
  document.addEventListener("htmx:beforeSwap", chooseWhatIsShown);
  document.addEventListener("htmx:afterRequest", answered);
  document.addEventListener("htmx:afterSettle", nextItem);
  for (const failure of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
    document.addEventListener(failure, failed);
  }
  document.addEventListener("click", takeTheOther);
  document.addEventListener("click", goOnMeanwhile);
  window.addEventListener("online", tryAgainNow);
  window.addEventListener("focus", tryAgainNow);
  window.addEventListener("pagehide", leave);
  window.addEventListener("pageshow", comeBack);
  window.addEventListener("beforeunload", askBeforeLeaving);
  window.addEventListener("storage", hearOfRemoval);
  document.addEventListener("visibilitychange", () => document.hidden && flush());
  holdOpen();
  watchActivity();
  askBeforeSigningOut(form()?.dataset.keptAs?.split("/")[0]);
  resume(sayBad);
  watchElsewhere();
  watchAhead();
}
