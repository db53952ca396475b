export { pageFacts } from "./store.ts";
