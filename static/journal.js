// Words that have not reached the server are kept on this device until they have: what the
// reviewer typed and chose herself, never a transcript. One entry for each item and open page,
// under the person's mark first, so that signing out removes hers and nobody else's.
const PREFIX = "evalsite/kept/";

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
  return names(place)
    .map((name) => ({ name, ...read(name) }))
    .filter((entry) => entry.words)
    .sort((one, other) => one.at - other.at);
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
  names(`${person}/`).forEach(remove);
}

function names(place) {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(PREFIX + place));
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
