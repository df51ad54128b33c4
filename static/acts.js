// What she pressed: to submit, to put off, to report as defective. It has a name, so that it is
// done once however often it is sent, and it holds as long as no word is changed. `isTried`: it has
// been sent once.
import { newName } from "./session.js";

const PLACES = {
  submit: "[data-rating-form]",
  "put-off": "[data-act=put-off]",
  defect: "[data-act=defect]",
};

let current = null;

function placeOf(kind) {
  return document.querySelector(PLACES[kind]);
}

function kindOf(address) {
  return Object.keys(PLACES).find((kind) => placeOf(kind)?.getAttribute("hx-post") === address);
}

export function isAct(address) {
  return kindOf(address) !== undefined;
}

export function act() {
  return current;
}

/** The same again, if it is under way already. */
export function begin(address) {
  if (current?.address !== address) {
    current = { kind: kindOf(address), name: newName(), address, isTried: false };
  }
  return current;
}

export function forgetAct() {
  current = null;
}

export function pressAgain() {
  window.htmx.trigger(placeOf(current.kind), current.kind === "submit" ? "submit" : "click");
}
