import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { customers } from "#domains/customers/contract.ts";
import { lists } from "#domains/lists/contract.ts";
import { sendFile } from "#testing/customers/sendFile.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { uploadEvents, uploads } from "./contract.ts";

let app: TestApp;
let dealer: Dealership;
let owner: Caller;
let manager: Caller;
let managerToken: string;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  dealer = await app.dealership();
  owner = await app.signIn(dealer.owner);
  manager = await app.signIn(dealer.manager);
  managerToken = await app.token(dealer.manager);
});

const send = (bytes: string, fields = {}) => sendFile(app.http, managerToken, { bytes }, fields);
const short = (phone: string) => phone.slice(2);

async function run(upload_id: number) {
  await app.jobs.runAll();
  return (await manager(uploads.one, { params: { id: upload_id } })).data;
}

async function imported(bytes: string, body = {}) {
  const { data } = await send(bytes);
  await manager(uploads.copyFromTemp, { body: { upload_id: data.upload.id, ...body } });
  return run(data.upload.id);
}

/** The location's customers, by phone. */
async function everybody() {
  const { rows } = await app.pool.query(
    `select phone, first_name, last_name, email, company, address from customers
     where dealer_id = $1 and deleted_at is null order by phone`,
    [dealer.dealer_id],
  );
  return rows;
}

test("imports a messy spreadsheet, with a reason for every rejected row", async () => {
  const [ana, bo, cy, known] = [freshPhone(), freshPhone(), freshPhone(), freshPhone()];
  const draft = { first_name: "Old", last_name: "Name", email: "old@example.com", address: "1 A St", company: "" };
  await manager(customers.add, { body: { ...draft, phone: known } });
  const text = [
    "Kunde;Cell Phone;E-mail;Street;City;State;Zip;Notes",
    `Núñez, Ana;${short(ana)};ana@example.com;1 Main St;Springfield;NY;10001;"likes; semicolons"`,
    `Bo Berg;(${bo.slice(2, 5)}) ${bo.slice(5, 8)}-${bo.slice(8)};;;;;;`,
    "No Phone;;;;;;;",
    "",
    "Short;12345;;;;;;",
    `Cy;${short(cy)};not-an-address;;;;;`,
    `Ana Again;${short(ana)};;;;;;`,
    `New Name;${known};;;;;;`,
  ].join("\r\n");
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const answer = await sendFile(app.http, managerToken, { bytes });
  expect(answer).toMatchObject({ status: 200, data: { truncated: false, list_id: null } });
  const { upload, csvCustomers } = answer.data;
  expect(upload).toMatchObject({
    state: "preview",
    encoding: "Windows-1252",
    delimiter: ";",
    problems: [],
    file_name: "customers.csv",
    counts: { total: 7, fine: 3, known: 1, rejected: 2, duplicate: 1, removed: 0, warned: 1 },
  });
  expect(upload.mapping).toEqual(["", "phone", "email", "address", "city", "state", "zip", ""]);
  const mapping = upload.mapping.with(0, "full_name");
  const mapped = await manager(uploads.map, { params: { id: upload.id }, body: { mapping } });
  expect(mapped.data.csvCustomers.map(({ row, mark, reason }) => [row, mark, reason])).toEqual([
    [2, "fine", ""],
    [3, "fine", ""],
    [4, "rejected", "Phone number is missing"],
    [6, "rejected", "Phone number 12345 is not a US number"],
    [7, "fine", ""],
    [8, "duplicate", "Same phone number as row 2"],
    [9, "known", ""],
  ]);
  expect(csvCustomers).toHaveLength(7);
  await manager(uploads.copyFromTemp, { body: { upload_id: upload.id, list_id: "new", list_title: "Spring" } });
  const done = await run(upload.id);
  expect(done).toMatchObject({ state: "done", list_title: "Spring", counts: { added: 3, updated: 1, unchanged: 0 } });
  expect(await everybody()).toEqual(
    [
      {
        phone: ana,
        first_name: "Ana",
        last_name: "Núñez",
        email: "ana@example.com",
        company: "",
        address: "1 Main St, Springfield, NY 10001",
      },
      { phone: bo, first_name: "Bo", last_name: "Berg", email: "", company: "", address: "" },
      { phone: cy, first_name: "Cy", last_name: "", email: "", company: "", address: "" },
      { phone: known, ...draft, first_name: "New" },
    ].sort((one, other) => (one.phone < other.phone ? -1 : 1)),
  );
  const { data } = await manager(lists.search, { body: {} });
  expect(data.allCustomersLists).toMatchObject([{ title: "Spring", status: 1, customers_count: 4 }]);
});

test("importing the same file again changes nothing and reuses the column mapping", async () => {
  const text = `Who,Cell\nAna Diaz,${freshPhone()}\nBo Berg,${freshPhone()}\n`;
  const { data } = await send(text);
  const mapping = ["full_name", "phone"] as const;
  await manager(uploads.map, { params: { id: data.upload.id }, body: { mapping: [...mapping] } });
  await manager(uploads.copyFromTemp, { body: {} });
  await run(data.upload.id);
  const before = await everybody();
  const again = await imported(text);
  expect(again).toMatchObject({ mapping, counts: { total: 2, added: 0, updated: 0, unchanged: 2, kept: 0 } });
  expect(await everybody()).toEqual(before);
});

