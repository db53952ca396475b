import * as z from "zod/mini";
import { Failure, orNotFound } from "#core/failure.ts";
import type { StaffContext } from "#core/server/serve.ts";
import { messageById, unseenReplyId } from "#domains/inbox/server/messageStore.ts";
import type { MessageViewer } from "#domains/inbox/server/messageView.ts";
import { UnseenReply } from "../contract.ts";

/**
 * Rejects a reply whose author hasn't seen a colleague's newer one. The caller must hold the chat's lock, so that of two
 * concurrent replies the second is rejected.
 *
 * @param last_seen_id the newest message on the author's screen.
 * @throws Failure `conflict` with an `UnseenReply`.
 */
export async function assertSeen(
  { db, scope: { dealer_id }, who }: StaffContext,
  chat_id: number,
  last_seen_id: number,
  viewer: MessageViewer,
): Promise<void> {
  const id = await unseenReplyId(db, dealer_id, chat_id, { after: last_seen_id, not_by: who.user_id });
  if (id === undefined) return;
  const message = orNotFound(await messageById(db, dealer_id, chat_id, id, viewer));
  const data = z.parse(UnseenReply, { code: "unseen_reply", message });
  throw new Failure("conflict", `${message.sent_by} replied while you were typing.`, { data });
}
