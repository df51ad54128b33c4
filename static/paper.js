// On paper a text is printed whole: a text field would be cut at its frame.

function write() {
  for (const field of document.querySelectorAll(".rating textarea")) {
    const text = document.createElement("p");
    text.className = "printed";
    text.textContent = field.value;
    field.after(text);
  }
}

function takeAway() {
  document.querySelectorAll(".printed").forEach((text) => text.remove());
}

export function printTextsWhole() {
  window.addEventListener("beforeprint", write);
  window.addEventListener("afterprint", takeAway);
}
