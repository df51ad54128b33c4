// What just happened stands beside the state of saving, which the next answer of the server
// replaces, and goes away by itself.

const STAYS_MS = 8000;

let timer = null;

export function tellNews(text) {
  const line = document.querySelector("#news");
  if (!line || !text) return;
  line.textContent = text;
  clearTimeout(timer);
  timer = setTimeout(() => (line.textContent = ""), STAYS_MS);
}
