import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { withConnectionsOfItsOwn } from "#core/server/heldConnection.ts";
import type { LeadImport } from "#domains/customers/server/public.ts";
import { addCustomer } from "#testing/customer.ts";
import { sendFile } from "#testing/customers/sendFile.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { untilBlocked, writeInOpenTransaction } from "#testing/slowWrite.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { uploads } from "../contract.ts";
import { rowsPerChunk } from "./chunkStore.ts";
import { importCustomers } from "./importCustomers.ts";
import { recoverImports } from "./sweepUploads.ts";
import { undoImport } from "./undoImport.ts";

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

async function startImport(bytes: string, body = {}): Promise<number> {
  const { data } = await sendFile(app.http, await app.token(dealer.manager), { bytes });
  await manager(uploads.copyFromTemp, { body: { upload_id: data.upload.id, ...body } });
  return data.upload.id;
}
const uploadOf = async (id: number) => (await manager(uploads.one, { params: { id } })).data;

/** Inserts a customer on another connection. @returns a function that commits. */
const addSlowly = (phone: string) =>
  writeInOpenTransaction(
    app.pool,
    "insert into customers (dealer_id, location_id, first_name, last_name, phone) values ($1, $2, 'Slow', 'Lee', $3)",
    [dealer.dealer_id, dealer.location_id, phone],
  );

const importWaits = () => untilBlocked(app.pool, "insert into customers");

async function inbound(from: string): Promise<void> {
  const text = { from, to: dealer.number, sid: `SM${from}`, body: "Hello", media: [], carrierAnsweredOptOut: false };
  await app.sms.listener.onInboundText(text);
}

test("texts arrive while an import runs, and a customer added meanwhile is updated, not duplicated", async () => {
  const known = await addCustomer(manager, { first_name: "Ana" });
  const [pendingPhone, stranger, fresh] = [freshPhone(), freshPhone(), freshPhone()];
  const commit = await addSlowly(pendingPhone);
  const id = await startImport(`Phone,First name\n${known.phone},Ana\n${fresh},Bo\n${pendingPhone},Cy\n`);
  const running = app.jobs.runAll();
  await importWaits();
  await inbound(known.phone);
  await inbound(stranger);
  const { rows } = await app.pool.query("select phone from customers where dealer_id = $1 and messages_received = 1", [
    dealer.dealer_id,
  ]);
  expect(rows.map(({ phone }) => phone).sort()).toEqual([known.phone, stranger].sort());
  await commit();
  await running;
  expect((await uploadOf(id)).counts).toMatchObject({ total: 3, added: 1, updated: 1, unchanged: 1 });
});

test("two imports at a location run one after the other", async () => {
  const [pendingPhone, phone] = [freshPhone(), freshPhone()];
  const commit = await addSlowly(pendingPhone);
  const first = await startImport(`Phone\n${pendingPhone}\n`);
  const running = app.jobs.runAll();
  await importWaits();
  const second = await startImport(`Phone\n${phone}\n`);
  await app.jobs.runAll();
  expect((await uploadOf(second)).state).toBe("importing");
  await commit();
  await running;
  expect((await uploadOf(first)).state).toBe("done");
  app.clock.advance(10_000);
  await app.jobs.runAll();
  expect((await uploadOf(second)).state).toBe("done");
});

test("an import whose job was lost is resumed", async () => {
  const id = await startImport(`Phone\n${freshPhone()}\n`);
  app.jobs.queued.length = 0;
  await recoverImports(app.server, {});
  expect(app.jobs.queued).toEqual([]);
  await recoverImports(app.server, { all: true });
  await app.jobs.runAll();
  expect((await uploadOf(id)).state).toBe("done");
});

/** The file's first step has its labels, too. */
const rowsPerStep = rowsPerChunk - 1;
/** A file of one row more than a step takes; `last` is that row's phone. */
function fileOfTwoSteps({ first = freshPhone(), last = freshPhone(), cells = ["", ""] } = {}) {
  const between = Array.from({ length: rowsPerStep - 1 }, freshPhone);
  return {
    first,
    last,
    bytes: `Phone,Opted out\n${first},${cells[0]}\n${between.join(",\n")},\n${last},${cells[1]}\n`,
  };
}

async function stored() {
  const { rows } = await app.pool.query(
    `select (select count(*) from customers where dealer_id = $1 and deleted_at is null)::int as customers,
       (select count(*) from list_members where dealer_id = $1)::int as members,
       (select max(status) from customer_lists where dealer_id = $1)::int as status`,
    [dealer.dealer_id],
  );
  return rows[0];
}
const hasText = async (phone: string) =>
  (
    await app.pool.query("select from customers where dealer_id = $1 and phone = $2 and messages_received > 0", [
      dealer.dealer_id,
      phone,
    ])
  ).rowCount === 1;

test("texts of a step's customers wait for no later step, and the list is processing until the end", async () => {
  const { first, last, bytes } = fileOfTwoSteps();
  const commit = await addSlowly(last);
  const id = await startImport(bytes, { list_id: "new", list_title: "Whole" });
  const running = app.jobs.runAll();
  await importWaits();
  expect(await stored()).toEqual({ customers: rowsPerStep, members: rowsPerStep, status: 0 });
  expect((await uploadOf(id)).state).toBe("importing");
  await inbound(first);
  expect(await hasText(first)).toBe(true);
  await commit();
  await running;
  expect(await stored()).toEqual({ customers: rowsPerStep + 1, members: rowsPerStep + 1, status: 1 });
  expect(await uploadOf(id)).toMatchObject({
    progress: { done: rowsPerStep + 1, total: rowsPerStep + 1 },
    counts: { added: rowsPerStep, unchanged: 1 },
  });
});

