// The item that comes next is fetched while this one is rated, so that it can be shown at once,
// also without a network. It is held in this page's memory and nowhere else, and counts as shown
// when it is shown and not before. It goes when the server refuses this page: the session is over,
// or somebody else has signed in.
import { whenSignedOutElsewhere } from "./signing_out.js";

let held = null;

function address() {
  return document.querySelector("[data-rating-form]")?.dataset.ahead;
}

export function fetchAhead() {
  held = null;
  const place = address();
  const whenIdle = window.requestIdleCallback ?? window.setTimeout;
  if (place) whenIdle(() => fetchFrom(place));
}

async function fetchFrom(place) {
  try {
    const headers = { "HX-Request": "true" };
    const answer = await fetch(place, { headers, cache: "no-store", priority: "low" });
    const [mark, html] = [answer.headers.get("Ahead-Is"), await answer.text()];
    // Anything without a mark was not the server's answer, or there is nothing to show.
    if (mark && place === address()) held = { mark, html, at: answer.headers.get("HX-Push-Url") };
  } catch {
    // There is no network: what comes next is fetched when it is back.
  }
}

export function isAhead() {
  return held !== null;
}

/** Names what this page holds; the server says whether it is what comes next. */
export function markAhead() {
  return held?.mark ?? "";
}

/** The server answered with a mark in place of the page: show what is held. */
export function showHeld(swap) {
  const mark = swap.xhr.getResponseHeader("Ahead-Is");
  if (!mark) return;
  if (mark === held?.mark) swap.serverResponse = held.html;
  else window.location.assign(swap.xhr.getResponseHeader("HX-Push-Url"));
}

/** Without the server, which hears of it later. */
export function goAhead() {
  const { html, at } = held;
  const target = document.querySelector("#rating");
  history.replaceState({ htmx: true }, "");
  history.pushState({ htmx: true }, "", at);
  const how = { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 20 };
  window.htmx.swap(target, html, how, { eventInfo: { target, isFromMemory: true } });
}

function forgetAhead() {
  held = null;
  document.querySelector("[data-go-on]")?.setAttribute("hidden", "");
}

function forgetWhenRefused({ detail }) {
  if (detail.xhr?.getResponseHeader("HX-Retarget") === "#notice") forgetAhead();
}

// Her words stay on the page: they may be nowhere else. What is being fetched comes too late.
function hideTheItem() {
  forgetAhead();
  document.querySelector("[data-rating-form]")?.removeAttribute("data-ahead");
  document.querySelector("#transcript")?.setAttribute("hidden", "");
  document.querySelector("#signed-out-here")?.removeAttribute("hidden");
}

// The next item comes from the server, so she is signed in again.
function tellNoMore() {
  const isHidden = document.querySelector("#transcript")?.hidden;
  document.querySelector("#signed-out-here")?.toggleAttribute("hidden", !isHidden);
}

export function watchAhead() {
  document.addEventListener("htmx:afterRequest", forgetWhenRefused, { capture: true });
  document.addEventListener("htmx:afterSettle", tellNoMore);
  whenSignedOutElsewhere(document.querySelector("#kept")?.dataset.person, hideTheItem);
  window.addEventListener("online", () => held ?? fetchAhead());
  fetchAhead();
}
