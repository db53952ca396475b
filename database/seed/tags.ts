import type { Unit } from "#core/server/unit.ts";
import { slugsFor } from "#domains/tags/rules.ts";
import type { Conversation } from "./conversations.ts";
import type { House } from "./staff.ts";
import type { Talk } from "./talk.ts";
import { financingTalks } from "./talks/financing.ts";
import { partsTalks } from "./talks/parts.ts";
import { salesTalks } from "./talks/sales.ts";
import { serviceTalks } from "./talks/service.ts";
import { testDriveTalks } from "./talks/testDrives.ts";
import { tradeInTalks } from "./talks/tradeIns.ts";

/** What each talk is about. */
const topics: readonly (readonly [tag: string, talks: readonly Talk[]])[] = [
  ["Sales Lead", salesTalks],
  ["Service", serviceTalks],
  ["Financing", financingTalks],
  ["Trade-In", tradeInTalks],
  ["Test Drive", testDriveTalks],
  ["Parts", partsTalks],
];

const agreed = "Appointment Set";

function tagsOf({ talk, visit }: Conversation): string[] {
  const about = topics.flatMap(([tag, talks]) => (talks.includes(talk) ? [tag] : []));
  return visit ? [...about, agreed] : about;
}

/** Adds the platform's first tags, puts them on the chats by what is talked about, and notes what was agreed. */
export async function addTags(
  { db }: Unit,
  { dealer_id }: House,
  conversations: readonly Conversation[],
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const names = [...topics.map(([tag]) => tag), agreed];
  const tags = names.map((tag) => ({ tag, slug: slugsFor(tag).next().value ?? tag }));
  // The operator may have some of them already.
  await db
    .insertInto("tags")
    .values(tags)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const known = await db.selectFrom("tags").where("deleted_at", "is", null).select(["id", "tag"]).execute();
  const chats = await db.selectFrom("chats").where("dealer_id", "=", dealer_id).select(["id", "customer_id"]).execute();
  const rows = conversations.flatMap((conversation) => {
    const { rooftop, customer, messages, visit } = conversation;
    const chat_id = chats.find((chat) => chat.customer_id === ids.get(customer.phone))?.id;
    const user_id = rooftop.writers[0]?.user_id;
    const created_at = messages.at(-1)?.at;
    if (!chat_id || !user_id || !created_at) throw new Error("A talk without a chat or a writer");
    return {
      place: { dealer_id, location_id: rooftop.location_id, chat_id },
      user_id,
      created_at,
      conversation,
      visit,
    };
  });
  const taggings = rows.flatMap(({ place, user_id, created_at, conversation }) =>
    known
      .filter(({ tag }) => tagsOf(conversation).includes(tag))
      .map(({ id: tag_id }) => ({ ...place, tag_id, user_id, created_at })),
  );
  await db.insertInto("chat_tags").values(taggings).execute();
  const notes = rows.flatMap(({ place, visit }) =>
    visit
      ? [{ ...place, user_id: visit.user_id, note: `${visit.title}: agreed by text.`, created_at: visit.agreedAt }]
      : [],
  );
  await db.insertInto("chat_notes").values(notes).execute();
}
