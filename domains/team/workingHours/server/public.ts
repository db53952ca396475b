export { weeksAt } from "./store.ts";
