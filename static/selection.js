// Words selected inside a turn can be cited as a quote: a small bar offers both stances.

let bar = null;

function turnOf(node) {
  const element = node?.nodeType === Node.TEXT_NODE ? node.parentElement : node;
  return element?.closest(".turn-text")?.closest("[data-turn]") ?? null;
}

function selectedQuote() {
  const selection = window.getSelection();
  if (!selection || selection.isCollapsed) return null;
  const turn = turnOf(selection.anchorNode);
  if (!turn || turn !== turnOf(selection.focusNode)) return null;
  const quote = selection.toString().trim();
  return quote ? { turn: turn.dataset.turn, quote, range: selection.getRangeAt(0) } : null;
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
      onCite(found.turn, found.quote, stance);
      window.getSelection().removeAllRanges();
      hide();
    });
    bar.append(button);
  }
  document.body.append(bar);
  const place = found.range.getBoundingClientRect();
  const left = Math.min(Math.max(8, place.left), innerWidth - bar.offsetWidth - 8);
  const below = place.bottom + 8 + bar.offsetHeight < innerHeight;
  bar.style.left = `${left}px`;
  bar.style.top = `${below ? place.bottom + 8 : Math.max(8, place.top - bar.offsetHeight - 8)}px`;
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
