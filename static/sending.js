// Sends what an earlier page kept on this device. The server knows each submission by its name
// and each draft by its words, so sending twice does nothing more.
import { addActivity } from "./activity.js";
import { arrived, kept } from "./journal.js";
import { token } from "./session.js";

const NO_ANSWER_AFTER_MS = 20000;

// What became of words, in the server's own word; anything without it was not its answer.
export function became(answer) {
  return answer?.headers?.get("Words-Are") ?? null;
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

// "saved", "submitted", "not-saved", or null where no answer came.
export async function send(entry) {
  const words = new URLSearchParams(entry.words);
  words.set("page", entry.page);
  words.set("sent_later", "1");
  addActivity(words, entry.activity);
  if (entry.submission) words.set("submission", entry.submission);
  const address = entry.submission ? entry.rateAddress : entry.draftAddress;
  const signal = AbortSignal.timeout(NO_ANSWER_AFTER_MS);
  const result = await post(address, words, { signal });
  if (result === "saved" || result === "submitted") arrived(entry);
  return result;
}

export function atTime(moment) {
  return new Date(moment).toTimeString().slice(0, 5);
}

export function askBeforeSigningOut(person) {
  document.addEventListener("submit", (event) => {
    const form = event.target.closest("[data-sign-out]");
    if (form && kept(`${person}/`).length && !window.confirm(form.dataset.signOut)) {
      event.preventDefault();
    }
  });
}
