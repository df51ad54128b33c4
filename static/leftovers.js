// A computer that many use: words of somebody who never signed out can be removed by whoever comes
// next, who sees that they are there and since when, and nothing else.
import { keptByAnybody, removeEverybodys, removeOld } from "./journal.js";
import { atTime } from "./sending.js";

function show(box) {
  const moments = keptByAnybody();
  box.hidden = moments.length === 0;
  const typed = moments.length ? atTime(Math.max(...moments)) : "";
  box.querySelector("[data-typed]").textContent = box.dataset.typed.replace("{time}", () => typed);
}

export function offerToRemoveLeftovers() {
  const box = document.querySelector("#left-here");
  if (!box) return;
  removeOld();
  show(box);
  box.querySelector("button").addEventListener("click", () => {
    if (!window.confirm(box.dataset.sure)) return;
    removeEverybodys();
    show(box);
  });
}
