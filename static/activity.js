// How long the reviewer works on the item: while its page is visible, in front, and used within
// the last minute. It is sent with her words and shown nowhere.
const STEP_MS = 1000;
const LONGEST_STEP_MS = 2 * STEP_MS;
const IDLE_AFTER_MS = 60000;
const USES = ["pointerdown", "pointermove", "keydown", "wheel", "scroll", "touchstart"];

let active = 0;
let lastStep = 0;
let lastUse = 0;
let firstInputAt = null;
// Since when an item is on the screen that the server does not know to be shown.
let shownAt = null;

function step() {
  const now = Date.now();
  // A laptop that slept, or a clock that was set, adds no more than a step.
  const passed = Math.max(0, Math.min(now - lastStep, LONGEST_STEP_MS));
  lastStep = now;
  const inFront = !document.hidden && document.hasFocus();
  if (inFront && now - lastUse < IDLE_AFTER_MS) active += passed;
}

function use() {
  lastUse = Date.now();
}

export function beginItem({ isFromMemory = false } = {}) {
  active = 0;
  firstInputAt = null;
  lastStep = lastUse = Date.now();
  shownAt = isFromMemory ? lastStep : null;
}

export function hadInput() {
  firstInputAt ??= Date.now();
}

// As kept with the words, until they are sent.
export function activity() {
  step();
  return { seconds: Math.round(active / 1000), firstInputAt, shownAt };
}

// As sent: how long ago and not when, for this device's clock may be wrong.
export function addActivity(words, { seconds, firstInputAt: first, shownAt: shown } = activity()) {
  words.set("active_seconds", String(seconds));
  words.set("first_input_ago", ago(first));
  if (shown) words.set("shown_ago", ago(shown));
}

function ago(moment) {
  return moment === null ? "" : String(Math.max(0, Math.round((Date.now() - moment) / 1000)));
}

export function watchActivity() {
  beginItem();
  setInterval(step, STEP_MS);
  USES.forEach((kind) => document.addEventListener(kind, use, { capture: true, passive: true }));
}
