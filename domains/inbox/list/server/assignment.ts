import { sql } from "kysely";
import { orNotFound } from "#core/failure.ts";
import type { LocationKey } from "#core/people.ts";
import type { HandOverRequest } from "#core/server/domainManifest.ts";
import type { Handlers } from "#core/server/serve.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import { customerName } from "#domains/customers/rules.ts";
import { inboxEvents } from "#domains/inbox/contract.ts";
import { recordChatEvent } from "#domains/inbox/conversation/server/timeline.ts";
import { chatById, lockChat } from "#domains/inbox/server/chatStore.ts";
import { notify } from "#domains/notifications/server/public.ts";
import { memberById } from "#domains/team/server/public.ts";
import type { chatAssignment } from "../contract.ts";

export const chatAssignmentHandlers: Handlers<typeof chatAssignment> = {
  async assign(context, { body: { chat_id, user_id } }) {
    const { db, scope, who } = context;
    const { customer } = orNotFound(await chatById(db, scope, chat_id));
    const member = user_id === undefined ? undefined : orNotFound(await memberById(db, scope, user_id));
    const assigned_to = member?.id ?? null;
    const changed = await assignChat(context, scope, chat_id, assigned_to, who.user_id);
    if (changed && member && member.id !== who.user_id) {
      const title = `${who.first_name} ${who.last_name} assigned you a conversation`;
      const recipients = { ...scope, user_ids: [member.id] };
      await notify(context, recipients, { kind: "assigned", title, text: customerName(customer), chat_id });
    }
    return { assigned_to };
  },
};

/** Assigns a chat to a member, or unassigns it, and records the event. Returns true when that changed. */
async function assignChat(
  unit: UnitOfWork,
  scope: LocationKey,
  id: number,
  assigned_to: number | null,
  user_id: number,
): Promise<boolean> {
  orNotFound(await lockChat(unit.db, scope, id));
  const changed = await assign(unit.db, scope.dealer_id, id, assigned_to);
  if (changed) {
    await recordChatEvent(unit, scope, { chat_ids: [id], kind: "assigned", assigned_to, user_id });
    unit.publish(inboxEvents.chatChanged, { target_id: id }, scope);
  }
  return changed;
}

/** Reassigns a departing member's chats, closed ones included: they reopen when the customer writes. */
export async function handOverChats(
  unit: UnitOfWork,
  { dealer_id, from, to, location_ids }: HandOverRequest,
): Promise<number> {
  const { db, publish } = unit;
  const locations = location_ids ? sql`${[...location_ids]}::bigint[]` : sql`array(${dealerLocations(db, dealer_id)})`;
  const chats = await db
    .updateTable("chats")
    .set({ assigned_to: to })
    .where("dealer_id", "=", dealer_id)
    .where(sql<boolean>`location_id = any(${locations})`)
    .where("assigned_to", "=", from)
    .returning(["id", "location_id"])
    .execute();
  for (const [location_id, chat_ids] of byLocation(chats))
    await recordChatEvent(unit, { dealer_id, location_id }, { chat_ids, kind: "assigned", assigned_to: to });
  for (const { id, location_id } of chats)
    publish(inboxEvents.chatChanged, { target_id: id }, { dealer_id, location_id });
  return chats.length;
}

function byLocation(chats: readonly { id: number; location_id: number }[]): ReadonlyMap<number, number[]> {
  const grouped = Map.groupBy(chats, ({ location_id }) => location_id);
  return new Map([...grouped].map(([location_id, own]) => [location_id, own.map(({ id }) => id)]));
}

/** The index on `assigned_to` starts with the location, so the query names all of them. */
function dealerLocations(db: Db, dealer_id: number) {
  return db.selectFrom("locations").where("dealer_id", "=", dealer_id).select("id");
}

/** Assigns a chat to a member, or unassigns it. Returns true when that changed. */
async function assign(db: Db, dealer_id: number, id: number, assigned_to: number | null): Promise<boolean> {
  const chat = db.updateTable("chats").set({ assigned_to }).where("dealer_id", "=", dealer_id).where("id", "=", id);
  return (await chat.where("assigned_to", "is distinct from", assigned_to).executeTakeFirst()).numUpdatedRows > 0n;
}
