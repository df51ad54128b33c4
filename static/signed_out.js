// Signing out leaves nothing of hers on a computer that others use too. Once: when this page is
// opened again she may have signed in again elsewhere, and typed what is not sent yet.
import { loseAll } from "./journal.js";
import { offerToRemoveLeftovers } from "./leftovers.js";
import { tellOtherWindows } from "./signing_out.js";

const { person } = document.querySelector("[data-person]").dataset;
if (person) {
  loseAll(person);
  tellOtherWindows(person);
}
history.replaceState(history.state, "", window.location.pathname);
offerToRemoveLeftovers();
