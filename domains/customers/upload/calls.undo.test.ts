import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { appointments } from "#domains/appointments/contract.ts";
import { filterMarketable } from "#domains/customers/consent/server/public.ts";
import { customers } from "#domains/customers/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { lists } from "#domains/lists/contract.ts";
import { sendFile } from "#testing/customers/sendFile.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { consentWords, uploads } from "./contract.ts";

let app: TestApp;
let dealer: Dealership;
let manager: Caller;
let token: string;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  dealer = await app.dealership();
  manager = await app.signIn(dealer.manager);
  token = await app.token(dealer.manager);
});

const dayMs = 24 * 3_600_000;
const draft = { first_name: "Ana", last_name: "Diaz", email: "ana@example.com", address: "1 A St", company: "Acme" };

async function runImport(bytes: string, body = {}): Promise<number> {
  const { data } = await sendFile(app.http, token, { bytes });
  await manager(uploads.copyFromTemp, { body: { upload_id: data.upload.id, ...body } });
  await app.jobs.runAll();
  return data.upload.id;
}

async function undoAndReload(id: number) {
  await manager(uploads.undo, { params: { id } });
  await manager(uploads.undo, { params: { id } });
  await app.jobs.runAll();
  return (await manager(uploads.one, { params: { id } })).data;
}

async function everybody() {
  const { rows } = await app.pool.query(
    `select phone, first_name, last_name, email, company, address from customers
     where dealer_id = $1 and deleted_at is null order by first_name`,
    [dealer.dealer_id],
  );
  return rows;
}

const within = <T>(work: Parameters<typeof app.server.within.business<T>>[2]) =>
  app.server.within.business(dealer, "test", work);
const marketable = async (phone: string) =>
  (await within(({ db }) => filterMarketable(db, dealer.dealer_id, [phone]))).has(phone);

test("undo restores previous values and keeps what was used or edited since", async () => {
  const phones = Array.from({ length: 6 }, freshPhone);
  const [known, knownAndChanged, fresh, texted, edited, kept] = phones as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  await manager(customers.add, { body: { ...draft, phone: known } });
  const { data: other } = await manager(customers.add, {
    body: { ...draft, first_name: "Bea", phone: knownAndChanged },
  });
  const before = await everybody();
  const rows = [
    `${known},Anna,Imported`,
    `${knownAndChanged},Beatrix,Imported`,
    ...[fresh, texted, edited, kept].map((phone, at) => `${phone},New ${at},Imported`),
  ];
  const id = await runImport(`Phone,First name,Company\n${rows.join("\n")}\n`, { list_id: "new", list_title: "June" });
  const idOf = async (phone: string) =>
    (await app.pool.query("select id from customers where phone = $1", [phone])).rows[0].id;
  await manager(inbox.sendToCustomer, {
    body: { customer_id: await idOf(texted), message: "Hello", client_id: crypto.randomUUID() },
  });
  await manager(customers.update, { params: { id: await idOf(edited) }, body: { ...draft, phone: edited } });
  await manager(customers.update, {
    params: { id: other.id },
    body: { ...draft, first_name: "Betty", company: "Imported", phone: knownAndChanged },
  });
  const { data: otherList } = await manager(lists.add, { body: { title: "Another" } });
  await manager(lists.addCustomers, { params: { id: otherList.list_id }, body: { customer_ids: [await idOf(kept)] } });

  const upload = await undoAndReload(id);
  expect(upload).toMatchObject({ state: "undone", undo_until: null, undone: { deleted: 1, restored: 2, stayed: 3 } });
  expect((await everybody()).map(({ phone }) => phone).sort()).toEqual(
    [known, knownAndChanged, texted, edited, kept].sort(),
  );
  expect(await everybody()).toContainEqual(before.find(({ phone }) => phone === known));
  expect(await everybody()).toContainEqual({ ...draft, first_name: "Betty", phone: knownAndChanged });
  const { data } = await manager(lists.search, { body: { search_param: "June" } });
  expect(data.allCustomersLists[0]?.customers_count).toBe(0);
});

test("undo keeps the customers whom another domain's rows are about", async () => {
  const [unused, withChat, withAppointment] = [freshPhone(), freshPhone(), freshPhone()];
  const id = await runImport(`Phone\n${unused}\n${withChat}\n${withAppointment}\n`);
  const idOf = async (phone: string) =>
    (await app.pool.query("select id from customers where phone = $1", [phone])).rows[0].id;
  await app.pool.query(
    "insert into chats (dealer_id, location_id, customer_id, chat_time) values ($1, $2, $3, now())",
    [dealer.dealer_id, dealer.location_id, await idOf(withChat)],
  );
  const now = { appointment_date: "", customTimeHours: "", customTimeMinutes: "", customTimeAmPm: "" };
  const customer_id = await idOf(withAppointment);
  await manager(appointments.add, { body: { title: "A look", customer_id, notes: "", ...now } });
  expect((await undoAndReload(id)).undone).toMatchObject({ deleted: 1, restored: 0, stayed: 2 });
  expect((await everybody()).map(({ phone }) => phone).sort()).toEqual([withChat, withAppointment].sort());
});

