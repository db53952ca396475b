export { moveNotes, moveNotesBack } from "./store.ts";
