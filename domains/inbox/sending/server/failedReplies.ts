import { sql } from "kysely";
import * as z from "zod/mini";
import { Id } from "#core/fields.ts";
import { job } from "#core/job.ts";
import type { LocationKey } from "#core/people.ts";
import { worker } from "#core/server/domainManifest.ts";
import type { Server } from "#core/server/serve.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import { isOptedOut } from "#domains/customers/server/public.ts";
import { inboxEvents } from "#domains/inbox/contract.ts";
import { markAnswered, setWaiting } from "#domains/inbox/server/chatStateStore.ts";
import { lockChat } from "#domains/inbox/server/chatStore.ts";
import { recordResponse } from "#domains/inbox/server/responses.ts";

/** Marks the customer as answered when a failed reply is sent again. */
export const answerAgainJob = job("inbox.answerAgain", z.object({ dealer_id: Id, location_id: Id, message_id: Id }));

interface ReplyKey extends LocationKey {
  readonly message_id: number;
}

/** A reply that failed answered no one: its customer waits since they asked, unless someone wrote since. */
export async function waitAgain({ within }: Server, key: ReplyKey): Promise<void> {
  const { dealer_id, location_id } = key;
  await within.business({ dealer_id, location_id }, "a reply that failed", async (unit) => {
    const reply = await lockReply(unit.db, key);
    if (reply?.state !== "failed" || (await isOptedOut(unit.db, dealer_id, reply.customer_id))) return;
    const { rows } = await sql<{ waiting_since: Date }>`delete from responses
      where dealer_id = ${dealer_id} and message_id = ${key.message_id} returning waiting_since`.execute(unit.db);
    const since = rows[0]?.waiting_since;
    if (since === undefined) return;
    const isWaiting = await setWaiting(unit.db, dealer_id, reply.chat_id, { since, marked_at: reply.datetime });
    if (isWaiting) unit.publish(inboxEvents.chatChanged, { target_id: reply.chat_id });
  });
}

/** A failed reply that is sent again answers the customer, unless they wrote since it was written. */
async function answerAgain({ within }: Server, key: ReplyKey): Promise<void> {
  const { dealer_id, location_id } = key;
  await within.business({ dealer_id, location_id }, "a reply that is sent again", async (unit) => {
    const reply = await lockReply(unit.db, key);
    if (!reply || reply.state === "failed" || reply.waiting_since === null || reply.user_id === null) return;
    if (reply.asked_at !== null && reply.asked_at > reply.datetime) return;
    await answer(unit, key, { ...reply, user_id: reply.user_id, waiting_since: reply.waiting_since });
  });
}

async function answer(
  unit: UnitOfWork,
  { dealer_id, location_id, message_id }: ReplyKey,
  reply: RepeatedReply,
): Promise<void> {
  const { chat_id, user_id, waiting_since } = reply;
  await markAnswered(unit.db, dealer_id, chat_id);
  unit.publish(inboxEvents.chatChanged, { target_id: chat_id });
  const facts = { dealer_id, location_id, chat_id, message_id, user_id, waiting_since };
  await recordResponse(unit.db, { ...facts, datetime: unit.now() });
}

interface RepeatedReply {
  readonly chat_id: number;
  readonly user_id: number;
  readonly waiting_since: Date;
}

interface ReplyOfChat {
  readonly chat_id: number;
  readonly customer_id: number;
  readonly state: string;
  readonly datetime: Date;
  readonly user_id: number | null;
  readonly waiting_since: Date | null;
  /** When the customer last wrote or called. */
  readonly asked_at: Date | null;
}

/** A member's text with its chat, which is locked first, as wherever texts are written. */
async function lockReply(db: Db, { dealer_id, location_id, message_id }: ReplyKey): Promise<ReplyOfChat | undefined> {
  const { rows: chats } = await sql<{ chat_id: number }>`select chat_id from messages
    where dealer_id = ${dealer_id} and id = ${message_id}`.execute(db);
  const chat_id = chats[0]?.chat_id;
  if (chat_id === undefined || !(await lockChat(db, { dealer_id, location_id }, chat_id))) return undefined;
  const { rows } =
    await sql<ReplyOfChat>`select m.chat_id, m.state, m.datetime, m.user_id, c.customer_id, c.waiting_since,
      c.latest_chat_message_received_time as asked_at
    from messages m join chats c on c.dealer_id = m.dealer_id and c.id = m.chat_id
    where m.dealer_id = ${dealer_id} and m.id = ${message_id} and m.chat_id = ${chat_id}`.execute(db);
  return rows[0];
}

export const failedReplyWorkers = [worker(answerAgainJob, answerAgain)];
