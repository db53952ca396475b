import type { Server } from "#core/server/serve.ts";
import type { Work } from "#domains/team/server/public.ts";
import type { SmsListener } from "#ports/sms/sms.ts";
import { compactChatCounts } from "./chatCounts.ts";
import { closeIdleChats } from "./chatStateStore.ts";
import { deliver } from "./deliver.ts";
import { fetchMedia } from "./fetchMedia.ts";
import { handOverChats } from "./handOverChats.ts";
import { closeIdleJob, compactChatCountsJob, deliverJob, fetchMediaJob, recoverJob, settleJob } from "./jobs.ts";
import { createReceiver } from "./receive.ts";
import { recover } from "./recover.ts";
import { takeReport } from "./report.ts";
import { settle } from "./settle.ts";

export { assignChat } from "./assignChat.ts";
export { chatById, chatsById, holdInbound, isChat, lockChat } from "./chatStore.ts";
export { deleteMessage } from "./deleteMessage.ts";
export { markReplied } from "./markReplied.ts";
export { mediaFiles } from "./mediaStore.ts";
export { type Move, type MovedChat, moveChat } from "./moveChat.ts";
export { moveChatBack, type Since } from "./moveChatBack.ts";
export { countMessagesWith } from "./moveStore.ts";
export { type CallLine, noteCall, renoteCall, tellOfCall } from "./noteCall.ts";
export { openChat } from "./openChat.ts";
export { storeAndSend } from "./send.ts";
export { assertSendable } from "./sendMessage.ts";

/** What somebody leaves behind who leaves. */
export const chatWork: Work = { what: "chat", handOver: handOverChats };

/** What the inbox does with what the carrier tells. */
export function inboxListener(server: Server): SmsListener {
  return {
    inbound: createReceiver(server),
    status: (report) => takeReport(server, report),
  };
}

/** Does the inbox's jobs in this process, and takes up what a process before it left behind. */
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
