// What this device keeps of other items than the one that is open: it is sent from whatever page of
// hers is open, and what cannot be sent is said with a link.
import { holdsWords, kept, keptMessages, nameOf, removeOld, takeLost } from "./journal.js";
import { wordsOf } from "./kept_words.js";
import { atTime, hasArrived, sendInOrder } from "./sending.js";
import { PAGE } from "./session.js";

const TRY_AGAIN_MS = 5000;

// Submitted without a network, and not complete: the words are with the server, as a draft.
const incomplete = new Map();
// Entries that the server refused as they stand, until something changes.
const refused = new Map();
// Entries whose item is not in her queue any more.
const gone = new Set();
let underWay = null;
let timer = null;
let onArrival = () => {};

function box() {
  return document.querySelector("#kept");
}

function person() {
  return box()?.dataset.person;
}

// Words of the open item are sent by its own page; that it was shown is not.
function isElsewhere(entry) {
  const here = document.querySelector("[data-rating-form]")?.dataset.keptAs;
  if (!holdsWords(entry)) return entry.page === PAGE || !here || !isOf(here, entry);
  return !here || !isOf(here, entry);
}

function isOf(place, entry) {
  return entry.name.startsWith(nameOf(place, ""));
}

function elsewhere() {
  return person() ? kept(`${person()}/`).filter(isElsewhere) : [];
}

// What stands in a field of this page is said there.
function messagesElsewhere() {
  const fields = [...document.querySelectorAll("[data-kept-under]")];
  const isHere = (entry) => fields.some((form) => isOf(form.dataset.keptUnder, entry));
  return person() ? keptMessages(`${person()}/`).filter((entry) => !isHere(entry)) : [];
}

function isWaiting(entry) {
  return isElsewhere(entry) && refused.get(entry.name) !== entry.mark;
}

export function waitsElsewhere() {
  return elsewhere().some(isWaiting);
}

function line({ item, rateAddress, at }, told, isLink) {
  const row = document.createElement("li");
  const name = document.createElement(isLink ? "a" : "strong");
  if (isLink) name.href = rateAddress;
  name.textContent = item;
  row.append(name, ` ${box().dataset[told].replace("{time}", () => atTime(at))}`);
  return row;
}

function lineOfWords(entry) {
  if (isWaiting(entry)) return line(entry, "waiting", false);
  if (!gone.has(entry.name)) return line(entry, "refused", true);
  const row = line(entry, "gone", false);
  row.append(wordsOf(entry) ?? "");
  return row;
}

export function showElsewhere() {
  if (!box()) return;
  const words = elsewhere().filter(holdsWords);
  const messages = messagesElsewhere();
  const rows = [
    ...[...incomplete.values()].map((entry) => line(entry, "incomplete", true)),
    ...words.map(lineOfWords),
    ...messages.map((entry) => line(entry, "message", Boolean(entry.rateAddress))),
  ];
  box().hidden = rows.length === 0;
  box().querySelector("[data-unsent]").hidden = words.length + messages.length === 0;
  const list = box().querySelector("ul");
  // A screen reader hears of it once.
  const text = rows.map((row) => row.textContent).join("");
  if (list.dataset.shown === text) return;
  list.dataset.shown = text;
  list.replaceChildren(...rows);
}

function note({ entry, result }) {
  const asked = entry.kind === "submit" || entry.kind === "defect";
  if (result === "gone") gone.add(entry.name);
  if (result === "not-saved" || result === "gone") refused.set(entry.name, entry.mark);
  else if (result === "saved" && asked) incomplete.set(entry.rateAddress, entry);
}

async function sendAll() {
  const results = await sendInOrder(person(), isWaiting);
  results.forEach(note);
  showElsewhere();
  if (results.some(({ entry, result }) => hasArrived(result) && holdsWords(entry))) onArrival();
  clearTimeout(timer);
  if (waitsElsewhere()) timer = setTimeout(sendElsewhere, TRY_AGAIN_MS);
  return results.every(({ result }) => result !== null && result !== "unknown");
}

/** Has everything had an answer? */
export function sendElsewhere() {
  showElsewhere();
  if (!waitsElsewhere()) return Promise.resolve(true);
  underWay ??= sendAll().finally(() => (underWay = null));
  return underWay;
}

export function stopSendingElsewhere() {
  clearTimeout(timer);
}

export function isAnyIncomplete() {
  return incomplete.size > 0;
}

// Signing in again in another window may have changed what the server says.
function tryAll() {
  refused.clear();
  sendElsewhere();
}

function tellWhatWasLost() {
  const line = document.querySelector("#kept-lost");
  const at = line && takeLost(person());
  if (!at) return;
  line.textContent = line.dataset.text.replace("{time}", () => atTime(at));
  line.hidden = false;
}

export function watchElsewhere(whenSomethingArrived = () => {}) {
  onArrival = whenSomethingArrived;
  removeOld({ exceptOf: person() });
  tellWhatWasLost();
  window.addEventListener("online", tryAll);
  window.addEventListener("focus", tryAll);
  window.addEventListener("storage", showElsewhere);
  sendElsewhere();
}

