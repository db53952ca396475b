import type { Server } from "#core/server/serve.ts";
import type { WorkHandOver } from "#domains/team/server/public.ts";
import type { SmsCallbacks } from "#ports/sms/sms.ts";
import { handOverChats } from "../assignment/server/handOverChats.ts";
import { compactChatCounts } from "../chatList/server/chatCounts.ts";
import { closeIdleJob, compactChatCountsJob } from "../chatList/server/jobs.ts";
import { fetchMedia } from "../conversation/server/fetchMedia.ts";
import { fetchMediaJob } from "../conversation/server/jobs.ts";
import { createTextReceiver } from "../conversation/server/receive.ts";
import { deliver } from "../outbox/server/deliver.ts";
import { deliverJob, recoverJob, settleJob } from "../outbox/server/jobs.ts";
import { receiveReport } from "../outbox/server/receiveReport.ts";
import { recover } from "../outbox/server/recover.ts";
import { settle } from "../outbox/server/settle.ts";
import { closeIdleChats } from "./chatStateStore.ts";

export { type ConversationMove, type MovedChat, moveChat } from "../conversation/server/moveChat.ts";
export { type MessageCountsSince, moveChatBack } from "../conversation/server/moveChatBack.ts";
export { countMessagesWith } from "../conversation/server/moveStore.ts";
export { storeAndSend } from "../outbox/server/send.ts";
export { assertSendable } from "../outbox/server/sendMessage.ts";
export { markReplied } from "../tags/server/markReplied.ts";
export {
  addCallMessage,
  type CallMessage,
  publishCallMessage,
  updateCallMessage,
} from "../voice/server/callMessage.ts";
export { chatById, chatsById, holdInbound, isChat, lockChat } from "./chatStore.ts";
export { mediaFiles } from "./mediaStore.ts";
export { openChat } from "./openChat.ts";

/** Hands a departing member's chats over. */
export const chatHandOver: WorkHandOver = { what: "chat", handOver: handOverChats };

/** Handles the carrier's inbound texts and delivery reports. */
export function inboxListener(server: Server): SmsCallbacks {
  return {
    onInboundText: createTextReceiver(server),
    onStatusReport: (report) => receiveReport(server, report),
  };
}

/** Runs the inbox's jobs in this process, and recovers what a previous process left behind. */
export async function workInbox(server: Server): Promise<void> {
  const { jobs } = server.ports;
  await jobs.work(deliverJob, (data) => deliver(server, data));
  await jobs.work(settleJob, (data) => settle(server, data));
  await jobs.work(recoverJob, (data) => recover(server, data));
  await jobs.work(fetchMediaJob, (data) => fetchMedia(server, data));
  await jobs.work(closeIdleJob, async () => {
    await server.within.platform("close idle chats", ({ db, now }) => closeIdleChats(db, now()));
  });
  await jobs.work(compactChatCountsJob, () => compactChatCounts(server));
  await jobs.schedule(recoverJob, "* * * * *", {});
  await jobs.schedule(compactChatCountsJob, "*/5 * * * *", {});
  await jobs.schedule(closeIdleJob, "7 * * * *", {});
  await recover(server, { all: true });
}
