export { sitesOf } from "./store.ts";
