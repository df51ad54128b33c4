// Signing out leaves nothing of hers on a computer that others use too.
import { removeAll } from "./journal.js";
import { offerToRemoveLeftovers } from "./leftovers.js";

const { person } = document.querySelector("[data-person]").dataset;
if (person) removeAll(person);
offerToRemoveLeftovers();
