export { ownEmail, senderOf } from "./store.ts";
