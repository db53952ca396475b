export { quietHours } from "./store.ts";
