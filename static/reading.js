// "Nothing in the whole transcript" may be claimed once every turn has been on screen.

let observer = null;

export function watchReading() {
  observer?.disconnect();
  const box = document.querySelector("[data-read-all] input");
  if (!box || box.checked) return;
  const unseen = new Set(document.querySelectorAll("[data-turn]"));
  observer = new IntersectionObserver((entries) => {
    // The end of a turn counts: a long one is seen once it was scrolled through.
    entries.filter((entry) => entry.isIntersecting).forEach((entry) => unseen.delete(entry.target.closest("[data-turn]")));
    if (unseen.size === 0) {
      observer.disconnect();
      box.checked = true;
      box.dispatchEvent(new Event("input", { bubbles: true }));
    }
  });
  document.querySelectorAll("[data-turn-end]").forEach((end) => observer.observe(end));
}
