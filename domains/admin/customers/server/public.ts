export { wordsOf } from "./store.ts";
