// Sends what an earlier page kept on this device. The server knows each submission by its name
// and each draft by its words, so sending twice does nothing more.
import { addActivity } from "./activity.js";
import { arrived, holdsWords, kept } from "./journal.js";
import { pagesOpenElsewhere, oneAtATime, token } from "./session.js";

const NO_ANSWER_AFTER_MS = 20000;

// What became of words, in the server's own word; anything without it was not its answer.
function became(answer) {
  const told = answer.headers.get("Words-Are") ?? "unknown";
  return told === "not-saved" && answer.status === 404 ? "gone" : told;
}

export async function post(address, words, options = {}) {
  if (token()) words.set("csrfmiddlewaretoken", token());
  const headers = { "HX-Request": "true" };
  try {
    return became(await fetch(address, { method: "POST", body: words, headers, ...options }));
  } catch {
    return null;
  }
}

// "saved", "submitted", "not-saved", "gone" (with its item), "unknown", or null for no answer.
export async function send(entry) {
  const words = new URLSearchParams(entry.words);
  words.set("page", entry.page);
  words.set("mark", entry.mark);
  words.set("sent_later", "1");
  addActivity(words, entry.activity);
  if (entry.submission) words.set("submission", entry.submission);
  const signal = AbortSignal.timeout(NO_ANSWER_AFTER_MS);
  const result = await post(entry.address, words, { signal });
  if (hasArrived(result)) arrived(entry);
  return result;
}

export function hasArrived(result) {
  return result === "saved" || result === "submitted";
}

// Of a person, oldest first, as far as `isMeant`: what became of each. Without a network the later
// ones wait for the earlier ones.
export function sendInOrder(person, isMeant) {
  return oneAtATime("evalsite/sending", async () => {
    const open = await pagesOpenElsewhere();
    const results = [];
    for (const entry of kept(`${person}/`)) {
      if (open.has(entry.page) || !isMeant(entry)) continue;
      results.push({ entry, result: await send(entry) });
      if (results.at(-1).result === null) break;
    }
    return results;
  });
}

export function atTime(moment) {
  const time = new Date(moment);
  if (time.toDateString() === new Date().toDateString()) return time.toTimeString().slice(0, 5);
  const style = { dateStyle: "medium", timeStyle: "short" };
  return time.toLocaleString(document.documentElement.lang, style);
}

export function askBeforeSigningOut(person) {
  document.addEventListener("submit", (event) => {
    const form = event.target.closest("[data-sign-out]");
    const isLost = form && kept(`${person}/`).some(holdsWords);
    if (isLost && !window.confirm(form.dataset.signOut)) event.preventDefault();
  });
}