test("an opt-out in the last row holds before the first row's customer is there", async () => {
  const phone = freshPhone();
  const { bytes } = fileOfTwoSteps({ first: phone, last: phone, cells: ["", "yes"] });
  const pendingPhone = freshPhone();
  const commit = await addSlowly(pendingPhone);
  await startImport(`${bytes}${pendingPhone},\n`.replace("\n", `\n${pendingPhone},\n`), { consent: 1 });
  const running = app.jobs.runAll();
  await importWaits();
  expect((await stored()).customers).toBe(0);
  const { rows } = await app.pool.query("select phone from suppressions where dealer_id = $1", [dealer.dealer_id]);
  expect(rows).toEqual([{ phone }]);
  await commit();
  await running;
});

/** Takes the queued import's data, so that a test runs the job itself. */
function takeJob() {
  const [job] = app.jobs.queued.splice(0);
  return job?.data as Parameters<typeof importCustomers>[1];
}
/** Fails when the second step adds its leads. */
function failingAt(error: unknown, before = async () => {}): LeadImport {
  let steps = 0;
  return {
    lock: async () => {},
    async add() {
      steps += 1;
      if (steps === 1) return { added: 0, joined: 0 };
      await withConnectionsOfItsOwn(before);
      throw error;
    },
    undo: async () => ({ removed: 0, last: null }),
    forget: async () => 0,
  };
}

test("an import that fails on the way is taken back, says who stays, and can start again", async () => {
  const { first, bytes } = fileOfTwoSteps();
  const id = await startImport(bytes, { list_id: "new", list_title: "Broken" });
  await importCustomers(
    app.server,
    takeJob(),
    failingAt(new Error("no"), () => inbound(first)),
  );
  expect(await uploadOf(id)).toMatchObject({ state: "undoing" });
  await app.jobs.runAll();
  expect(await uploadOf(id)).toMatchObject({
    state: "failed",
    error:
      "Something went wrong on our side. Nothing was imported, except for 1 customer used or changed meanwhile. Try again.",
    counts: { added: 0 },
    undone: null,
  });
  expect(await stored()).toEqual({ customers: 1, members: 0, status: 1 });
  await manager(uploads.copyFromTemp, { body: { upload_id: id } });
  await app.jobs.runAll();
  expect(await uploadOf(id)).toMatchObject({ state: "done", error: "", counts: { added: rowsPerStep, unchanged: 1 } });
  expect(await stored()).toMatchObject({ customers: rowsPerStep + 1, members: rowsPerStep + 1 });
  await manager(uploads.undo, { params: { id } });
  await app.jobs.runAll();
  expect(await uploadOf(id)).toMatchObject({ state: "undone", undone: { deleted: rowsPerStep, stayed: 0 } });
});

test("an import goes on where a crash left it, and repeats no row", async () => {
  const { bytes } = fileOfTwoSteps();
  const id = await startImport(bytes, { list_id: "new", list_title: "Resumed" });
  const job = takeJob();
  const crash = Object.assign(new Error("deadlock"), { code: "40P01" });
  await expect(importCustomers(app.server, job, failingAt(crash))).rejects.toThrow("deadlock");
  expect((await stored()).customers).toBe(rowsPerStep);
  await Promise.all([importCustomers(app.server, job, undefined), importCustomers(app.server, job, undefined)]);
  app.clock.advance(10_000);
  await app.jobs.runAll();
  expect(await uploadOf(id)).toMatchObject({ state: "done", counts: { added: rowsPerStep + 1, unchanged: 0 } });
  expect(await stored()).toEqual({ customers: rowsPerStep + 1, members: rowsPerStep + 1, status: 1 });
});

async function ownerOf(id: number): Promise<number> {
  const { rows } = await app.pool.query("select user_id::float8 from uploads where id = $1", [id]);
  return rows[0].user_id;
}

test("an undo that fails on the way says so, and goes on when it is asked again", async () => {
  const { first, last, bytes } = fileOfTwoSteps();
  const id = await startImport(bytes, { list_id: "new", list_title: "Undone" });
  await app.jobs.runAll();
  await manager(uploads.undo, { params: { id } });
  let steps = 0;
  const uses = [
    async () => {
      steps += 1;
      if (steps > 1) throw new Error("no");
      return [];
    },
  ];
  await undoImport(app.server, { ...takeJob(), user_id: await ownerOf(id) }, { uses, leadImport: undefined });
  expect(await uploadOf(id)).toMatchObject({
    state: "done",
    error: "Something went wrong on our side. A part of the import may not be undone yet. Undo it again.",
  });
  expect(await stored()).toMatchObject({ customers: 1, members: 1 });
  await inbound(last);
  await inbound(first);
  expect([await hasText(last), await hasText(first)]).toEqual([true, true]);
  await manager(uploads.undo, { params: { id } });
  await app.jobs.runAll();
  expect(await uploadOf(id)).toMatchObject({ state: "undone", undone: { deleted: rowsPerStep, stayed: 1 } });
});
