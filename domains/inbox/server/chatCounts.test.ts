import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { addCustomer } from "#core/testing/customer.ts";
import type { Dealership } from "#core/testing/dealership.ts";
import { openTestHouse, type TestHouse } from "#core/testing/house.ts";
import { inbox } from "../contract.ts";
import { compactChatCounts } from "./chatCounts.ts";

let house: TestHouse;
let dealership: Dealership;
let owner: Caller;
const customers: number[] = [];
beforeAll(async () => {
  house = await openTestHouse();
  dealership = await house.dealership();
  owner = await house.signIn(dealership.owner);
  for (let count = 0; count < 4; count++) customers.push((await addCustomer(owner)).id);
});
afterAll(() => house.close());

const ask = (text: string, ...values: unknown[]) => house.pool.query(text, [dealership.dealer_id, ...values]);

/** What is counted one by one: the chats of customers who are there. */
async function countedByHand() {
  const { rows } = await ask(
    `select count(*) filter (where new_message_count > 0)::int as unread_count,
       count(*) filter (where is_replied = 0)::int as unreplied_count,
       count(*) filter (where new_message_count > 0 and is_closed = 0)::int as unread_count_active,
       count(*) filter (where new_message_count > 0 and is_closed = 1)::int as unread_count_inactive
     from chats join customers on customers.dealer_id = chats.dealer_id and customers.id = chats.customer_id
     where chats.dealer_id = $1 and deleted_at is null`,
  );
  return rows[0];
}

const counted = async () => (await owner(inbox.unread)).data;
const keptRows = async () => (await ask("select is_closed from chat_counts where dealer_id = $1")).rows.length;

type Step = (customer: number) => Promise<unknown>;

const steps: Record<string, Step> = {
  writes: (customer) =>
    ask(
      `insert into chats (dealer_id, location_id, customer_id, new_message_count, is_replied, waiting_since)
       values ($1, $2, $3, 1, 0, now())
       on conflict (dealer_id, location_id, customer_id) do update
         set new_message_count = chats.new_message_count + 1, is_replied = 0, is_closed = 0, waiting_since = now()`,
      dealership.location_id,
      customer,
    ),
  isRead: (customer) =>
    ask("update chats set new_message_count = 0 where dealer_id = $1 and customer_id = $2", customer),
  isAnswered: (customer) =>
    ask("update chats set is_replied = 1, waiting_since = null where dealer_id = $1 and customer_id = $2", customer),
  isClosed: (customer) => ask("update chats set is_closed = 1 where dealer_id = $1 and customer_id = $2", customer),
  isDeleted: (customer) => ask("update customers set deleted_at = now() where dealer_id = $1 and id = $2", customer),
  comesBack: (customer) => ask("update customers set deleted_at = null where dealer_id = $1 and id = $2", customer),
  isForgotten: (customer) => ask("delete from chats where dealer_id = $1 and customer_id = $2", customer),
  isAddedUp: () => compactChatCounts(house.server),
};

test("whatever happens to chats and their customers, the numbers are those that counting gives", async () => {
  const step = fc.tuple(fc.constantFrom(...Object.keys(steps)), fc.nat({ max: 3 }));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (taken) => {
      for (const [name, at] of taken) await steps[name]?.(customers[at] ?? 0);
      expect(await counted()).toEqual(await countedByHand());
      await compactChatCounts(house.server);
      expect(await counted()).toEqual(await countedByHand());
      expect(await keptRows()).toBeLessThanOrEqual(2);
    }),
    { numRuns: 25 },
  );
});

test("a customer who is deleted while they write counts nowhere, whoever is first", async () => {
  const { id } = await addCustomer(owner);
  for (let time = 0; time < 15; time++) {
    await steps.comesBack?.(id);
    if (time % 3 === 0) await steps.isForgotten?.(id);
    await Promise.all([steps.writes?.(id), steps.isDeleted?.(id), compactChatCounts(house.server)]);
    expect(await counted()).toEqual(await countedByHand());
  }
});
