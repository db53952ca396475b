export { searchWords } from "./store.ts";
