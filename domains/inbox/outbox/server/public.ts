export { storeAndSend } from "./send.ts";
export { assertSendable } from "./sendMessage.ts";
export type { SendKey } from "./sendStore.ts";
