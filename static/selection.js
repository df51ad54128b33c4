// Words selected inside a turn can be cited as a quote: a small bar offers both stances. Under a
// thumb it lies at the foot of the transcript, away from the menu that the phone itself shows.
import { numberOfSelected } from "./places.js";
import { activeQuestion, labelOf } from "./questions.js";

const underThumb = window.matchMedia("(pointer: coarse), (max-width: 61.99rem)");
const STANCES = ["supports", "contradicts"];

let bar = null;
let offered = null;
// A phone takes the selection away when the bar is touched, before the press is done.
let isPressed = false;
let hadSelection = false;

function textAround(node) {
  const element = node?.nodeType === Node.TEXT_NODE ? node.parentElement : node;
  return element?.closest("[data-turn] .turn-text") ?? null;
}

function selectedText() {
  const selection = window.getSelection();
  if (!selection || selection.isCollapsed) return null;
  const text = textAround(selection.anchorNode);
  if (!text || text !== textAround(selection.focusNode)) return null;
  const quote = selection.toString().trim();
  return quote ? { text, quote, range: selection.getRangeAt(0).cloneRange() } : null;
}

function asCitation({ text, quote, range }) {
  const turn = text.closest("[data-turn]").dataset.turn;
  return { turn, quote, nth: numberOfSelected(text, range, quote) };
}

export function selectedQuote() {
  const found = selectedText();
  return found && asCitation(found);
}

/** Whether the press that is going on only takes a selection away. */
export function endsSelection() {
  return hadSelection;
}

function hide() {
  bar?.remove();
  offered = null;
}

function buttonFor(stance, onCite) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = document.querySelector(".turns").dataset[stance];
  button.addEventListener("click", () => {
    const found = asCitation(offered);
    isPressed = false;
    window.getSelection().removeAllRanges();
    hide();
    onCite({ ...found, stance });
  });
  return button;
}

function newBar(onCite) {
  const made = document.createElement("div");
  made.className = "quote-bar";
  const question = document.createElement("span");
  made.append(question, ...STANCES.map((stance) => buttonFor(stance, onCite)));
  // Before the press takes the selection away.
  made.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    isPressed = true;
  });
  return made;
}

function placeBeside(range) {
  const place = range.getBoundingClientRect();
  const left = Math.min(Math.max(8, place.left), innerWidth - bar.offsetWidth - 8);
  const above = Math.max(8, place.top - bar.offsetHeight - 8);
  const lowest = innerHeight - bar.offsetHeight - 8;
  const below = Math.max(8, place.bottom + 8);
  bar.style.left = `${left}px`;
  bar.style.top = `${place.bottom + 8 <= lowest ? below : Math.min(above, lowest)}px`;
}

function show(found, onCite) {
  offered = found;
  bar ??= newBar(onCite);
  bar.classList.toggle("is-docked", underThumb.matches);
  bar.firstChild.textContent = activeQuestion() ? labelOf(activeQuestion()) : "";
  if (!bar.isConnected) document.body.append(bar);
  if (underThumb.matches) bar.removeAttribute("style");
  else placeBeside(found.range);
}

function offer(onCite) {
  if (isPressed) return;
  const found = selectedText();
  if (found) show(found, onCite);
  else hide();
}

export function offerQuote(onCite) {
  document.addEventListener("selectionchange", () => offer(onCite));
  document.addEventListener("pointerdown", () => {
    hadSelection = !(window.getSelection()?.isCollapsed ?? true);
  }, true);
  for (const kind of ["pointercancel", "click"]) {
    document.addEventListener(kind, () => (isPressed = false));
  }
  document.addEventListener("keydown", (event) => {
    hadSelection = false;
    if (event.key === "Escape") hide();
  });
}
