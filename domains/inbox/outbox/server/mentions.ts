import { invalidField } from "#core/failure.ts";
import type { LocationScope } from "#core/people.ts";
import type { StaffContext } from "#core/server/serve.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { notify } from "#domains/notifications/server/public.ts";
import { membersAmong } from "#domains/team/server/public.ts";

/**
 * Validates the members that a text mentions, without duplicates.
 *
 * @throws Failure `invalid` when one of them doesn't work at the location.
 */
export async function validMentions(db: Db, scope: LocationScope, requested: readonly number[]): Promise<number[]> {
  const ids = [...new Set(requested)];
  const members = await membersAmong(db, scope, ids);
  if (members.length === ids.length) return ids;
  throw invalidField("mentions", "Someone you mentioned doesn't work at this location");
}

interface MentioningText {
  readonly chat_id: number;
  readonly message: string;
  readonly customer: { readonly first_name: string; readonly last_name: string };
}

/** Notifies the members mentioned in a text, except its author. */
export async function notifyMentioned(
  context: StaffContext,
  people: readonly number[],
  text: MentioningText,
): Promise<void> {
  const { scope, who } = context;
  const { chat_id, message, customer } = text;
  const user_ids = people.filter((id) => id !== who.user_id);
  const nameOf = ({ first_name, last_name }: MentioningText["customer"]) => `${first_name} ${last_name}`.trim();
  const title = `${nameOf(who)} mentioned you in the chat with ${nameOf(customer) || "a customer"}`;
  const { dealer_id, location_id } = scope;
  await notify(context, { dealer_id, location_id, user_ids }, { kind: "mention", title, text: message, chat_id });
}
