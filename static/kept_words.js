// Words that cannot be sent as they stand can be read and copied by their owner. What she cited is
// of the transcript, and is not shown.
const HERS = new Set([
  ...["justification", "what_would_change_it", "highlights", "training_feedback"],
  ...["rationale", "kept_because", "detail", "defect_reason"],
]);

// A field of one question or of one row has their name first.
function isHers([name]) {
  return HERS.has(name.split("-").at(-1));
}

function typedIn(entry) {
  const typed = entry.words.filter(isHers).map(([, value]) => value.trim());
  return typed.filter((value) => value);
}

function quoted(text) {
  const block = document.createElement("blockquote");
  block.textContent = text;
  return block;
}

function select(blocks) {
  const range = document.createRange();
  range.setStartBefore(blocks[0]);
  range.setEndAfter(blocks.at(-1));
  getSelection().removeAllRanges();
  getSelection().addRange(range);
}

// Without HTTPS a page may not copy by itself: then they are selected, ready to be copied.
async function copy(texts, blocks, button) {
  select(blocks);
  try {
    await navigator.clipboard.writeText(texts.join("\n\n"));
    button.textContent = button.dataset.copied;
  } catch {
    button.textContent = button.dataset.selected;
  }
}

/** To be put beside what says why they are here; null where she typed none. */
export function wordsOf(entry, { isOpen = false } = {}) {
  const texts = typedIn(entry);
  if (texts.length === 0) return null;
  const shown = document.querySelector("#kept-words").content.cloneNode(true).firstElementChild;
  const button = shown.querySelector("button");
  const blocks = texts.map(quoted);
  shown.open = isOpen;
  button.before(...blocks);
  button.addEventListener("click", () => copy(texts, blocks, button));
  return shown;
}
