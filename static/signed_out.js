// Signing out leaves nothing of hers on a computer that others use too.
import { removeAll } from "./journal.js";

const { person } = document.querySelector("[data-person]").dataset;
if (person) removeAll(person);
