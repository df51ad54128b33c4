// Find words in the transcript that is rated: how often they stand there, and from one to the next.
import { mark, scrollToRange, textOf } from "./highlights.js";
import { rangeOf } from "./places.js";
import { currentTurn, setCurrentTurn, turns } from "./turns.js";

const MOST = 2000;
let found = [];
let at = -1;

function box() {
  return document.querySelector("[data-find]");
}

function* placesIn(turn, pattern) {
  const text = textOf(turn);
  for (const match of text?.textContent.matchAll(pattern) ?? []) {
    const range = rangeOf(text, match.index, match.index + match[0].length - 1);
    if (range) yield { turn, range };
  }
}

function places(words) {
  if (!words) return [];
  const pattern = new RegExp(words.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&"), "gi");
  const all = [];
  for (const turn of turns()) {
    for (const place of placesIn(turn, pattern)) if (all.push(place) === MOST) return all;
  }
  return all;
}

function show() {
  mark("found", found.map(({ range }) => range));
  mark("found-now", found[at] ? [found[at].range] : []);
  const words = box().querySelector("input").value.trim();
  box().querySelector("[data-count]").textContent = words ? `${at + 1} / ${found.length}` : "";
  if (!found[at]) return;
  const { turn, range } = found[at];
  setCurrentTurn(turn);
  turn.scrollIntoView({ block: "nearest", behavior: "instant" });
  requestAnimationFrame(() => scrollToRange(turn, range));
}

function search() {
  found = places(box().querySelector("input").value.trim());
  at = found.length ? 0 : -1;
  show();
}

function step(by) {
  if (!found.length) return;
  at = (at + by + found.length) % found.length;
  show();
}

function onKey(event) {
  if (!event.target.matches?.("[data-find] input")) return;
  if (event.key === "Enter") step(event.shiftKey ? -1 : 1);
  else if (event.key === "Escape") end();
  else return;
  event.preventDefault();
}

// The turn of the place last shown is where one goes on: its next key can cite it.
function end() {
  box().querySelector("input").value = "";
  found = [];
  at = -1;
  show();
  (currentTurn() ?? document.querySelector("#transcript")).focus({ preventScroll: true });
}

export function goToFind() {
  box()?.querySelector("input").focus();
}

export function prepareFind() {
  found = [];
  at = -1;
  for (const name of ["found", "found-now"]) mark(name, []);
  box()?.removeAttribute("hidden");
}

export function listenToFind() {
  document.addEventListener("keydown", onKey);
  document.addEventListener("input", (event) => {
    if (event.target.matches("[data-find] input")) search();
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-find] [data-step]");
    if (button) step(Number(button.dataset.step));
  });
}
