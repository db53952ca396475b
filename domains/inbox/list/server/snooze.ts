import * as z from "zod/mini";
import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import { job } from "#core/job.ts";
import { worker } from "#core/server/domainManifest.ts";
import type { Handlers, Server, StaffContext } from "#core/server/serve.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { inboxEvents } from "#domains/inbox/contract.ts";
import { recordChatEvent } from "#domains/inbox/conversation/server/timeline.ts";
import { chatById, lockChat } from "#domains/inbox/server/chatStore.ts";
import type { chatSnooze } from "../contract.ts";
import { snoozeError } from "../rules.ts";

/** Brings back the chats whose snooze is over. */
export const wakeChatsJob = job("inbox.wakeChats", z.object({}), { retries: 0 });

export const chatSnoozeHandlers: Handlers<typeof chatSnooze> = {
  async snooze(context, { body: { chat_id, until } }) {
    const snoozed_until = new Date(until);
    await snoozeChat(context, chat_id, snoozed_until);
    return { snoozed_until: snoozed_until.toISOString() };
  },

  async unsnooze(context, { body: { chat_id } }) {
    await wakeChat(context, chat_id);
    return { snoozed_until: null };
  },
};

/**
 * Hides a chat of the acting location for the whole team until a time.
 * @throws Failure for a time out of range, a closed chat, or one that isn't there.
 */
export async function snoozeChat(context: StaffContext, chat_id: number, snoozed_until: Date): Promise<void> {
  const { db, scope, who, publish, now } = context;
  const error = snoozeError(snoozed_until, now());
  if (error) throw invalidField("until", error);
  orNotFound(await lockChat(db, scope, chat_id));
  const chat = orNotFound(await chatById(db, scope, chat_id));
  if (chat.is_closed === 1) throw new Failure("conflict", "Reopen the conversation to snooze it.");
  if (!(await setSnooze(db, scope.dealer_id, chat_id, snoozed_until))) return;
  const { user_id } = who;
  await recordChatEvent(context, scope, { chat_ids: [chat_id], kind: "snoozed", snoozed_until, user_id });
  publish(inboxEvents.chatChanged, { target_id: chat_id });
}

/** Ends the snooze of a chat of the acting location. */
export async function wakeChat({ db, scope, publish }: StaffContext, chat_id: number): Promise<void> {
  orNotFound(await lockChat(db, scope, chat_id));
  orNotFound(await chatById(db, scope, chat_id));
  if (await setSnooze(db, scope.dealer_id, chat_id, null)) publish(inboxEvents.chatChanged, { target_id: chat_id });
}

/**
 * Brings back every chat whose snooze is over, and notifies its location's browsers. One statement clears what is due, so
 * a second run at the same moment, on another server, finds nothing.
 */
export async function wakeChats({ within }: Pick<Server, "within">): Promise<void> {
  await within.eachCell("wake snoozed chats", async ({ db, now, publish }) => {
    for (const { id, ...location } of await wakeDueChats(db, now()))
      publish(inboxEvents.chatChanged, { target_id: id }, location);
  });
}

/** Snoozes an open chat, or ends its snooze. Returns true when that changed it. */
async function setSnooze(db: Db, dealer_id: number, id: number, snoozed_until: Date | null): Promise<boolean> {
  const chat = db.updateTable("chats").set({ snoozed_until }).where("dealer_id", "=", dealer_id).where("id", "=", id);
  const changed = await chat.where("snoozed_until", "is distinct from", snoozed_until).executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** Every business's chats whose snooze is over, woken: each comes back on top, as if it had just been written in. */
async function wakeDueChats(db: Db, now: Date) {
  return db
    .updateTable("chats")
    .set({ snoozed_until: null, chat_time: now })
    .where("snoozed_until", "<=", now)
    .returning(["id", "dealer_id", "location_id"])
    .execute();
}

export const snoozeWorkers = [worker(wakeChatsJob, wakeChats, { schedule: "* * * * *", atStart: wakeChats })];
