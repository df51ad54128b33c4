// Before anybody is signed in.
import { offerToRemoveLeftovers } from "./leftovers.js";

offerToRemoveLeftovers();
