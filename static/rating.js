// The rating page: citing by click, key and selection, saving as the reviewer types.
// Everything here is a comfort; without it the form is filled in and sent as it stands.
import {
  addCitation,
  cite,
  citedTurns,
  field,
  fold,
  lastStance,
  prepareCitations,
  removeCitation,
  removeLast,
  stanceOf,
  switchLastStance,
  unfold,
} from "./citations.js";
import { showCoverage } from "./coverage.js";
import { goToFind, listenToFind, prepareFind } from "./find.js";
import { markQuotes, showPlace } from "./highlights.js";
import { listenToKeys, openSheet, showSheetButton } from "./keyboard.js";
import { tellNews } from "./news.js";
import { listenToPanes, preparePanes, showPaneOf } from "./panes.js";
import { printTextsWhole } from "./paper.js";
import {
  activate,
  activeQuestion,
  goToNextGap,
  goToNextQuestion,
  isAnswered,
  labelOf,
  lacksEvidence,
  questions,
  score,
} from "./questions.js";
import { onPlainSwitch, preparePlainSwitch } from "./plain.js";
import { watchReading } from "./reading.js";
import { rememberReadingPlace, returnToReadingPlace } from "./reading_place.js";
import { endsSelection, offerQuote, selectedQuote } from "./selection.js";
import { forgetTimer, keepWords, saveSoon, saveWhatIsAlreadyThere } from "./saving.js";
import { keepTokenFresh } from "./session.js";
import { listenToFoot, offerToTakeBack, prepareFoot } from "./transcript_foot.js";
import { currentTurn, goToNextTurn, setCurrentTurn, turns } from "./turns.js";

// The row that was filled by the last citing, as long as it can be taken back by one press.
let lastCited = null;

function form() {
  return document.querySelector("[data-rating-form]");
}

function showCitedTurns() {
  markQuotes(activeQuestion());
  const cited = activeQuestion() ? citedTurns(activeQuestion()) : new Set();
  turns().forEach((turn) => turn.classList.toggle("is-cited", cited.has(turn.dataset.turn)));
}

function changed(news) {
  lastCited = null;
  offerToTakeBack(false);
  showCitedTurns();
  tellNews(news);
  saveSoon();
}

function citeInActive({ turn, quote = "", stance = "supports", nth }) {
  const question = activeQuestion();
  if (!question) return;
  const row = cite(question, { turn, quote, stance, nth });
  changed(sentence(quote ? "quoted" : "cited", { turn, stance: stanceOf(row) }));
  lastCited = row;
  offerToTakeBack(true);
}

function takeBack() {
  if (!lastCited) return;
  activate(lastCited.closest("[data-question]"));
  removeCitation(lastCited);
  changed(sentence("removed"));
}

