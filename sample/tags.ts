import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { slugsFor } from "#domains/tags/rules.ts";
import { financingConversations } from "./conversations/financing.ts";
import { partsConversations } from "./conversations/parts.ts";
import { salesConversations } from "./conversations/sales.ts";
import { serviceConversations } from "./conversations/service.ts";
import { testDriveConversations } from "./conversations/testDrives.ts";
import { tradeInConversations } from "./conversations/tradeIns.ts";
import { outreach } from "./followUps.ts";
import type { PlannedConversation } from "./planConversations.ts";
import type { SampleConversation } from "./sampleConversation.ts";
import type { SeededDealership } from "./staff.ts";

/** The tag of each conversation's topic. */
const topics: readonly (readonly [tag: string, conversations: readonly SampleConversation[]])[] = [
  ["Sales Lead", [...salesConversations, outreach]],
  ["Service", serviceConversations],
  ["Financing", financingConversations],
  ["Trade-In", tradeInConversations],
  ["Test Drive", testDriveConversations],
  ["Parts", partsConversations],
];

const appointmentTag = "Appointment Set";

function tagsOf({ sample, appointment }: PlannedConversation): string[] {
  const tags = topics.flatMap(([tag, samples]) => (samples.includes(sample) ? [tag] : []));
  return appointment ? [...tags, appointmentTag] : tags;
}

/** Adds the platform's first tags, tags the chats by topic, and adds a note for each agreed appointment. */
export async function addTags(
  { db }: UnitOfWork,
  { dealer_id }: SeededDealership,
  conversations: readonly PlannedConversation[],
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
    const { location, customer, messages, appointment } = conversation;
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
