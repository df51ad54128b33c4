// Her other windows hear that she signed out: a transcript stays on no screen that others use too.
const SIGNED_OUT = "evalsite/signed-out";

// It is kept for no longer than it takes to tell.
export function tellOtherWindows(person) {
  try {
    localStorage.setItem(SIGNED_OUT, person);
    localStorage.removeItem(SIGNED_OUT);
  } catch {
    // Where nothing can be kept, nothing can be told; the server refuses those windows anyway.
  }
}

export function whenSignedOutElsewhere(person, does) {
  window.addEventListener("storage", ({ key, newValue }) => {
    if (person && key === SIGNED_OUT && newValue === person) does();
  });
}
