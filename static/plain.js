// Markup rendered, or the text as it was written: a choice of this browser.
import { recall, remember } from "./remembered.js";

const NAME = "plain-text";

function show(isPlain) {
  document.body.classList.toggle("plain-text", isPlain);
  document.querySelectorAll("[data-plain-switch]").forEach((box) => (box.checked = isPlain));
}

export function isPlain() {
  return document.body.classList.contains("plain-text");
}

export function preparePlainSwitch() {
  const line = document.querySelector("[data-plain-line]");
  if (line) line.hidden = !document.querySelector("#transcript [data-rendered]");
  show(recall(NAME) === "yes");
}

export function onPlainSwitch(event) {
  if (!event.target.matches?.("[data-plain-switch]")) return false;
  remember(NAME, event.target.checked ? "yes" : "no");
  show(event.target.checked);
  return true;
}
