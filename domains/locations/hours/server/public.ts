export { hoursOf, hoursOfAll, type LocalHours } from "./store.ts";
