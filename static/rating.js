// The rating page: citing by click and selection, saving as the reviewer types.
// Everything here is a comfort; without it the form is filled in and sent as it stands.
import { citedTurns, cite, prepareCitations, removeCitation, addCitation } from "./citations.js";
import { showCoverage } from "./coverage.js";
import { watchReading } from "./reading.js";
import { offerQuote } from "./selection.js";
import { forgetTimer, keepWords, saveSoon, saveWhatIsAlreadyThere } from "./saving.js";
import { keepTokenFresh } from "./session.js";

function form() {
  return document.querySelector("[data-rating-form]");
}

function questions() {
  return [...document.querySelectorAll("[data-question]")];
}

function activeQuestion() {
  return document.querySelector("[data-question].is-active");
}

function activate(question) {
  if (!question || question.classList.contains("is-active")) return;
  questions().forEach((each) => each.classList.toggle("is-active", each === question));
  showCitedTurns();
}

function firstUnanswered() {
  return questions().find((question) => !question.querySelector("input[type=radio]:checked"));
}

function showCitedTurns() {
  const cited = activeQuestion() ? citedTurns(activeQuestion()) : new Set();
  document.querySelectorAll("[data-turn]").forEach((turn) => {
    turn.classList.toggle("is-cited", cited.has(turn.dataset.turn));
  });
}

function citeInActive(turn, quote = "", stance = "supports") {
  const question = activeQuestion();
  if (!question) return;
  cite(question, { turn, quote, stance });
  showCitedTurns();
  saveSoon();
}

function onClick(event) {
  const target = event.target.closest("button, [data-turn]");
  if (!target) return;
  if (target.matches(".add-citation")) {
    event.preventDefault();
    addCitation(target.closest("[data-question]")).querySelector("input").focus();
  } else if (target.matches(".remove-citation")) {
    removeCitation(target.closest("[data-citation]"));
    showCitedTurns();
    saveSoon();
  } else if (target.matches("[data-cite]")) {
    citeInActive(target.dataset.cite);
  } else if (target.matches("[data-turn]") && !String(window.getSelection())) {
    citeInActive(target.dataset.turn);
  }
}

function onInput(event) {
  if (!event.target.closest("[data-rating-form]")) return;
  activate(event.target.closest("[data-question]"));
  showCitedTurns();
  showCoverage();
  saveSoon();
}

function prepare() {
  if (!form()) return;
  questions().forEach(prepareCitations);
  activate(firstUnanswered() ?? questions()[0]);
  document.querySelector(".save-draft")?.setAttribute("hidden", "");
  showCitedTurns();
  showCoverage();
  watchReading();
}

function afterSwap(event) {
  if (!event.detail.target?.matches("#rating, main")) return;
  forgetTimer();
  prepare();
  const gaps = document.querySelector("#gaps");
  window.scrollTo(0, 0);
  gaps?.scrollIntoView({ block: "center" });
  (gaps ?? document.querySelector("#rating h1"))?.focus({ preventScroll: true });
}

function onLinkToGap(event) {
  const link = event.target.closest("#gaps a");
  const place = link && document.querySelector(link.hash);
  if (!place) return;
  event.preventDefault();
  activate(place.closest("[data-question]"));
  place.scrollIntoView({ block: "start" });
  (place.querySelector("input:not([type=hidden]), textarea") ?? place).focus({ preventScroll: true });
}

// Enter in a one-line field would send the whole form.
function onEnter(event) {
  if (event.key === "Enter" && event.target.matches("[data-rating-form] input")) {
    event.preventDefault();
  }
}

document.addEventListener("keydown", onEnter);
document.addEventListener("click", onClick);
document.addEventListener("click", onLinkToGap);
document.addEventListener("input", onInput);
document.addEventListener("focusin", (event) => activate(event.target.closest("[data-question]")));
document.addEventListener("htmx:afterSettle", afterSwap);
offerQuote(citeInActive);
keepTokenFresh();
keepWords();
prepare();
saveWhatIsAlreadyThere();
window.addEventListener("pageshow", saveWhatIsAlreadyThere);
