// Ticked steps of the case's checklist suggest a band of points; nothing is chosen for anybody.

function update(steps) {
  const boxes = [...steps.querySelectorAll("input[type=checkbox]")];
  const done = boxes.filter((box) => box.checked).length;
  // Exact: done / total >= from, without dividing.
  const reached = [...steps.querySelectorAll("[data-from]")].filter(
    (band) => done >= Number(band.dataset.from) * boxes.length - 1e-9,
  );
  const best = reached.reduce(
    (best, band) => (!best || Number(band.dataset.from) > Number(best.dataset.from) ? band : best),
    null,
  );
  steps.querySelector("[data-coverage]").textContent = best
    ? `${done} / ${boxes.length} · ${best.textContent}`
    : `${done} / ${boxes.length}`;
  const wanted = best && `${best.dataset.low}-${best.dataset.high}`;
  steps.closest("[data-question]").querySelectorAll("[data-band]").forEach((row) => {
    row.classList.toggle("is-suggested", done > 0 && row.dataset.band === wanted);
  });
}

export function showCoverage() {
  document.querySelectorAll("[data-steps]").forEach(update);
}
