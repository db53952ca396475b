export { senderOf } from "./store.ts";
