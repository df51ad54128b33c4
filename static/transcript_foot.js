// On a narrow screen the questions are out of view while one reads. The foot of the transcript
// says for which question a tap cites, lets her choose another, and repeats what is told in the
// row of the other pane: what was just cited, and whether it is saved.
import { activate, activeQuestion, goToQuestion, labelOf, questions } from "./questions.js";

let repeating = null;

function foot() {
  return document.querySelector("[data-foot]");
}

function choice() {
  return foot()?.querySelector("select");
}

function fillChoice() {
  choice().replaceChildren(
    ...questions().map((question) => new Option(labelOf(question), question.id)),
  );
}

function showChosen() {
  if (choice() && activeQuestion()) choice().value = activeQuestion().id;
}

function repeat() {
  if (!foot()) return;
  const told = (selector) => document.querySelector(selector)?.textContent.trim() ?? "";
  foot().querySelector("[data-news]").textContent = told("#news");
  foot().querySelector("[data-saved]").textContent = told("#save-state [data-state]");
}

function repeatWhatIsTold() {
  repeating?.disconnect();
  const row = document.querySelector(".submit-row");
  if (!row) return;
  repeating = new MutationObserver(repeat);
  repeating.observe(row, { subtree: true, childList: true, characterData: true });
  repeat();
}

/** Offer to take the last citation back, or offer it no longer. */
export function offerToTakeBack(isPossible) {
  foot()?.querySelector("[data-take-back]").toggleAttribute("hidden", !isPossible);
}

/** To be called for each new item. */
export function prepareFoot() {
  if (!foot()) return;
  foot().hidden = false;
  fillChoice();
  showChosen();
  repeatWhatIsTold();
}

export function listenToFoot(takeBack) {
  document.addEventListener("question:active", showChosen);
  document.addEventListener("change", (event) => {
    if (event.target === choice()) activate(document.getElementById(choice().value));
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-to-question]")) goToQuestion(activeQuestion());
    else if (event.target.closest("[data-take-back]")) {
      takeBack();
      // The button is gone, and focus must not go with it.
      foot().querySelector("[data-to-question]").focus({ preventScroll: true });
    }
  });
}
