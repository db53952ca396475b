import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import type { Dealership } from "#testing/dealership.ts";
import { inDepth } from "#testing/deep.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { compactChatCounts } from "./chatCounts.ts";

let app: TestApp;
let dealership: Dealership;
let owner: Caller;
let ownerId: number;
const customers: number[] = [];
beforeAll(async () => {
  app = await startTestApp();
  dealership = await app.dealership();
  owner = await app.signIn(dealership.owner);
  ownerId = Number((await app.pool.query("select id from users where email = $1", [dealership.owner])).rows[0].id);
  for (let count = 0; count < 4; count++) customers.push((await addCustomer(owner)).id);
});
afterAll(() => app.close());

const query = (text: string, ...values: unknown[]) => app.pool.query(text, [dealership.dealer_id, ...values]);

/** The expected counts, from the chats of existing customers. */
async function expectedCounts() {
  const { rows } = await query(
    `select count(*) filter (where shown and new_message_count > 0)::int as unread_count,
       count(*) filter (where shown and is_replied = 0)::int as unreplied_count,
       count(*) filter (where shown and new_message_count > 0 and is_closed = 0)::int as unread_count_active,
       count(*) filter (where shown and new_message_count > 0 and is_closed = 1)::int as unread_count_inactive,
       count(*) filter (where not shown)::int as snoozed_count,
       json_build_object('all', count(*) filter (where shown and is_closed = 0),
         'unassigned', count(*) filter (where shown and is_closed = 0 and assigned_to is null),
         'mine', count(*) filter (where shown and is_closed = 0 and assigned_to = $2)) as active,
       json_build_object('all', count(*) filter (where shown and is_closed = 1),
         'unassigned', count(*) filter (where shown and is_closed = 1 and assigned_to is null),
         'mine', count(*) filter (where shown and is_closed = 1 and assigned_to = $2)) as inactive
     from (select *, snoozed_until is null as shown from chats) chats join customers on customers.dealer_id = chats.dealer_id and customers.id = chats.customer_id
     where chats.dealer_id = $1 and deleted_at is null`,
    ownerId,
  );
  return rows[0];
}

const actualCounts = async () => (await owner(inbox.unread)).data;
const countRows = async () => (await query("select is_closed from chat_counts where dealer_id = $1")).rows.length;

type CountStep = (customer: number) => Promise<unknown>;

const steps: Record<string, CountStep> = {
  writes: (customer) =>
    query(
      `insert into chats (dealer_id, location_id, customer_id, new_message_count, is_replied, waiting_since)
       values ($1, $2, $3, 1, 0, now())
       on conflict (dealer_id, location_id, customer_id) do update
         set new_message_count = chats.new_message_count + 1, is_replied = 0, is_closed = 0, waiting_since = now()`,
      dealership.location_id,
      customer,
    ),
  isRead: (customer) =>
    query("update chats set new_message_count = 0 where dealer_id = $1 and customer_id = $2", customer),
  isAnswered: (customer) =>
    query("update chats set is_replied = 1, waiting_since = null where dealer_id = $1 and customer_id = $2", customer),
  isClosed: (customer) => query("update chats set is_closed = 1 where dealer_id = $1 and customer_id = $2", customer),
  isDeleted: (customer) => query("update customers set deleted_at = now() where dealer_id = $1 and id = $2", customer),
  isRestored: (customer) => query("update customers set deleted_at = null where dealer_id = $1 and id = $2", customer),
  isPurged: (customer) => query("delete from chats where dealer_id = $1 and customer_id = $2", customer),
  isAssigned: (customer) =>
    query("update chats set assigned_to = $3 where dealer_id = $1 and customer_id = $2", customer, ownerId),
  isUnassigned: (customer) =>
    query("update chats set assigned_to = null where dealer_id = $1 and customer_id = $2", customer),
  isSnoozed: (customer) =>
    query("update chats set snoozed_until = now() where dealer_id = $1 and customer_id = $2", customer),
  isWoken: (customer) =>
    query("update chats set snoozed_until = null where dealer_id = $1 and customer_id = $2", customer),
  isCompacted: () => compactChatCounts(app.server),
};

test("the counters match a full count after any sequence of changes", async () => {
  const step = fc.tuple(fc.constantFrom(...Object.keys(steps)), fc.nat({ max: 3 }));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (taken) => {
      for (const [name, at] of taken) await steps[name]?.(customers[at] ?? 0);
      expect(await actualCounts()).toEqual(await expectedCounts());
      await compactChatCounts(app.server);
      expect(await actualCounts()).toEqual(await expectedCounts());
      expect(await countRows()).toBeLessThanOrEqual(4);
    }),
    { numRuns: inDepth(25, 6) },
  );
});

test("a customer deleted while writing isn't counted, whichever commits first", async () => {
  const { id } = await addCustomer(owner);
  for (let time = 0; time < 15; time++) {
    await steps.isRestored?.(id);
    if (time % 3 === 0) await steps.isPurged?.(id);
    await Promise.all([steps.writes?.(id), steps.isDeleted?.(id), compactChatCounts(app.server)]);
    expect(await actualCounts()).toEqual(await expectedCounts());
  }
});
