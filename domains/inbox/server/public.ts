export { holdInbound } from "./chatStore.ts";
