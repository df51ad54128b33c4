// An item is opened for which an earlier page kept words on this device: they are sent before
// anything new is typed. Where others were saved since, the reviewer chooses; nothing is dropped.
import { kept, remove } from "./journal.js";
import { atTime, send } from "./sending.js";
import { PAGE } from "./session.js";

const TRY_AGAIN_MS = 5000;

function form() {
  return document.querySelector("[data-rating-form]");
}

function left() {
  return kept(form().dataset.keptAs).filter((entry) => entry.page !== PAGE);
}

export async function resume(say) {
  const here = form();
  if (!here?.dataset.keptAs || left().length === 0) return;
  here.inert = true;
  say("sendingKept");
  const results = [];
  for (const entry of left()) results.push(await send(entry));
  if (form() !== here) return;
  if (left().length === 0) window.location.reload();
  else if (results.includes("not-saved")) offerChoice(say);
  else {
    say("failed");
    setTimeout(() => form() === here && resume(say), TRY_AGAIN_MS);
  }
}

function offerChoice(say) {
  const entry = left().at(-1);
  const box = document.querySelector("#kept-here");
  box.querySelector("[data-text]").textContent = box.dataset.text.replace("{time}", () =>
    atTime(entry.at),
  );
  box.querySelector("[data-take]").onclick = () => take(entry, say);
  box.querySelector("[data-drop]").onclick = () => drop(entry, box, say);
  box.hidden = false;
  say("refused");
}

// On top of what this page shows, which the reviewer has been told of.
function take(entry, say) {
  const now = new FormData(form());
  const words = new Map(["base_revision", "draft_version"].map((name) => [name, now.get(name)]));
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