test("an import can be undone for 30 days, then its rows are deleted", async () => {
  const id = await runImport(`Phone\n${freshPhone()}\n`);
  const reload = async () => (await manager(uploads.one, { params: { id } })).data;
  expect(Date.parse((await reload()).undo_until ?? "")).toBeGreaterThan(app.clock.now().getTime() + 29 * dayMs);
  const before = app.clock.now();
  app.clock.set(new Date(before.getTime() + 30 * dayMs + 1000));
  manager = await app.signIn(dealer.manager);
  expect((await reload()).undo_until).toBeNull();
  await expect(manager(uploads.undo, { params: { id } })).rejects.toMatchObject({ status: 409 });
  await sweep();
  expect(await reload()).toMatchObject({ state: "done", has_rows: false });
  await expect(manager(uploads.rejects, { params: { id } })).rejects.toMatchObject({ status: 404 });
  app.clock.set(before);
});

test("an abandoned preview is discarded after a week", async () => {
  const { data } = await sendFile(app.http, token, { bytes: `Phone\n${freshPhone()}\n` });
  const before = app.clock.now();
  await sweep();
  expect((await manager(uploads.list)).data.uploads).toHaveLength(1);
  app.clock.set(new Date(before.getTime() + 7 * dayMs + 60_000));
  await sweep();
  manager = await app.signIn(dealer.manager);
  expect((await manager(uploads.list)).data.uploads).toEqual([]);
  const { rows } = await app.pool.query("select from upload_chunks where upload_id = $1", [data.upload.id]);
  expect(rows).toEqual([]);
  app.clock.set(before);
});

async function sweep() {
  const { sweepUploads } = await import("./server/sweepUploads.ts");
  await sweepUploads(app.server);
}

test("consent is attested verbatim, never for phones that opted out, and withdrawn with the import", async () => {
  const [silent, stopped] = [freshPhone(), freshPhone()];
  await app.sms.listener.onInboundText({
    from: stopped,
    to: dealer.number,
    sid: `SM${stopped}`,
    body: "STOP",
    media: [],
    carrierAnsweredOptOut: false,
  });
  await app.jobs.runAll();
  const without = await runImport(`Phone\n${silent}\n`);
  expect(await marketable(silent)).toBe(false);
  await undoAndReload(without);
  const id = await runImport(`Phone\n${silent}\n${stopped}\n`, { consent: 1 });
  expect((await manager(uploads.one, { params: { id } })).data).toMatchObject({
    consent_words: consentWords,
    counts: { suppressed: 1, attested: 1 },
  });
  expect([await marketable(silent), await marketable(stopped)]).toEqual([true, false]);
  const { rows } = await app.pool.query(
    "select phone, event, words, file_line from consent_events where upload_id = $1",
    [id],
  );
  expect(rows).toEqual([{ phone: silent, event: "attested", words: consentWords, file_line: 2 }]);
  await undoAndReload(id);
  expect([await marketable(silent), await marketable(stopped)]).toEqual([false, false]);
});

test("a failed import reports the error, leaves nothing, and can be restarted", async () => {
  const { data } = await sendFile(app.http, token, { bytes: `Phone\n${freshPhone()}\n` });
  const upload_id = data.upload.id;
  const body = { upload_id, list_id: "new", list_title: "Broken" };
  await manager(uploads.copyFromTemp, { body });
  const forbid = `create function forbid() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
    create trigger forbidden before update on upload_chunks for each row execute function forbid()`;
  await app.pool.query(forbid);
  await app.jobs.runAll();
  expect((await manager(uploads.one, { params: { id: upload_id } })).data).toMatchObject({
    state: "failed",
    error: "Something went wrong on our side. Nothing was imported. Try again.",
  });
  expect(await everybody()).toEqual([]);
  expect((await manager(lists.search, { body: {} })).data.allCustomersLists).toMatchObject([{ status: 1 }]);
  await app.pool.query("drop function forbid() cascade");
  await manager(uploads.copyFromTemp, { body: { upload_id } });
  await app.jobs.runAll();
  expect((await manager(uploads.one, { params: { id: upload_id } })).data).toMatchObject({ state: "done", error: "" });
  expect(await everybody()).toHaveLength(1);
});
