// Quotes are marked where they stand in the transcript. A browser that cannot mark a range shows
// the whole cited turn, as it does for a turn that is cited without words.
import { field, filledRows } from "./citations.js";
import { findWords, numberOfStored } from "./places.js";
import { isPlain } from "./plain.js";

const canMark = "highlights" in (globalThis.CSS ?? {}) && "Highlight" in globalThis;

export function mark(name, ranges) {
  if (canMark) CSS.highlights.set(name, new Highlight(...ranges));
}

export function turnNumbered(number) {
  return document.querySelector(`[data-turn="${CSS.escape(number)}"]`);
}

/** The text of a turn as it is shown now: rendered or plain. */
export function textOf(turn) {
  // Asking the browser what is visible would lay out each turn that is out of view.
  const rendered = isPlain() ? null : turn.querySelector("[data-rendered]");
  return rendered ?? plainTextOf(turn);
}

function plainTextOf(turn) {
  return turn.querySelector("[data-plain]") ?? turn.querySelector(".turn-text");
}

function numberOf(row, turn, quote) {
  const stored = field(row, "at").value;
  if (stored === "") return Number(field(row, "nth").value);
  return numberOfStored(plainTextOf(turn), Number(stored), quote);
}

function rangeOf(row) {
  const turn = turnNumbered(field(row, "turn").value);
  const quote = field(row, "quote").value.trim();
  const text = turn && quote && textOf(turn);
  return text ? findWords(text, quote, numberOf(row, turn, quote)) : null;
}

export function markQuotes(question) {
  const ranges = question ? filledRows(question).map(rangeOf) : [];
  mark("quoted", ranges.filter(Boolean));
  mark("pointed-at", []);
}

/** Scroll to what the row cites, and mark it; answers the turn. */
export function showPlace(row) {
  const turn = turnNumbered(field(row, "turn").value);
  if (!turn) return null;
  turn.scrollIntoView({ block: "nearest", behavior: "instant" });
  const range = rangeOf(row);
  mark("pointed-at", range ? [range] : []);
  if (range) requestAnimationFrame(() => scrollToRange(turn, range));
  return turn;
}

export function scrollToRange(turn, range) {
  const pane = turn.closest(".pane");
  const { top } = pane.getBoundingClientRect();
  const place = range.getBoundingClientRect();
  const isSeen = place.top > top + 48 && place.bottom < top + pane.clientHeight - 96;
  if (!isSeen) pane.scrollBy({ top: place.top - top - pane.clientHeight / 3 });
}
