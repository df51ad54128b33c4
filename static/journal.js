// Words that have not reached the server are kept on this device until they have: what the
// reviewer typed and chose herself, never a transcript. One entry for each item and open page,
// under the person's mark first, so that signing out removes hers and nobody else's.
const PREFIX = "evalsite/kept/";
// That words were removed before they were sent, for their owner to hear.
const LOST = "evalsite/removed/";
const KEPT_FOR_MS = 30 * 24 * 3600 * 1000;

// Is it kept? A browser may have no room, or forbid it.
export function keep(place, entry) {
  try {
    localStorage.setItem(nameOf(place, entry.page), JSON.stringify(entry));
    return true;
  } catch {
    return false;
  }
}

// Of a person (`mark/`) or of one item of hers (`mark/study/.../`). Oldest first.
export function kept(place) {
  return names(PREFIX + place)
    .map((name) => ({ name, ...read(name) }))
    .filter((entry) => entry.words)
    .sort((one, other) => one.at - other.at);
}

// Questions to the study, which are sent by their own button alone. Oldest first.
export function keptMessages(place) {
  return names(PREFIX + place)
    .map((name) => ({ name, ...read(name) }))
    .filter((entry) => entry.typed)
    .sort((one, other) => one.at - other.at);
}

// When whose words were typed, also of questions to the study: nothing that they say.
export function keptByAnybody() {
  return names(PREFIX).map(read).filter(isUnsent).map(({ at }) => at);
}

function isUnsent(entry) {
  return Boolean(entry?.at) && holdsWords(entry);
}

// An item that was only looked at has an entry too.
export function holdsWords(entry) {
  return entry.kind !== "shown";
}

export function remove(name) {
  localStorage.removeItem(name);
}

// Once these words have arrived, and unless others were typed meanwhile.
export function arrived({ name, mark }) {
  if (read(name)?.mark === mark) remove(name);
}

export function nameOf(place, page) {
  return `${PREFIX}${place}${page}`;
}

export function removeAll(person) {
  names(`${PREFIX}${person}/`).forEach(remove);
  remove(LOST + person);
}

// She is told of it when she signs in again: not every page asks before it signs her out.
export function loseAll(person) {
  names(`${PREFIX}${person}/`).forEach(lose);
}

// By somebody who need not be their owner.
export function removeEverybodys() {
  names(PREFIX).forEach(lose);
}

// Those of whoever is signed in are sent, however old: the clock that dated them may be wrong.
export function removeOld({ exceptOf = "", now = Date.now() } = {}) {
  const isHers = (name) => exceptOf && name.startsWith(`${PREFIX}${exceptOf}/`);
  names(PREFIX)
    .filter((name) => !isHers(name) && now - (read(name)?.at ?? now) > KEPT_FOR_MS)
    .forEach(lose);
}

// When the last of her words were typed that were removed unsent; it is told once.
export function takeLost(person) {
  const at = read(LOST + person);
  remove(LOST + person);
  return at;
}

function lose(name) {
  const entry = read(name);
  const owner = LOST + name.slice(PREFIX.length).split("/")[0];
  remove(name);
  if (isUnsent(entry)) {
    localStorage.setItem(owner, JSON.stringify(Math.max(entry.at, read(owner) ?? 0)));
  }
}

function names(start) {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(start));
  } catch {
    return [];
  }
}

function read(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}
