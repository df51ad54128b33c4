// The start page: what this device still keeps is sent, and what cannot be sent is shown.
import { isAnyIncomplete, showElsewhere, watchElsewhere } from "./elsewhere.js";
import { removeAll } from "./journal.js";
import { askBeforeSigningOut } from "./sending.js";

const { person } = document.querySelector("#kept").dataset;

document.querySelector("#kept button").addEventListener("click", () => {
  removeAll(person);
  showElsewhere();
});
askBeforeSigningOut(person);
// What has been submitted counts in the numbers on this page.
watchElsewhere(() => isAnyIncomplete() || window.location.reload());