describe("a customer whose phone is known", () => {
  const draft = { first_name: "Ana", last_name: "Diaz", email: "ana@example.com", address: "1 A St", company: "Acme" };

  test("is updated field by field; empty cells clear nothing", async () => {
    const phone = freshPhone();
    await manager(customers.add, { body: { ...draft, phone } });
    const done = await imported(`Phone,First name,Email,Company\n${phone},Anna,,n/a\n`);
    expect(done.counts).toMatchObject({ total: 1, known: 1, updated: 1, added: 0 });
    expect(await everybody()).toEqual([{ phone, ...draft, first_name: "Anna" }]);
  });

  test("stays unchanged with known: keep, but still joins the list", async () => {
    const phone = freshPhone();
    await manager(customers.add, { body: { ...draft, phone } });
    const list_title = "Kept";
    const done = await imported(`Phone,First name\n${phone},Anna\n`, { known: "keep", list_id: "new", list_title });
    expect(done.counts).toMatchObject({ kept: 1, updated: 0 });
    expect(await everybody()).toEqual([{ phone, ...draft }]);
    expect((await manager(lists.search, { body: {} })).data.allCustomersLists[0]?.customers_count).toBe(1);
  });
});

test("removing a record is idempotent, and the next row with its phone replaces it", async () => {
  const phone = freshPhone();
  const { data } = await send(`Phone,First name\n${phone},One\n${phone},Two\n${phone},Three\n${freshPhone()},Four\n`);
  const record_id = data.csvCustomers[0]?.id ?? 0;
  for (let time = 0; time < 2; time++) {
    const { data: left } = await manager(uploads.removeRecord, { body: { record_id } });
    expect(left.upload.counts).toMatchObject({ total: 4, fine: 2, duplicate: 1, removed: 1 });
    expect(left.csvCustomers.map(({ first_name, mark, reason }) => [first_name, mark, reason])).toEqual([
      ["Two", "fine", ""],
      ["Three", "duplicate", "Same phone number as row 3"],
      ["Four", "fine", ""],
    ]);
  }
  await manager(uploads.copyFromTemp, { body: { upload_id: data.upload.id } });
  expect((await run(data.upload.id)).counts).toMatchObject({ total: 4, added: 2, duplicate: 1, removed: 1 });
  expect((await everybody()).map(({ first_name }) => first_name).sort()).toEqual(["Four", "Two"]);
  await expect(manager(uploads.removeRecord, { body: { record_id } })).rejects.toMatchObject({ status: 409 });
});

test("a preview is visible only to its owner", async () => {
  const { data } = await send(`Phone\n${freshPhone()}\n`);
  const { id } = data.upload;
  const record_id = data.csvCustomers[0]?.id ?? 0;
  const tries = [
    () => owner(uploads.one, { params: { id } }),
    () => owner(uploads.records, { params: { id } }),
    () => owner(uploads.map, { params: { id }, body: { mapping: ["phone"] } }),
    () => owner(uploads.removeRecord, { body: { record_id } }),
    () => owner(uploads.copyFromTemp, { body: { upload_id: id } }),
    () => owner(uploads.copyFromTemp, { body: {} }),
    () => owner(uploads.discard, { params: { id } }),
    () => owner(uploads.rejects, { params: { id } }),
    () => owner(uploads.undo, { params: { id } }),
  ];
  for (const attempt of tries) await expect(attempt()).rejects.toMatchObject({ status: 404 });
  expect((await owner(uploads.list)).data.uploads).toEqual([]);
  expect((await manager(uploads.list)).data.uploads).toMatchObject([
    { id, state: "preview", created_by: "Manager Tester" },
  ]);
  await manager(uploads.copyFromTemp, { body: {} });
  await run(id);
  expect((await owner(uploads.one, { params: { id } })).data.state).toBe("done");
});

test("records are paged and filtered by mark and search across chunks", async () => {
  const lines = Array.from({ length: 2500 }, (_, at) =>
    at % 100 === 0 ? `,Nobody ${at}` : `${2_120_000_000 + 2_000_000 + at},Person ${at}`,
  );
  const { data } = await send(`Phone,First name\n${lines.join("\n")}`);
  expect(data).toMatchObject({ truncated: true, upload: { counts: { total: 2500, rejected: 25, fine: 2475 } } });
  expect(data.csvCustomers).toHaveLength(500);
  const page = async (body: object) => manager(uploads.records, { params: { id: data.upload.id }, body });
  const across = await page({ start: 995, length: 10 });
  expect(across).toMatchObject({ recordsTotal: 2500, recordsFiltered: 2500 });
  expect(across.data.map(({ row }) => row)).toEqual([997, 998, 999, 1000, 1001, 1002, 1003, 1004, 1005, 1006]);
  const rejected = await page({ filter: "rejected", start: 9, length: 3 });
  expect(rejected).toMatchObject({ recordsTotal: 25, recordsFiltered: 25 });
  expect(rejected.data.map(({ first_name }) => first_name)).toEqual(["Nobody 900", "Nobody 1000", "Nobody 1100"]);
  const search = await page({ search: { value: "person 240" }, start: 1, length: 3 });
  expect(search.recordsFiltered).toBe(12);
  expect(search.data.map(({ first_name }) => first_name)).toEqual(["Person 1240", "Person 2240", "Person 2401"]);
});

