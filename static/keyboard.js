// Single keys for everything on the rating page. Which key does what is read from the sheet of
// shortcuts on the page, so that what stands there is what happens.
import { recall, remember } from "./remembered.js";

const NAME = "shortcuts";
const TEXT =
  "textarea, select, [contenteditable], input:not([type=radio], [type=checkbox], [type=submit])";

let isSwitchedOff = recall(NAME) === "off";

function sheet() {
  return document.querySelector("#shortcuts");
}

function isTyping(target) {
  return Boolean(target.closest?.(TEXT));
}

function isMeant(event) {
  const isHeld = event.ctrlKey || event.altKey || event.metaKey;
  return !isSwitchedOff && !isHeld && !event.repeat && !event.isComposing && !event.defaultPrevented;
}

// On a keyboard of another script the place of the key counts.
function keyOf(event) {
  const isLatin = event.key.length === 1 && event.key < "\u0080";
  return isLatin ? event.key.toLowerCase() : event.code.replace(/^Key/, "").toLowerCase();
}

function meaningOf(key) {
  return [...sheet().querySelectorAll("[data-does]")].find((each) =>
    each.dataset.keys.split(" ").includes(key),
  )?.dataset.does;
}

function onKey(event, actions) {
  if (!sheet() || !isMeant(event) || document.querySelector("dialog[open]")) return;
  if (isTyping(event.target)) {
    if (event.key === "Escape") leave(event.target);
    return;
  }
  const key = keyOf(event);
  const action = actions[meaningOf(key)];
  if (!action) return;
  event.preventDefault();
  action(key, event.timeStamp);
}

// Out of a text, so that keys are shortcuts again.
function leave(field) {
  const place = field.closest("[data-question], .pane");
  if (place) place.focus({ preventScroll: true });
  else field.blur();
}

export function openSheet() {
  sheet()?.showModal();
}

export function showSheetButton() {
  document.querySelector("[data-open-shortcuts]")?.removeAttribute("hidden");
}

function prepareSwitch() {
  const box = sheet()?.querySelector("[data-shortcuts-on]");
  if (!box) return;
  box.checked = !isSwitchedOff;
  box.addEventListener("change", () => {
    isSwitchedOff = !box.checked;
    remember(NAME, isSwitchedOff ? "off" : "on");
  });
}

export function listenToKeys(actions) {
  prepareSwitch();
  document.addEventListener("keydown", (event) => onKey(event, actions));
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-open-shortcuts]")) openSheet();
  });
}
