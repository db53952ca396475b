export { currentStop, endStop, insertStop } from "./store.ts";
