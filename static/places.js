// Where do words stand in a turn as it is shown? White space and markup do not count, so that the
// words are found whether markup is rendered or not: as raters/evidence.py does.

const LEFT_OUT = /[\s\x1c-\x1f\x85\ufeff*_\x60#|~<>[\]()!\\\-+=:]/u;
const TYPED = { "‘": "'", "’": "'", "ʼ": "'", "“": '"', "”": '"' };
const DASHES = /[‐‑–—−]/u;
// Numbers and bullets of lists are drawn by the browser; fences not at all.
const UNSHOWN =
  /(?<![^\n])[ \t]*(?:\x60{3,}|~{3,})[^\n]*|(?<![^\n])[ \t>]*(?:[-*+]|\d{1,9}[.)])(?=[ \t])/g;

// A turn of 90 KB is read once: its text does not change as long as it is on the page.
const texts = new WeakMap();
const nodes = new WeakMap();

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

function once(known, element, read) {
  if (!known.has(element)) known.set(element, read(element));
  return known.get(element);
}

function bareTextOf(element) {
  return once(texts, element, () => bare(element.textContent));
}

function matches(characters, words) {
  const found = [];
  for (let at = words ? characters.indexOf(words) : -1; at >= 0; ) {
    found.push(at);
    at = characters.indexOf(words, at + 1);
  }
  return found;
}

function textNodesOf(element) {
  return once(nodes, element, () => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const all = [];
    for (let from = 0; walker.nextNode(); from += walker.currentNode.length) {
      all.push({ node: walker.currentNode, from });
    }
    return all;
  });
}

/** How many of `sorted` come before the first for which `isReached` holds. */
function firstWhere(sorted, isReached) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isReached(sorted[middle])) high = middle;
    else low = middle + 1;
  }
  return low;
}

function pointAt(element, place) {
  const all = textNodesOf(element);
  const next = firstWhere(all, ({ node, from }) => from + node.length > place);
  return all[next] && { node: all[next].node, offset: place - all[next].from };
}

/** The range from `first` to `last` (both included) of all text in `element`. */
export function rangeOf(element, first, last) {
  const start = pointAt(element, first);
  const end = pointAt(element, last);
  if (!start || !end) return null;
  const range = document.createRange();
  range.setStart(start.node, start.offset);
  range.setEnd(end.node, end.offset + 1);
  return range;
}

/** The `nth` place of `quote` in the text of `element`, as a range; null where it is not there. */
export function findWords(element, quote, nth) {
  const text = bareTextOf(element);
  const words = bare(quote).characters;
  const found = matches(text.characters, words);
  if (!found.length) return null;
  const at = found[Math.min(nth, found.length - 1)];
  return rangeOf(element, text.places[at], text.places[at + words.length - 1]);
}

/** The how manieth place of `quote` it is that begins at or after `point` in the text. */
function numberFrom(element, quote, point) {
  const { characters, places } = bareTextOf(element);
  const start = firstWhere(places, (place) => place >= point);
  const found = matches(characters, bare(quote).characters);
  return Math.max(0, found.findIndex((at) => at >= start));
}

export function numberOfSelected(element, range, quote) {
  const before = document.createRange();
  before.selectNodeContents(element);
  before.setEnd(range.startContainer, range.startOffset);
  return numberFrom(element, quote, before.toString().length);
}

/** The same for words that the server has found at a code point of the plain text. */
export function numberOfStored(element, codePoint, quote) {
  const text = element.textContent;
  let place = 0;
  for (let n = 0; n < codePoint; n += 1) place += text.codePointAt(place) > 0xffff ? 2 : 1;
  return numberFrom(element, quote, place);
}
