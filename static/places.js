// Where do words stand in a turn as it is shown? White space and markup do not count, so that the
// words are found whether markup is rendered or not: as raters/evidence.py does.

const LEFT_OUT = /[\s\x1c-\x1f\x85\ufeff*_`#|~<>[\]()!\\\-+=:]/u;
const TYPED = { "‘": "'", "’": "'", "ʼ": "'", "“": '"', "”": '"' };
const DASHES = /[‐‑–—−]/u;
// Numbers and bullets of lists are drawn by the browser; fences not at all.
const UNSHOWN =
  /(?<![^\n])[ \t]*(?:`{3,}|~{3,})[^\n]*|(?<![^\n])[ \t>]*(?:[-*+]|\d{1,9}[.)])(?=[ \t])/g;

function withoutUnshown(text) {
  return text.replace(UNSHOWN, (found) => " ".repeat(found.length));
}

function bare(text) {
  const shown = withoutUnshown(text);
  const places = [];
  let characters = "";
  for (let place = 0; place < shown.length; place += 1) {
    const char = TYPED[shown[place]] ?? shown[place];
    if (LEFT_OUT.test(char) || DASHES.test(char)) continue;
    characters += char;
    places.push(place);
  }
  return { characters, places };
}

function matches(characters, words) {
  const found = [];
  for (let at = words ? characters.indexOf(words) : -1; at >= 0; ) {
    found.push(at);
    at = characters.indexOf(words, at + 1);
  }
  return found;
}

function textNodes(element) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const nodes = [];
  while (walker.nextNode()) nodes.push(walker.currentNode);
  return nodes;
}

function pointAt(nodes, place) {
  let rest = place;
  for (const node of nodes) {
    if (rest < node.length) return { node, offset: rest };
    rest -= node.length;
  }
  return null;
}

/** The range from `first` to `last` (both included) of all text in `element`. */
export function rangeOf(element, first, last) {
  const nodes = textNodes(element);
  const start = pointAt(nodes, first);
  const end = pointAt(nodes, last);
  if (!start || !end) return null;
  const range = document.createRange();
  range.setStart(start.node, start.offset);
  range.setEnd(end.node, end.offset + 1);
  return range;
}

/** The `nth` place of `quote` in the text of `element`, as a range; null where it is not there. */
export function findWords(element, quote, nth) {
  const text = bare(element.textContent);
  const words = bare(quote).characters;
  const found = matches(text.characters, words);
  if (!found.length) return null;
  const at = found[Math.min(nth, found.length - 1)];
  return rangeOf(element, text.places[at], text.places[at + words.length - 1]);
}

/** The how manieth place of `quote` it is that begins at or after `point` in the text. */
function numberFrom(text, quote, point) {
  const start = bare(text.slice(0, point)).characters.length;
  const found = matches(bare(text).characters, bare(quote).characters);
  return Math.max(0, found.findIndex((at) => at >= start));
}

export function numberOfSelected(element, range, quote) {
  const before = document.createRange();
  before.selectNodeContents(element);
  before.setEnd(range.startContainer, range.startOffset);
  return numberFrom(element.textContent, quote, before.toString().length);
}

/** The same for words that the server has found at a code point of the plain text. */
export function numberOfStored(element, codePoint, quote) {
  const before = [...element.textContent].slice(0, codePoint).join("");
  return numberFrom(element.textContent, quote, before.length);
}
