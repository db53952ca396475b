import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { appointments } from "#domains/appointments/contract.ts";
import { consent } from "#domains/customers/consent/contract.ts";
import { customers } from "#domains/customers/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { scheduledMessages } from "#domains/inbox/sending/contract.ts";
import { leads } from "#domains/leads/contract.ts";
import { lists } from "#domains/lists/contract.ts";
import { tasks } from "#domains/tasks/contract.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { customerDeletion } from "./contract.ts";

const aDay = 24 * 3_600_000;

let app: TestApp;
let dealer: Dealership;
let manager: Caller;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  dealer = await app.dealership();
  manager = await app.signIn(dealer.manager);
});

async function addCustomer(phone = freshPhone(), first_name = "Ana") {
  const body = { first_name, last_name: "Diaz", email: "ana@example.com", address: "1 Main St", phone: phone.slice(2) };
  return { id: (await manager(customers.add, { body })).data.id, phone };
}

const inDays = (days: number) => new Date(app.clock.now().getTime() + days * aDay).toISOString();

/** Gives a customer an appointment, a task and a scheduled text to come, a past appointment, and a list. */
async function withWork(customer_id: number) {
  const appointment = (days: number) => {
    const time = { timeType: "custom", customTimeHours: "10", customTimeMinutes: "00", customTimeAmPm: "AM" } as const;
    const appointment_date = inDays(days).slice(0, 10);
    const draft = { title: "Test drive", customer_id, notes: "Blue one", appointment_date };
    return manager(appointments.add, { body: { ...draft, ...time } });
  };
  await appointment(3);
  await appointment(-3);
  await manager(tasks.add, { body: { description: "Call back", customer_id, due_at: inDays(1) } });
  await manager(leads.add, { body: { customer_id, comments: "Is it still here?" } });
  const { chat_id } = (await manager(inbox.sendToCustomer, { body: { customer_id, message: "Hello" } })).data;
  await manager(scheduledMessages.add, { body: { chat_id, message: "See you", send_at: inDays(2) } });
  const { list_id } = (await manager(lists.add, { body: { title: "Spring" } })).data;
  await manager(lists.addCustomers, { params: { id: list_id }, body: { customer_ids: [customer_id] } });
}

/** What there is about a customer, in the database. */
async function workOf(customer_id: number) {
  const { rows } = await app.pool.query(
    `select
       (select json_agg(json_build_array(a.id, title, notes, status) order by a.id) from appointments a
        where a.dealer_id = $1 and a.customer_id = $2) as appointments,
       (select json_agg(json_build_array(l.id, stage_id, outcome, lost_reason)) from leads l
        where l.dealer_id = $1 and l.customer_id = $2) as leads,
       (select json_agg(json_build_array(t.id, state, ended_how)) from tasks t
        where t.dealer_id = $1 and t.customer_id = $2) as tasks,
       (select json_agg(json_build_array(s.id, s.state)) from scheduled_messages s
        join chats c on c.dealer_id = s.dealer_id and c.id = s.chat_id
        where c.dealer_id = $1 and c.customer_id = $2) as texts,
       (select json_agg(list_id) from list_members l where l.dealer_id = $1 and l.customer_id = $2) as lists`,
    [dealer.dealer_id, customer_id],
  );
  return rows[0];
}

const countWork = async (customer_ids: number[]) =>
  (await manager(customerDeletion.openWork, { body: { customer_ids } })).data.work;
const restore = async (...customer_ids: number[]) => manager(customerDeletion.restore, { body: { customer_ids } });
const deletedIds = async () => (await manager(customerDeletion.deleted, { body: {} })).data.map(({ id }) => id);

test("says what goes along, cancels it, and brings everything back", async () => {
  const { id } = await addCustomer();
  await withWork(id);
  const before = await workOf(id);
  expect(await countWork([id])).toEqual([
    { what: "scheduled text", count: 1 },
    { what: "open lead", count: 1 },
    { what: "coming appointment", count: 1 },
    { what: "open task", count: 1 },
  ]);
  const { message } = await manager(customers.remove, { params: { id }, body: { cancel_work: 1 } });
  expect(message).toBe("Customer deleted");
  const after = await workOf(id);
  expect(after.appointments).toHaveLength(1);
  expect(after.tasks[0].slice(1)).toEqual(["dropped", "gone"]);
  expect(after.leads[0].slice(2)).toEqual(["lost", "Customer deleted"]);
  expect(after.texts[0][1]).toBe("undone");
  expect(after.lists).toBeNull();
  expect(await countWork([id])).toEqual(expect.arrayContaining([{ what: "open task", count: 0 }]));
  expect((await manager(customerDeletion.deleted, { body: {} })).data).toMatchObject([
    { id, customer_name: "Ana Diaz", deleted_by: "Manager Tester" },
  ]);
  expect((await restore(id)).message).toBe("1 customer restored");
  expect(await workOf(id)).toEqual(before);
  expect(await deletedIds()).toEqual([]);
  expect(await restore(id)).toMatchObject({ message: "Nothing to restore", data: { restored: 0, refused: 0 } });
});

test("keeps open work unless it is to be canceled, as the specified call does", async () => {
  const { id } = await addCustomer();
  await withWork(id);
  const before = await workOf(id);
  await manager(customers.removeChosen, { body: { customer_ids: [id] } });
  expect(await workOf(id)).toEqual({ ...before, lists: null });
  await restore(id);
  expect(await workOf(id)).toEqual(before);
});

test("an opt-out survives deleting and restoring", async () => {
  const { id } = await addCustomer();
  await manager(consent.opt, { body: { user_id: id, opt_type: "out" } });
  const status = async () => (await manager(customers.details, { params: { id } })).data.optin_status;
  expect(await status()).toBe(0);
  await manager(customers.remove, { params: { id } });
  const { rows } = await app.pool.query("select from suppressions where dealer_id = $1", [dealer.dealer_id]);
  expect(rows).toHaveLength(1);
  await restore(id);
  expect(await status()).toBe(0);
});

test("whose phone another customer has by now is not restored; the others are", async () => {
  const [first, second] = [await addCustomer(), await addCustomer(freshPhone(), "Bo")];
  await manager(customers.removeChosen, { body: { customer_ids: [first.id, second.id] } });
  await addCustomer(first.phone, "Cy");
  const answer = await restore(first.id, second.id);
  expect(answer).toMatchObject({ status: "warning", data: { restored: 1, refused: 1 } });
  expect(await deletedIds()).toEqual([first.id]);
});

test("nobody is restored after 30 days, from another location, or out of a merge or an undone import", async () => {
  const { id } = await addCustomer();
  await manager(customers.remove, { params: { id } });
  const elsewhere = await app.signIn(dealer.owner, dealer.otherLocation_id);
  const foreign = await elsewhere(customerDeletion.restore, { body: { customer_ids: [id] } });
  expect(foreign.data).toEqual({ restored: 0, refused: 0 });
  const merged = await addCustomer();
  await app.pool.query("update customers set deleted_at = now() where id = $1", [merged.id]);
  expect((await restore(merged.id)).data.restored).toBe(0);
  await app.pool.query("update customer_deletions set deleted_at = deleted_at - interval '31 days'");
  expect((await restore(id)).data.restored).toBe(0);
  expect(await deletedIds()).toEqual([]);
});
