import * as z from "zod/mini";
import { Failure, found } from "#core/failure.ts";
import type { StaffContext } from "#core/server/serve.ts";
import { UnseenReply } from "#domains/inbox/team/contract.ts";
import { messageById, replySince, type ShownAs } from "./messageStore.ts";

/**
 * Lets a reply go on only when its writer has seen the colleagues' latest. The chat's row must be held, so that of two
 * who answer at the same moment the second is asked.
 *
 * @param last_seen_id the newest message that the writer had on the screen.
 */
export async function assertSeen(
  { db, scope: { dealer_id }, who }: StaffContext,
  chat_id: number,
  last_seen_id: number,
  as: ShownAs,
): Promise<void> {
  const id = await replySince(db, dealer_id, chat_id, { after: last_seen_id, not_by: who.user_id });
  if (id === undefined) return;
  const message = found(await messageById(db, dealer_id, chat_id, id, as));
  const data = z.parse(UnseenReply, { code: "unseen_reply", message });
  throw new Failure("conflict", `${message.sent_by} answered while you wrote.`, { data });
}
