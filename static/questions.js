// The questions of the item, the one that is being answered, and what is still missing.
import { citedTurns } from "./citations.js";

const DECISIONS = { m: "2", p: "1", n: "0" };
const NUMBER_WITHIN_MS = 1000;

export function questions() {
  return [...document.querySelectorAll("[data-question]")];
}

export function activeQuestion() {
  return document.querySelector("[data-question].is-active");
}

export function labelOf(question) {
  return question.querySelector("legend").firstChild.textContent.trim();
}

export function activate(question) {
  if (!question || question.classList.contains("is-active")) return;
  questions().forEach((each) => each.classList.toggle("is-active", each === question));
  document.dispatchEvent(new Event("question:active"));
}

export function goToQuestion(question) {
  if (!question) return;
  activate(question);
  question.scrollIntoView({ block: "nearest" });
  question.focus({ preventScroll: true });
}

export function goToNextQuestion(by) {
  const all = questions();
  const at = all.indexOf(activeQuestion());
  goToQuestion(all[Math.min(Math.max(at + by, 0), all.length - 1)]);
}

function points(question) {
  return [...question.querySelectorAll(".scale .point")];
}

export function isAnswered(question) {
  return points(question).some((point) => point.querySelector("input").checked);
}

let typed = { digits: "", at: 0, question: null };

// "1" and then "0" within a second is 10 where the scale has a 10.
function numberTyped(question, digit, at) {
  const goesOn = typed.question === question && at - typed.at < NUMBER_WITHIN_MS;
  const digits = goesOn ? typed.digits + digit : digit;
  return [digits, digit].find((number) => pointNumbered(question, number));
}

function pointNumbered(question, number) {
  const labelled = points(question).find((point) => point.textContent.trim() === number);
  const reachesNothing = question.matches(".tiers") && number === "0";
  return labelled ?? (reachesNothing ? pointValued(question, "0") : undefined);
}

function pointValued(question, value) {
  return points(question).find((point) => point.querySelector("input").value === value);
}

function pointFor(question, key, at) {
  if (question.matches(".criterion")) return pointValued(question, DECISIONS[key]);
  const digits = numberTyped(question, key, at);
  typed = { digits: digits ?? "", at, question };
  return digits && pointNumbered(question, digits);
}

/** Choose the point that `key` names; answer its label, or nothing where the scale has none. */
export function score(key, at) {
  const question = activeQuestion();
  const point = question && pointFor(question, key, at);
  if (!point) return "";
  const input = point.querySelector("input");
  input.checked = true;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  return point.textContent.trim();
}

export function lacksEvidence(question) {
  const isNeeded = "needsEvidence" in question.dataset && !restsOnAbsence(question);
  return isNeeded && citedTurns(question).size === 0;
}

function restsOnAbsence(question) {
  return question.querySelector('[name$="-rests_on_absence"]')?.checked ?? false;
}

/** In page order: questions without an answer or evidence, and required texts that are empty. */
export function gaps() {
  const places = document.querySelectorAll(
    "[data-rating-form] :is([data-question], textarea[required], .part)",
  );
  return [...places].filter((place) => {
    if (place.matches("textarea")) return !place.value.trim();
    if (place.matches(".part")) return !place.querySelector("input:checked");
    return !isAnswered(place) || lacksEvidence(place);
  });
}

export function goToNextGap() {
  const all = gaps();
  const here = document.activeElement;
  const isAfter = (place) =>
    place !== here && here.compareDocumentPosition(place) & Node.DOCUMENT_POSITION_FOLLOWING;
  const next = all.find(isAfter) ?? all[0];
  if (!next) return false;
  if (next.matches("[data-question]")) goToQuestion(next);
  else goToField(next);
  return true;
}

function goToField(place) {
  activate(place.closest("[data-question]"));
  place.scrollIntoView({ block: "nearest" });
  const field = place.matches(".part") ? place.querySelector("input") : place;
  field.focus({ preventScroll: true });
}
