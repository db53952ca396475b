export { moveScheduled, moveScheduledBack } from "./store.ts";
