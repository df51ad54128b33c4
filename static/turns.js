// The turns of the transcript that is rated, and the one that the keyboard stands on.

export function turns() {
  return [...document.querySelectorAll("[data-turn]")];
}

export function currentTurn() {
  return document.querySelector("[data-turn].is-current");
}

export function setCurrentTurn(turn) {
  currentTurn()?.classList.remove("is-current");
  turn?.classList.add("is-current");
}

/** It begins at the first answer: that is what is rated. */
export function goToNextTurn(by) {
  const all = turns();
  const at = all.indexOf(currentTurn());
  const first = Math.max(0, all.findIndex((turn) => turn.matches(".replies")));
  const next = all[at < 0 ? first : Math.min(Math.max(at + by, 0), all.length - 1)];
  if (!next) return;
  setCurrentTurn(next);
  next.scrollIntoView({ block: "nearest" });
  next.focus({ preventScroll: true });
}
