// After signing in again in another window the form's token is old and the cookie's is new:
// every request takes the cookie's, so that words on an open page can still be sent. Whose words
// they are is checked by the server on its own.

// As random as a UUID, and there without HTTPS too.
export function newName() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Names this open page, so that the server can tell its saves from another window's.
export const PAGE = newName();
const OPEN = "evalsite/open/";

// As long as this page is open its words are its own to send: another window could send older ones
// after newer ones.
export function holdOpen() {
  navigator.locks?.request(OPEN + PAGE, () => new Promise(() => {}));
}

export async function pagesOpenElsewhere() {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const open = held.map((lock) => lock.name).filter((name) => name.startsWith(OPEN));
  return new Set(open.map((name) => name.slice(OPEN.length)).filter((page) => page !== PAGE));
}

// Of all windows one at a time.
export function oneAtATime(name, work) {
  return navigator.locks ? navigator.locks.request(name, work) : work();
}

export function token() {
  return document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1];
}

export function keepTokenFresh() {
  document.addEventListener("htmx:configRequest", (event) => {
    if (event.detail.verb !== "get") event.detail.parameters.set?.("page", PAGE);
    if (token() && event.detail.verb !== "get") {
      event.detail.parameters.set?.("csrfmiddlewaretoken", token());
      event.detail.headers["X-CSRFToken"] = token();
    }
  });
}
