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

/** The tag of each conversation's topic. */
const topics: readonly (readonly [tag: string, conversations: readonly Talk[]])[] = [
  ["Sales Lead", salesTalks],
  ["Service", serviceTalks],
  ["Financing", financingTalks],
  ["Trade-In", tradeInTalks],
  ["Test Drive", testDriveTalks],
  ["Parts", partsTalks],
];

const appointmentTag = "Appointment Set";

function tagsOf({ talk: sample, visit: appointment }: Conversation): string[] {
  const tags = topics.flatMap(([tag, samples]) => (samples.includes(sample) ? [tag] : []));
  return appointment ? [...tags, appointmentTag] : tags;
}

/** Adds the platform's first tags, tags the chats by topic, and adds a note for each agreed appointment. */
export async function addTags(
  { db }: Unit,
  { dealer_id }: House,
  conversations: readonly Conversation[],
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const names = [...topics.map(([tag]) => tag), appointmentTag];
  const tags = names.map((tag) => ({ tag, slug: slugsFor(tag).next().value ?? tag }));
  // Some of them may exist already.
  await db
    .insertInto("tags")
    .values(tags)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const existing = await db.selectFrom("tags").where("deleted_at", "is", null).select(["id", "tag"]).execute();
  const chats = await db.selectFrom("chats").where("dealer_id", "=", dealer_id).select(["id", "customer_id"]).execute();
  const rows = conversations.flatMap((conversation) => {
    const { rooftop: location, customer, messages, visit: appointment } = conversation;
    const chat_id = chats.find((chat) => chat.customer_id === ids.get(customer.phone))?.id;
    const user_id = location.writers[0]?.user_id;
    const created_at = messages.at(-1)?.at;
    if (!chat_id || !user_id || !created_at) throw new Error("A conversation without a chat or a writer");
    return {
      chat: { dealer_id, location_id: location.location_id, chat_id },
      user_id,
      created_at,
      conversation,
      appointment,
    };
  });
  const taggings = rows.flatMap(({ chat, user_id, created_at, conversation }) =>
    existing
      .filter(({ tag }) => tagsOf(conversation).includes(tag))
      .map(({ id: tag_id }) => ({ ...chat, tag_id, user_id, created_at })),
  );
  await db.insertInto("chat_tags").values(taggings).execute();
  const notes = rows.flatMap(({ chat, appointment }) =>
    appointment
      ? [
          {
            ...chat,
            user_id: appointment.user_id,
            note: `${appointment.title}: agreed by text.`,
            created_at: appointment.agreedAt,
          },
        ]
      : [],
  );
  await db.insertInto("chat_notes").values(notes).execute();
}
