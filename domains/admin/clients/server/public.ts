export { periodStart } from "./store.ts";
