// Words selected inside a turn can be cited as a quote: a small bar offers both stances.

import { numberOfSelected } from "./places.js";

let bar = null;

function textAround(node) {
  const element = node?.nodeType === Node.TEXT_NODE ? node.parentElement : node;
  return element?.closest("[data-turn] .turn-text") ?? null;
}

export function selectedQuote() {
  const selection = window.getSelection();
  if (!selection || selection.isCollapsed) return null;
  const text = textAround(selection.anchorNode);
  if (!text || text !== textAround(selection.focusNode)) return null;
  const quote = selection.toString().trim();
  const range = selection.getRangeAt(0);
  const turn = text.closest("[data-turn]").dataset.turn;
  return quote ? { turn, quote, range, nth: numberOfSelected(text, range, quote) } : null;
}

function hide() {
  bar?.remove();
  bar = null;
}

function show(found, onCite) {
  hide();
  bar = document.createElement("div");
  bar.className = "quote-bar";
  for (const stance of ["supports", "contradicts"]) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = document.querySelector(".turns").dataset[stance];
    // Before the press takes the selection away.
    button.addEventListener("pointerdown", (event) => event.preventDefault());
    button.addEventListener("click", () => {
      onCite({ ...found, stance });
      window.getSelection().removeAllRanges();
      hide();
    });
    bar.append(button);
  }
  document.body.append(bar);
  const place = found.range.getBoundingClientRect();
  const left = Math.min(Math.max(8, place.left), innerWidth - bar.offsetWidth - 8);
  const above = Math.max(8, place.top - bar.offsetHeight - 8);
  const lowest = innerHeight - bar.offsetHeight - 8;
  bar.style.left = `${left}px`;
  bar.style.top = `${place.bottom + 8 <= lowest ? Math.max(8, place.bottom + 8) : Math.min(above, lowest)}px`;
}

export function offerQuote(onCite) {
  document.addEventListener("selectionchange", () => {
    const found = selectedQuote();
    if (found) show(found, onCite);
    else hide();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
  });
}
