import type { Caller } from "#core/client.ts";
import { appointments } from "#domains/appointments/contract.ts";
import { customers } from "#domains/customers/contract.ts";
import { duplicates } from "#domains/duplicates/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { chatNotes } from "#domains/inbox/conversation/contract.ts";
import { chatTags } from "#domains/inbox/list/contract.ts";
import { lists } from "#domains/lists/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";

let texts = 0;

/** Common steps of merge tests, as one manager at one location. */
export function mergeSteps(app: TestApp, dealer: Dealership, call: Caller) {
  return {
    /** A customer who has nothing in common with any other. */
    async person(more: object = {}) {
      const phone = freshPhone();
      const own = { last_name: `L${phone.slice(2)}`, email: `p${phone.slice(2)}@example.com`, phone };
      const { id } = await addCustomer(call, { ...own, ...more });
      return { id, phone };
    },

    /** Receives a text from a phone and runs the jobs that follow. */
    async inbound(from: string, body: string) {
      texts += 1;
      const text = { from, to: dealer.number, body, media: [], carrierAnsweredOptOut: false };
      await app.sms.listener.onInboundText({ ...text, sid: `SMtwin${process.pid}x${texts}` });
      await app.jobs.runAll();
      app.clock.set(new Date(app.clock.now().getTime() + 1_000));
    },

    async send(customer_id: number, message: string) {
      const { data } = await call(inbox.sendToCustomer, { body: { customer_id, message } });
      await app.jobs.runAll();
      app.clock.set(new Date(app.clock.now().getTime() + 1_000));
      return data.chat_id;
    },

    /** A missed call from a phone. */
    async call(from: string) {
      texts += 1;
      const key = { sid: `CAtwin${process.pid}x${texts}`, from, to: dealer.number };
      await app.voice.listener.onIncomingCall(key);
      await app.voice.listener.onCallEnded(key, undefined);
      await app.jobs.runAll();
      app.clock.set(new Date(app.clock.now().getTime() + 1_000));
    },

    async tag(chat_id: number, tag: "Hot Lead" | "Trade-In") {
      const { rows } = await app.pool.query("select id from tags where tag = $1", [tag]);
      await call(chatTags.add, { body: { chat_id, tag_id: rows[0].id } });
    },

    note: async (chat_id: number, note: string) => (await call(chatNotes.add, { body: { chat_id, note } })).data.id,

    notes: async (chat_id: number) =>
      (await call(chatNotes.ofChat, { params: { chat_id } })).data.map(({ note }) => note),

    async list(title: string, customer_ids: number[]) {
      const { list_id: id } = (await call(lists.add, { body: { title } })).data;
      if (customer_ids.length > 0) await call(lists.addCustomers, { params: { id }, body: { customer_ids } });
      return id;
    },

    async appointment(customer_id: number, day: string) {
      const at = { customTimeHours: "10", customTimeMinutes: "00", customTimeAmPm: "AM" };
      const appointment = { title: "Visit", notes: "", customer_id, timeType: "custom", appointment_date: day, ...at };
      return (await call(appointments.add, { body: appointment as never })).data.id;
    },

    merge: async (kept_id: number, merged_id: number, take: ("name" | "email" | "company" | "address")[] = []) =>
      (await call(duplicates.merge, { body: { kept_id, merged_id, take } })).data.merge_id,

    undo: async (merge_id: number) => (await call(duplicates.undo, { body: { merge_id } })).data,

    details: async (id: number) => (await call(customers.details, { params: { id } })).data,

    /** The messages of a chat, loaded without marking it read. */
    async conversation(chat_id: number) {
      const body = { before: Number.MAX_SAFE_INTEGER };
      return (await call(inbox.messages, { params: { chat_id }, body })).data;
    },

    pairs: async () => (await call(duplicates.all)).data.pairs,
  };
}

export type MergeSteps = ReturnType<typeof mergeSteps>;

/** Every row of a business that a merge may touch, except the record of merges. */
export async function snapshotOf(app: TestApp, dealer_id: number) {
  const read = async (query: string) => (await app.pool.query(query, [dealer_id])).rows;
  return {
    customers: await read("select * from customers where dealer_id = $1 order by id"),
    chats: await read("select * from chats where dealer_id = $1 order by id"),
    messages: await read("select * from messages where dealer_id = $1 order by id"),
    tags: await read("select * from chat_tags where dealer_id = $1 order by chat_id, tag_id"),
    notes: await read("select * from chat_notes where dealer_id = $1 order by id"),
    responses: await read("select * from responses where dealer_id = $1 order by id"),
    calls: await read("select * from calls where dealer_id = $1 order by id"),
    appointments: await read("select * from appointments where dealer_id = $1 order by id"),
    lists: await read("select * from list_members where dealer_id = $1 order by list_id, customer_id"),
    consent: await read("select * from consent_events where dealer_id = $1 order by id"),
    suppressions: await read("select * from suppressions where dealer_id = $1 order by phone"),
    counts: await read(
      "select location_id, list_id, sum(change)::int as count from customer_counts where dealer_id = $1 group by 1, 2 order by 1, 2",
    ),
  };
}

/** Starts a test app with one business and its manager; close the app after the file's tests. */
export async function startMergeApp() {
  const app = await startTestApp();
  const dealer = await app.dealership();
  const manager = await app.signIn(dealer.manager);
  await app.pool.query("insert into tags (tag, slug) values ('Hot Lead', 'hot-lead'), ('Trade-In', 'trade-in')");
  return { app, dealer, manager, merging: mergeSteps(app, dealer, manager) };
}
