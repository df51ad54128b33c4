// An answer that is not complete comes back on a new page of the same item: the transcript then
// stands where it was read, and does not begin again.

let left = null;

function transcript() {
  return document.querySelector("#transcript");
}

function item() {
  return document.querySelector("[data-rating-form]")?.action;
}

function distance(turn) {
  return turn.getBoundingClientRect().top - transcript().getBoundingClientRect().top;
}

export function rememberReadingPlace() {
  const turns = [...document.querySelectorAll("[data-turn]")];
  const first = turns.find((turn) => distance(turn) + turn.offsetHeight > 0);
  const isAtTop = !transcript()?.scrollTop;
  left = first && !isAtTop ? { item: item(), id: first.id, top: distance(first) } : null;
}

export function returnToReadingPlace() {
  if (!left || left.item !== item()) return;
  const turn = document.getElementById(left.id);
  turn.scrollIntoView({ block: "start", inline: "nearest", behavior: "instant" });
  transcript().scrollTop += distance(turn) - left.top;
}
