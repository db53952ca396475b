export { moveScheduled, moveScheduledBack } from "./scheduleStore.ts";
export { assertSendable, storeAndSend } from "./sendMessage.ts";
export type { SendKey } from "./sendStore.ts";
