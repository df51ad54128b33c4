// On a narrow screen the transcript and the questions are two panes, one swipe or tap apart. Each
// keeps its place; the bar tells which one is in view; and focus brings its pane with it.

let width = window.innerWidth;

function box() {
  return document.querySelector("[data-panes]");
}

function panes() {
  return [...(box()?.children ?? [])];
}

function isSideways() {
  return box().scrollWidth > box().clientWidth;
}

function paneInView() {
  return panes()[Math.round(box().scrollLeft / box().clientWidth)];
}

function tellWhichIsInView() {
  if (!box()) return;
  const inView = isSideways() ? paneInView() : null;
  for (const link of document.querySelectorAll(".panes a")) {
    if (link.hash === `#${inView?.id}`) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

/** Bring the pane that holds `place` into view; on a wide screen it is in view already. */
export function showPaneOf(place) {
  const pane = panes().find((each) => each.contains(place));
  if (pane && isSideways()) box().scrollTo({ left: pane.offsetLeft, behavior: "instant" });
}

// A link would add a step to the way back.
function onLink(event) {
  const link = event.target.closest(".panes a");
  const pane = link && document.querySelector(link.hash);
  if (!pane) return;
  event.preventDefault();
  showPaneOf(pane);
  pane.focus({ preventScroll: true });
}

// On a low screen the page's own bar is scrolled away. What a preview says above it stays.
function fillScreen() {
  const rating = box()?.closest("body:not(.preview-page) .rating");
  rating?.scrollIntoView({ block: "nearest", behavior: "instant" });
}

// A keyboard that opens changes the height alone.
function onResize() {
  tellWhichIsInView();
  if (window.innerWidth !== width) fillScreen();
  width = window.innerWidth;
}

/** To be called for each new item: its boxes are new. */
export function preparePanes() {
  box()?.addEventListener("scroll", tellWhichIsInView, { passive: true });
  fillScreen();
  tellWhichIsInView();
}

export function listenToPanes() {
  document.addEventListener("click", onLink);
  document.addEventListener("focusin", (event) => showPaneOf(event.target));
  window.addEventListener("resize", onResize);
  // What a reload would put back is the place of the page, and not that of its panes.
  history.scrollRestoration = "manual";
}
