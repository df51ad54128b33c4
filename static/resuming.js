// An item is opened for which an earlier page kept words on this device: they are sent before
// anything new is typed. Where others were saved since, the reviewer chooses; nothing is dropped.
import { kept, remove } from "./journal.js";
import { wordsOf } from "./kept_words.js";
import { atTime, send } from "./sending.js";
import { PAGE, pagesOpenElsewhere } from "./session.js";

const TRY_AGAIN_MS = 5000;
// A page that is still open sends its own words.
let open = new Set();
const REFUSED = ["not-saved", "gone"];

function form() {
  return document.querySelector("[data-rating-form]");
}

function left() {
  return kept(form().dataset.keptAs).filter(({ page }) => page !== PAGE && !open.has(page));
}

export async function resume(say) {
  const here = form();
  if (!here?.dataset.keptAs || left().length === 0) return;
  here.inert = true;
  open = await pagesOpenElsewhere();
  if (left().length === 0) {
    here.inert = false;
    return;
  }
  say("sendingKept");
  const results = [];
  for (const entry of left()) results.push(await send(entry));
  if (form() !== here) return;
  if (left().length === 0) window.location.reload();
  else if (results.some((result) => REFUSED.includes(result))) offerChoice(say);
  else {
    say("failed");
    setTimeout(() => form() === here && resume(say), TRY_AGAIN_MS);
  }
}

function offerChoice(say) {
  const entry = left().at(-1);
  const box = document.querySelector("#kept-here");
  const isClosed = !document.querySelector("#save-state");
  const text = isClosed ? box.dataset.closed : box.dataset.text;
  box.querySelector("[data-text]").textContent = text.replace("{time}", () => atTime(entry.at));
  box.querySelector("[data-words]").replaceChildren(wordsOf(entry, { isOpen: isClosed }) ?? "");
  box.querySelector("[data-take]").hidden = isClosed;
  box.querySelector("[data-take]").onclick = () => take(entry, say);
  box.querySelector("[data-drop]").onclick = () => drop(entry, box, say);
  box.hidden = false;
  say("refused");
}

// On top of what this page shows, which the reviewer has been told of.
function take(entry, say) {
  const now = new FormData(form());
  const names = ["base_revision", "draft_version", "attempt"];
  const words = new Map(names.map((name) => [name, now.get(name)]));
  const onTop = entry.words.map(([name, value]) => [name, words.get(name) ?? value]);
  const draft = { ...entry, words: onTop, submission: "", address: entry.draftAddress };
  send(draft).then((result) => {
    if (result === "saved") window.location.reload();
    else say("failed");
  });
}

function drop(entry, box, say) {
  remove(entry.name);
  box.hidden = true;
  form().inert = false;
  say("");
  resume(say);
}
