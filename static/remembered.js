// A choice of this browser alone, such as "no shortcuts". It never holds anything of a study.

const PREFIX = "evalsite-";

export function recall(name) {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // Storage is switched off: the choice holds until the page is left.
  }
}