test("rejected rows can be downloaded with their original cells", async () => {
  const phone = freshPhone();
  const { data } = await send(`Phone,Name,Extra\n${phone},Ana,x\n,"Bo, the ""second""",=1+1\n${phone},Cy,\n`);
  const { data: file } = await manager(uploads.rejects, { params: { id: data.upload.id } });
  const answer = await app.http.inject({ url: file.url });
  expect(answer.headers["content-disposition"]).toContain("attachment");
  expect(answer.body).toBe(
    `\uFEFFRow,Reason,Phone,Name,Extra\r\n3,Phone number is missing,,"Bo, the ""second""",'=1+1\r\n4,Same phone number as row 2,${phone},Cy,\r\n`,
  );
  expect((await app.http.inject({ url: `${file.url}x` })).statusCode).toBe(404);
});

test("starting twice and running the job twice imports once", async () => {
  const { data } = await send(`Phone\n${freshPhone()}\n`);
  const body = { upload_id: data.upload.id, list_id: "new", list_title: "Once" };
  const first = await manager(uploads.copyFromTemp, { body });
  const second = await manager(uploads.copyFromTemp, { body });
  expect(second.data).toEqual(first.data);
  const again = app.jobs.queued.find(({ job }) => job.name === "customers.import");
  if (again) app.jobs.queued.push(again);
  expect((await run(data.upload.id)).counts.added).toBe(1);
  expect(await everybody()).toHaveLength(1);
  expect((await manager(uploads.copyFromTemp, { body })).data).toEqual(first.data);
});

test("without upload_id the newest upload is started once, and no older preview in its place", async () => {
  const older = await send(`Phone\n${freshPhone()}\n`);
  const newest = await send(`Phone\n${freshPhone()}\n`);
  const body = { list_id: "new", list_title: "Again" };
  const first = await manager(uploads.copyFromTemp, { body });
  expect(first.data.upload_id).toBe(newest.data.upload.id);
  expect(await manager(uploads.copyFromTemp, { body })).toEqual(first);
  await run(newest.data.upload.id);
  expect(await manager(uploads.copyFromTemp, { body })).toEqual(first);
  const { data: stayed } = await manager(uploads.one, { params: { id: older.data.upload.id } });
  expect(stayed.state).toBe("preview");
  expect(await everybody()).toHaveLength(1);
  const next = await send(`Phone\n${freshPhone()}\n`);
  expect((await manager(uploads.copyFromTemp, { body: {} })).data.upload_id).toBe(next.data.upload.id);
});

test("publishes progress and the end to the importer", async () => {
  const { data } = await send(`Phone\n${freshPhone()}\n`);
  await manager(uploads.copyFromTemp, { body: {} });
  const upload_id = data.upload.id;
  const progressEvents = () => app.events.published.filter(({ event }) => event === uploadEvents.progress.event);
  expect(progressEvents().at(-1)?.payload).toEqual({ upload_id, state: "importing", done: 0, total: 1 });
  await run(upload_id);
  expect(progressEvents().at(-1)).toMatchObject({
    room: expect.stringContaining("user"),
    payload: { upload_id, state: "done", done: 1, total: 1 },
  });
});

test("reads pasted text like a file", async () => {
  const csv_file = `Phone\tFirst name\n${freshPhone()}\tZoë\n`;
  const { data } = await manager(uploads.csvCopy, { body: { csv_file, list_id: "new", list_title: "Pasted" } });
  expect(data).toMatchObject({ list_id: "new", upload: { delimiter: "\t", encoding: "UTF-8", list_title: "Pasted" } });
  expect(data.csvCustomers).toMatchObject([{ first_name: "Zoë", mark: "fine" }]);
  const start = await manager(uploads.copyFromTemp, { body: { upload_id: data.upload.id } });
  expect((await run(data.upload.id)).list_title).toBe("Pasted");
  expect(start.data.list_id).toBeGreaterThan(0);
});

test("discarding a preview deletes its rows", async () => {
  const { data } = await send(`Phone\n${freshPhone()}\n`);
  const { id } = data.upload;
  await manager(uploads.discard, { params: { id } });
  await manager(uploads.discard, { params: { id } });
  expect((await manager(uploads.list)).data.uploads).toEqual([]);
  await expect(manager(uploads.copyFromTemp, { body: {} })).rejects.toMatchObject({ status: 404 });
  const { rows } = await app.pool.query("select from upload_chunks where upload_id = $1", [id]);
  expect(rows).toEqual([]);
});
