import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { customers } from "#domains/customers/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { inDepth } from "#testing/deep.ts";
import { snapshotOf, startMergeApp } from "#testing/duplicates/mergeSteps.ts";

const { app, dealer, manager, merging } = await startMergeApp();
afterAll(() => app.close());

type MergedPerson = { id: number; phone: string };

/** Something that happens to one of the two customers. */
const actionKinds = [
  "texts",
  "is texted",
  "is read",
  "is closed",
  "is pinned",
  "says STOP",
  "says START",
  "is listed",
  "calls",
  "is tagged",
  "is noted",
] as const;
type CustomerAction = { who: 0 | 1; what: (typeof actionKinds)[number] };
const action: fc.Arbitrary<CustomerAction> = fc.record({
  who: fc.constantFrom(0 as const, 1 as const),
  what: fc.constantFrom(...actionKinds),
});

async function chatOf(id: number) {
  return (await merging.details(id)).chat_id;
}

let count = 0;

async function perform({ what }: CustomerAction, { id, phone }: MergedPerson): Promise<string | undefined> {
  const text = `text ${++count}`;
  if (what === "texts") await merging.inbound(phone, text);
  if (what === "says STOP") await merging.inbound(phone, "STOP");
  if (what === "says START") await merging.inbound(phone, "START");
  if (what === "is listed") await merging.list(`List ${count}`, [id]);
  if (what === "is texted") {
    await merging.send(id, text).catch((failure) => expect(failure.message).toMatch(/opted out/));
  }
  const chat_id = await chatOf(id);
  if (chat_id === null) return text;
  if (what === "is read") await manager(inbox.messages, { params: { chat_id }, body: {} });
  if (what === "is closed") await manager(inbox.close, { body: { chat_id, is_closed: 1 } });
  if (what === "calls") await merging.call(phone);
  if (what === "is tagged") await merging.tag(chat_id, count % 2 === 0 ? "Hot Lead" : "Trade-In");
  if (what === "is noted") await merging.note(chat_id, text);
  if (what === "is pinned") await app.pool.query("update chats set is_pinned = 1 where id = $1", [chat_id]);
  return text;
}

test("a merge that is undone leaves everything as it was", { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(action, { maxLength: 8 }),
      fc.subarray(["name", "email", "company"] as const),
      async (all, take) => {
        const two = [await merging.person({ company: "" }), await merging.person({ first_name: "Other" })] as const;
        for (const one of all) await perform(one, two[one.who]);
        if (all.length % 2 === 0) await merging.appointment(two[1].id, "2027-03-03");
        const before = await snapshotOf(app, dealer.dealer_id);
        const merge_id = await merging.merge(two[0].id, two[1].id, [...take]);
        const between = await snapshotOf(app, dealer.dealer_id);
        expect(between.messages.map(({ id }) => id)).toEqual(before.messages.map(({ id }) => id));
        expect(between.consent).toEqual(before.consent);
        expect(between.suppressions).toEqual(before.suppressions);
        expect(await merging.undo(merge_id)).toEqual({ kept_id: two[0].id, merged_id: two[1].id });
        expect(await snapshotOf(app, dealer.dealer_id)).toEqual(before);
      },
    ),
    { numRuns: inDepth(25, 5) },
  );
});

test("activity between merge and undo is not lost", { timeout: 120_000 }, async () => {
  const texts: fc.Arbitrary<CustomerAction> = fc.record({
    who: fc.constantFrom(0 as const, 1 as const),
    what: fc.constantFrom("texts" as const, "is texted" as const, "is read" as const),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(texts, { maxLength: 4 }), fc.array(texts, { maxLength: 6 }), async (first, then) => {
      const [kept, merged] = [await merging.person(), await merging.person()];
      const wrote = new Map<number, string[]>([
        [kept.id, []],
        [merged.id, []],
      ]);
      const unread = new Map<number, number>();
      const note = (owner: number, what: CustomerAction["what"], read: readonly number[]) => {
        if (what === "texts") unread.set(owner, (unread.get(owner) ?? 0) + 1);
        if (what === "is read") for (const id of read) unread.set(id, 0);
      };
      for (const one of first) {
        const who = one.who === 0 ? kept : merged;
        const text = await perform(one, who);
        if (one.what !== "is read" && text) wrote.get(who.id)?.push(text);
        note(who.id, one.what, [who.id]);
      }
      const merge_id = await merging.merge(kept.id, merged.id);
      for (const one of then) {
        // Texts from the merged phone now belong to the kept customer; replies go to the main phone.
        const text = await perform(one, { id: kept.id, phone: one.who === 0 ? kept.phone : merged.phone });
        const owner = one.what === "texts" && one.who === 1 ? merged : kept;
        if (one.what !== "is read" && text) wrote.get(owner.id)?.push(text);
        note(owner.id, one.what, [kept.id, merged.id]);
      }
      await merging.undo(merge_id);
      for (const { id } of [kept, merged]) {
        const customer = (await manager(customers.details, { params: { id } })).data;
        const ownTexts = wrote.get(id) ?? [];
        expect(customer.messages_received + customer.messages_sent).toBe(ownTexts.length);
        if (customer.chat_id === null) {
          expect(ownTexts).toEqual([]);
          continue;
        }
        const { allMessages, currentChat } = await merging.conversation(customer.chat_id);
        expect(allMessages.map(({ message }) => message)).toEqual(ownTexts);
        expect(allMessages.map(({ phone }) => phone)).toEqual(ownTexts.map(() => null));
        const received = allMessages.filter((message) => message.is_from_customer === 1);
        expect(customer.messages_received).toBe(received.length);
        expect(currentChat.new_message).toBe(ownTexts.at(-1) ?? "");
        expect(currentChat.chat_time).toBe(allMessages.at(-1)?.datetime);
        expect(currentChat.new_message_count).toBe(unread.get(id) ?? 0);
        expect(currentChat.latest_chat_message_received_time).toBe(received.at(-1)?.datetime ?? null);
        expect(currentChat.is_read).toBe(currentChat.new_message_count === 0 ? 1 : 0);
      }
    }),
    { numRuns: inDepth(25, 5) },
  );
});

test("edits made meanwhile are kept", async () => {
  const [kept, merged] = [await merging.person({ company: "" }), await merging.person({ company: "Old Inc" })];
  const merge_id = await merging.merge(kept.id, merged.id, ["company", "email"]);
  const { first_name, last_name, email, address } = await merging.details(kept.id);
  const draft = { first_name: "Changed", last_name, email, address, company: "New Inc", phone: kept.phone };
  expect(first_name).toBe("Maria");
  await manager(customers.update, { params: { id: kept.id }, body: draft });
  await merging.undo(merge_id);
  const ownTexts = `p${kept.phone.slice(2)}@example.com`;
  expect(await merging.details(kept.id)).toMatchObject({ first_name: "Changed", company: "New Inc", email: ownTexts });
  expect(await merging.details(merged.id)).toMatchObject({ company: "Old Inc", email });
});
