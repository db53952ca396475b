import type { Server } from "#core/server/serve.ts";
import type { Work } from "#domains/team/server/public.ts";
import type { SmsListener } from "#ports/sms/sms.ts";
import { closeIdleJob, compactChatCountsJob } from "../chatList/server/jobs.ts";
import { fetchMediaJob } from "../conversation/server/jobs.ts";
import { deliverJob, recoverJob, settleJob } from "../outbox/server/jobs.ts";
import { compactChatCounts } from "./chatCounts.ts";
import { closeIdleChats } from "./chatStateStore.ts";
import { deliver } from "./deliver.ts";
import { fetchMedia } from "./fetchMedia.ts";
import { handOverChats } from "./handOverChats.ts";
import { createReceiver } from "./receive.ts";
import { recover } from "./recover.ts";
import { takeReport } from "./report.ts";
import { settle } from "./settle.ts";

export { chatById, chatsById, holdInbound, isChat, lockChat } from "./chatStore.ts";
export { markReplied } from "./markReplied.ts";
export { mediaFiles } from "./mediaStore.ts";
export { type Move, type MovedChat, moveChat } from "./moveChat.ts";
export { moveChatBack, type Since } from "./moveChatBack.ts";
export { countMessagesWith } from "./moveStore.ts";
export { type CallLine, noteCall, renoteCall, tellOfCall } from "./noteCall.ts";
export { openChat } from "./openChat.ts";
export { storeAndSend } from "./send.ts";
export { assertSendable } from "./sendMessage.ts";

/** Hands a departing member's chats over. */
export const chatWork: Work = { what: "chat", handOver: handOverChats };

/** Handles the carrier's inbound texts and delivery reports. */
export function inboxListener(server: Server): SmsListener {
  return {
    inbound: createReceiver(server),
    status: (report) => takeReport(server, report),
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
