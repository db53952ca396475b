import type { Deps } from "#core/server/serve.ts";
import { signedLink } from "#core/server/signedLink.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import type { VariableValues } from "#core/variables.ts";
import { companyValues } from "#domains/campaigns/audience/server/public.ts";
import { splitName } from "#domains/customers/fullNames/rules.ts";
import { storeAndSend } from "#domains/inbox/outbox/server/public.ts";
import { chatWith, lockChat } from "#domains/inbox/server/public.ts";
import { type PictureDeps, pictureFor } from "./pictureFor.ts";
import type { InviteRow } from "./store.ts";

/** What an invite is filled in with. */
export interface InviteContent {
  readonly values: VariableValues;
  /** The person's own address of the page for reviews. */
  readonly link: string;
}

/** The values and the link of one invite. */
export async function contentOf(
  { secret, publicUrl }: Pick<Deps, "secret" | "publicUrl">,
  { db }: Pick<UnitOfWork, "db">,
  invite: Pick<InviteRow, "id" | "dealer_id" | "location_id" | "customer_name">,
): Promise<InviteContent> {
  const company = await companyValues(db, invite);
  const names = splitName(invite.customer_name);
  const values = { customer_name: invite.customer_name, ...names, ...company };
  return { values, link: `${publicUrl}/r/${signedLink(secret, "r", invite.dealer_id, invite.id)}` };
}

/**
 * Puts an invite's text into the conversation with the customer and sends it. It is no answer: somebody who waits for one
 * goes on waiting. With `picture` it takes the location's picture along.
 */
export async function textInvite(
  unit: UnitOfWork,
  invite: Pick<InviteRow, "id" | "dealer_id" | "location_id" | "customer_id" | "sent_by">,
  message: string,
  kind: "invite" | "reminder",
  picture?: PictureDeps,
): Promise<number> {
  const { dealer_id, location_id, customer_id, sent_by, id } = invite;
  if (customer_id === null) throw new Error("A text needs a customer");
  const chat_id = await chatWith(unit.db, dealer_id, location_id, customer_id);
  await lockChat(unit.db, { dealer_id, location_id }, chat_id);
  const client_id = `review-${kind}-${id}`;
  const files = picture ? await pictureFor(picture, unit, invite, chat_id) : [];
  const draft = { dealer_id, location_id, chat_id, customer_id, message, files, user_id: sent_by, client_id };
  return storeAndSend(unit, { ...draft, purpose: "conversation", isAutomatic: true });
}
