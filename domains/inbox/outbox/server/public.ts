export { storeAndSend } from "./send.ts";
export { assertSendable } from "./sendMessage.ts";