function filled(words, values) {
  return words.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** A sentence of the sheet of shortcuts, about the question that is being answered. */
function sentence(name, values = {}) {
  const question = activeQuestion() ? labelOf(activeQuestion()) : "";
  return filled(document.querySelector("#shortcuts").dataset[name], { question, ...values });
}

function say(name, values) {
  tellNews(sentence(name, values));
}

function scoreByKey(key, at) {
  const answer = score(key, at);
  if (!answer) return;
  tellNews(sentence("scored", { answer }));
  saveSoon();
}

function citeByKey() {
  const found = selectedQuote() ?? (currentTurn() && { turn: currentTurn().dataset.turn });
  if (found) citeInActive(found);
  else say("noTurn");
}

function citeForAll() {
  const turn = currentTurn()?.dataset.turn;
  if (!turn) return say("noTurn");
  questions()
    .filter(lacksEvidence)
    .forEach((question) => cite(question, { turn, quote: "", stance: "supports" }));
  return changed(sentence("citedForAll", { turn }));
}

function switchStance() {
  if (!switchLastStance(activeQuestion())) return say("noCitation");
  return changed(sentence("now", { stance: lastStance(activeQuestion()) }));
}

function removeLastCitation() {
  if (!removeLast(activeQuestion())) return say("noCitation");
  return changed(sentence("removed"));
}

function remove(row) {
  removeCitation(row);
  row.closest("[data-question]").querySelector(".add-citation").focus();
  changed();
}

function onDelete(event) {
  const chip = event.target.closest?.(".chip-go");
  if (!chip || !["Delete", "Backspace"].includes(event.key)) return;
  event.preventDefault();
  remove(chip.closest("[data-citation]"));
}

// A row that is left becomes a chip.
function onLeavingRow(event) {
  const row = event.target.closest("[data-citation]");
  if (row && !row.contains(event.relatedTarget)) fold(row);
}

function onClick(event) {
  const target = event.target.closest("button, [data-turn]");
  if (!target) return;
  if (target.closest("[data-turn]")) setCurrentTurn(target.closest("[data-turn]"));
  if (target.matches(".add-citation")) {
    event.preventDefault();
    field(addCitation(target.closest("[data-question]")), "turn").focus();
  } else if (target.matches(".remove-citation")) {
    remove(target.closest("[data-citation]"));
  } else if (target.matches("[data-go]")) {
    activate(target.closest("[data-question]"));
    showPaneOf(showPlace(target.closest("[data-citation]")));
  } else if (target.matches("[data-edit]")) {
    unfold(target.closest("[data-citation]"));
    field(target.closest("[data-citation]"), "turn").focus();
  } else if (target.matches("[data-cite]")) {
    citeInActive({ turn: target.dataset.cite });
  } else if (target.matches("[data-turn]") && !endsSelection()) {
    citeInActive({ turn: target.dataset.turn });
  }
}

function onInput(event) {
  if (onPlainSwitch(event)) showCitedTurns();
  if (!event.target.closest("[data-rating-form]")) return;
  activate(event.target.closest("[data-question]"));
  if (event.target.closest("[data-steps]")) showCoverage();
  if (event.target.closest("[data-citation]")) changed();
  else saveSoon();
}

function prepare() {
  if (!form()) return;
  questions().forEach(prepareCitations);
  preparePlainSwitch();
  prepareFind();
  preparePanes();
  showSheetButton();
  activate(questions().find((question) => !isAnswered(question)) ?? questions()[0]);
  prepareFoot();
  document.querySelector(".save-draft")?.setAttribute("hidden", "");
  showCitedTurns();
  showCoverage();
  watchReading();
}

function beforeSwap(event) {
  if (event.detail.target?.matches("#rating")) rememberReadingPlace();
}

// The list of gaps, or what a report of a defect lacks.
function whatIsMissing() {
  const missing =
    document.querySelector("#gaps") ?? document.querySelector(".defective .errorlist");
  missing?.setAttribute("tabindex", "-1");
  return missing;
}

function afterSwap(event) {
  if (!event.detail.target?.matches("#rating, main")) return;
  forgetTimer();
  window.scrollTo(0, 0);
  prepare();
  returnToReadingPlace();
  const missing = whatIsMissing();
  missing?.scrollIntoView({ block: "start" });
  (missing ?? document.querySelector("#rating h1"))?.focus({ preventScroll: true });
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

const ACTIONS = {
  "next-question": () => goToNextQuestion(1),
  "previous-question": () => goToNextQuestion(-1),
  score: scoreByKey,
  "next-turn": () => goToNextTurn(1),
  "previous-turn": () => goToNextTurn(-1),
  cite: citeByKey,
  "cite-for-all": citeForAll,
  "switch-stance": switchStance,
  "remove-citation": removeLastCitation,
  "next-gap": () => goToNextGap() || say("noGap"),
  find: goToFind,
  submit: () => document.querySelector("[data-rating-form] .submit")?.click(),
  "open-rubric": () => document.querySelector(".guide-link")?.click(),
  "open-sheet": openSheet,
};

document.addEventListener("keydown", onEnter);
document.addEventListener("keydown", onDelete);
document.addEventListener("focusout", onLeavingRow);
document.addEventListener("click", onClick);
document.addEventListener("click", onLinkToGap);
document.addEventListener("input", onInput);
document.addEventListener("focusin", (event) => activate(event.target.closest("[data-question]")));
document.addEventListener("question:active", showCitedTurns);
document.addEventListener("htmx:beforeSwap", beforeSwap);
document.addEventListener("htmx:afterSettle", afterSwap);
offerQuote(citeInActive);
listenToPanes();
listenToFoot(takeBack);
printTextsWhole();
listenToKeys(ACTIONS);
listenToFind();
keepTokenFresh();
keepWords();
prepare();
saveWhatIsAlreadyThere();
window.addEventListener("pageshow", saveWhatIsAlreadyThere);
