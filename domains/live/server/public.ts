export { lastSequencesOf } from "./store.ts";
