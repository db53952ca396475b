import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import type { Handlers, StaffContext } from "#core/server/serve.ts";
import { signedFileUrl } from "#core/server/signedFileUrl.ts";
import type { CustomerWork } from "#domains/customers/server/public.ts";
import { attachmentsOfScheduled, claimDrafts } from "#domains/inbox/attachments/server/public.ts";
import { attachToText, returnToDrafts } from "#domains/inbox/attachments/server/store.ts";
import { emptyMessageText } from "#domains/inbox/conversation/contract.ts";
import { chatById, lockChat } from "#domains/inbox/server/chatStore.ts";
import { maxScheduledPerChat, type ScheduledMessage, scheduledEvents, type scheduledMessages } from "../contract.ts";
import { canUndo, secondsUntil, sendTimeError } from "../rules.ts";
import {
  countWaitingTexts,
  insertScheduled,
  lockScheduled,
  openScheduledIn,
  type ScheduledRow,
  scheduledByClientId,
  scheduledById,
  settleScheduled,
  takeBackWaiting,
  waitAgain,
} from "./scheduleStore.ts";
import { assertSendable } from "./sendMessage.ts";
import { sendScheduledJob } from "./sendScheduled.ts";

export const scheduledMessageHandlers: Handlers<typeof scheduledMessages> = {
  async add(context, { body }) {
    const { db, scope, who, now, publish, enqueue } = context;
    const { chat_id, message, attachment_ids = [], unless_reply = 0, client_id = null } = body;
    const { dealer_id } = scope;
    if (message === "" && attachment_ids.length === 0) throw invalidField("message", emptyMessageText);
    const [created_at, send_at] = [now(), new Date(body.send_at)];
    const chat = orNotFound(await chatById(db, scope, chat_id));
    // Locked so that concurrent requests with one client_id schedule one text.
    orNotFound(await lockChat(db, scope, chat_id));
    const existing = client_id ? await scheduledByClientId(db, dealer_id, client_id) : undefined;
    if (existing && existing.chat_id !== chat_id) throw new Failure("conflict");
    if (existing) return scheduledMessage(context, existing.id);
    const problem = sendTimeError(send_at, created_at);
    if (problem) throw invalidField("send_at", problem);
    await assertSendable(context, chat.customer);
    if ((await openScheduledIn(db, scope, chat_id)).length >= maxScheduledPerChat) {
      throw new Failure(
        "conflict",
        `${maxScheduledPerChat} messages are already scheduled in this chat. Cancel one first.`,
      );
    }
    const files = await claimDrafts(db, scope, { chat_id, user_id: who.user_id }, attachment_ids);
    const row = { chat_id, message, user_id: who.user_id, client_id, send_at, unless_reply, created_at };
    const scheduled_id = await insertScheduled(db, scope, row);
    await attachToText(db, dealer_id, files, { scheduled_id });
    await enqueue(sendScheduledJob, { dealer_id, scheduled_id }, { delaySeconds: secondsUntil(send_at, created_at) });
    publish(scheduledEvents.changed, { target_id: chat_id });
    return scheduledMessage(context, scheduled_id);
  },

  async ofChat(context, { params: { chat_id } }) {
    const { db, scope } = context;
    orNotFound(await chatById(db, scope, chat_id));
    return toMessages(context, await openScheduledIn(db, scope, chat_id));
  },

  async undo(context, { params: { scheduled_id } }) {
    const { db, scope, who, now, publish, audit } = context;
    const row = orNotFound(await scheduledById(db, scope, scheduled_id));
    orNotFound(await chatById(db, scope, row.chat_id));
    const { state, chat_id } = orNotFound(await lockScheduled(db, scope.dealer_id, scheduled_id));
    if (state === "undone") orNotFound(undefined);
    if (!canUndo(state)) throw new Failure("conflict", "This message was already sent.");
    const message = await scheduledMessage(context, scheduled_id);
    await settleScheduled(db, scope.dealer_id, scheduled_id, { state: "undone", settled_at: now() });
    await returnToDrafts(db, scope.dealer_id, scheduled_id, { user_id: who.user_id, chat_id, created_at: now() });
    await audit({ action: "took back", subject: "scheduled message", subject_id: scheduled_id, detail: { chat_id } });
    publish(scheduledEvents.changed, { target_id: chat_id });
    return { ...message, state: "undone" };
  },
};

async function scheduledMessage(context: StaffContext, id: number): Promise<ScheduledMessage> {
  const [message] = await toMessages(context, [orNotFound(await scheduledById(context.db, context.scope, id))]);
  return orNotFound(message);
}

/** Scheduled texts in wire format, with their files. */
async function toMessages({ db, scope, secret, now }: StaffContext, rows: ScheduledRow[]): Promise<ScheduledMessage[]> {
  const ids = rows.map(({ id }) => id);
  const files = await attachmentsOfScheduled(db, scope.dealer_id, ids, (key) => signedFileUrl(secret, key, now()));
  return rows.map(({ send_at, created_at, ...row }) => ({
    ...row,
    attachments: files.get(row.id) ?? [],
    send_at: send_at.toISOString(),
    created_at: created_at.toISOString(),
  }));
}

/** The texts that wait for their time; deleting the customer may cancel them. */
export const scheduledTexts: CustomerWork = {
  what: "scheduled text",
  count: countWaitingTexts,

  async cancel({ db, now, publish }, location, customer_ids) {
    const texts = await takeBackWaiting(db, location, customer_ids, now());
    for (const { chat_id } of texts) publish(scheduledEvents.changed, { target_id: chat_id }, location);
    return texts.map(({ id, customer_id }) => ({ customer_id, record: id }));
  },

  async restore({ db, now, publish, enqueue }, location, records) {
    const { dealer_id } = location;
    for (const { id, chat_id, send_at } of await waitAgain(db, location, records.map(Number), now())) {
      enqueue(sendScheduledJob, { dealer_id, scheduled_id: id }, { delaySeconds: secondsUntil(send_at, now()) });
      publish(scheduledEvents.changed, { target_id: chat_id }, location);
    }
  },
};
