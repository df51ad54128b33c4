// The start page: what this device still keeps is sent, and what cannot be sent is shown.
import { kept, removeAll } from "./journal.js";
import { askBeforeSigningOut, atTime, send } from "./sending.js";

const TRY_AGAIN_MS = 5000;

const box = document.querySelector("#kept");
const person = box.dataset.person;

function line(entry) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = entry.rateAddress;
  link.textContent = entry.item;
  const text = box.dataset.typed.replace("{time}", () => atTime(entry.at));
  item.append(link, ` ${text}`);
  return item;
}

function show() {
  box.hidden = kept(`${person}/`).length === 0;
  box.querySelector("ul").replaceChildren(...kept(`${person}/`).map(line));
}

async function sendAll() {
  show();
  const results = [];
  for (const entry of kept(`${person}/`)) results.push(await send(entry));
  show();
  if (results.includes("submitted")) window.location.reload();
  else if (results.includes(null)) setTimeout(sendAll, TRY_AGAIN_MS);
}

box.querySelector("button").addEventListener("click", () => {
  removeAll(person);
  show();
});
window.addEventListener("online", sendAll);
askBeforeSigningOut(person);
sendAll();
