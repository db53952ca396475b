import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { consent } from "#domains/customers/consent/contract.ts";
import { customerExport, customers } from "#domains/customers/contract.ts";
import { uploads } from "#domains/customers/upload/contract.ts";
import { duplicates } from "#domains/duplicates/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { leads } from "#domains/leads/contract.ts";
import { catchUpWithAnswers, measureAnswers } from "#domains/leads/server/followLeads.ts";
import { next } from "#domains/next/contract.ts";
import { customerDraft } from "#testing/customer.ts";
import { sendFile } from "#testing/customers/sendFile.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { untilBlocked, writeInOpenTransaction } from "#testing/slowWrite.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";

let app: TestApp;
let dealer: Dealership;
let manager: Caller;
let agent: Caller;
let token: string;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  await app.pool.query("delete from rate_limits");
  dealer = await app.dealership();
  [manager, agent] = [await app.signIn(dealer.manager), await app.signIn(dealer.agent)];
  token = await app.token(dealer.manager);
});

const csv = (...rows: readonly (readonly string[])[]) =>
  rows
    .map((cells) => cells.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(","))
    .join("\n");
const head = [
  "First Name",
  "Phone",
  "Owner",
  "Stage",
  "Source",
  "Vehicle",
  "Stock #",
  "Trade-In",
  "Notes",
  "Lead Date",
];

async function preview(bytes: string) {
  const { data } = await sendFile(app.http, token, { bytes });
  return data;
}
async function start(upload_id: number, body: object = {}) {
  await manager(uploads.copyFromTemp, { body: { upload_id, ...body } });
  await app.jobs.runAll();
  return (await manager(uploads.one, { params: { id: upload_id } })).data;
}
const runImport = async (bytes: string, body: object = {}) => start((await preview(bytes)).upload.id, body);
async function undo(id: number) {
  await manager(uploads.undo, { params: { id } });
  await app.jobs.runAll();
  return (await manager(uploads.one, { params: { id } })).data;
}
const daysAgo = (days: number) => new Date(app.clock.now().getTime() - days * 86_400_000).toISOString().slice(0, 10);
const all = async (body: object = {}) =>
  (await manager(leads.table, { body: { show: "all", ...body } })).data.toSorted((a, b) => a.id - b.id);
const one = async (id: number) => (await manager(leads.one, { params: { id } })).data;
async function agentName(): Promise<string> {
  const { rows } = await app.pool.query("select first_name || ' ' || last_name as name from users where email = $1", [
    dealer.agent,
  ]);
  return rows[0].name;
}

describe("a file with leads", () => {
  test("makes one lead a row, with what it says, and wakes nobody", async () => {
    const [ana, bo] = [freshPhone(), freshPhone()];
    const name = await agentName();
    await app.pool.query("delete from notifications where dealer_id = $1", [dealer.dealer_id]);
    const { upload, csvCustomers } = await preview(
      csv(
        head,
        [
          "Ana",
          ana,
          name,
          "contacted",
          "Radio",
          "2021 Honda Accord EX-L",
          "A17",
          "2015 Kia Rio",
          "Call late",
          "3/4/2026",
        ],
        ["Bo", bo, "", "Sold", "", "", "", "", "", ""],
        ["Cy", freshPhone(), "", "", "", "", "", "No", "", ""],
      ),
    );
    expect(upload.mapping).toEqual([
      "first_name",
      "phone",
      "lead_owner",
      "lead_stage",
      "lead_source",
      "vehicle",
      "stock_number",
      "trade_in",
      "lead_notes",
      "lead_date",
    ]);
    expect(upload.counts).toMatchObject({ fine: 3, leads: 2, warned: 0 });
    expect(csvCustomers.map(({ lead }) => lead)).toEqual(["Contacted · Radio · 2021 Honda Accord EX-L", "Sold", ""]);
    const done = await start(upload.id);
    expect(done).toMatchObject({ state: "done", counts: { added: 3, leads_added: 2, leads_joined: 0 } });
    const [first, second, ...rest] = await all();
    expect(rest).toEqual([]);
    expect(first).toMatchObject({
      name: "Ana",
      owner: name,
      stage: "Contacted",
      source: "Radio",
      vehicle: "2021 Honda Accord EX-L",
      stock: "A17",
      received_at: "2026-03-04T12:00:00.000Z",
      waiting_since: null,
      response_seconds: null,
    });
    expect(second).toMatchObject({ stage: "Sold", outcome: "sold" });
    const detail = await one(first?.id ?? 0);
    expect(JSON.stringify(detail)).toContain("Call late");
    expect(JSON.stringify(detail)).toContain("Kia");
    expect(await all({ show: "untouched" })).toEqual([]);
    const { rows } = await app.pool.query("select count(*)::int as n from notifications where dealer_id = $1", [
      dealer.dealer_id,
    ]);
    expect(rows[0].n).toBe(0);
    expect(app.sms.sent.filter(({ to }) => to === ana || to === bo)).toEqual([]);
    expect((await manager(next.queue, { body: { queue: "everyone" } })).data.entries).toEqual([]);
  });

  test("comes twice, and doubles nothing; nor does another column's order", async () => {
    const rows = [
      ["Ana", freshPhone(), "", "New", "Radio", "2021 Honda Accord", "", "", "Hot", ""],
      ["Bo", freshPhone(), "", "Lost", "Radio", "2020 Kia Rio", "", "", "", ""],
    ];
    await runImport(csv(head, ...rows));
    const before = await all();
    const again = await runImport(csv(head, ...rows));
    expect(again.counts).toMatchObject({ leads_added: 0, leads_joined: 2, unchanged: 2 });
    expect(await all()).toEqual(before);
    const { rows: inquiries } = await app.pool.query(
      "select count(*)::int as n from lead_inquiries where dealer_id = $1",
      [dealer.dealer_id],
    );
    expect(inquiries[0].n).toBe(2);
  });

  test("joins the open lead of the same vehicle, which stays as it is; another vehicle is another lead", async () => {
    const phone = freshPhone();
    const vehicles = [{ interest: "buy" as const, year: "2021", make: "Honda", model: "Accord Sport" }];
    const { id } = (await agent(leads.add, { body: { first_name: "Ana", phone, source: "Web", vehicles } })).data;
    const done = await runImport(
      csv(head, ["Ana", phone, "", "Sold", "Radio", "2021 Honda Accord Sport", "", "", "From the CRM", ""]),
    );
    expect(done.counts).toMatchObject({ leads_added: 0, leads_joined: 1 });
    expect(await one(id)).toMatchObject({ source: "Web", stage: "New" });
    expect(JSON.stringify(await one(id))).toContain("From the CRM");
    await runImport(csv(head, ["Ana", phone, "", "", "", "2020 Kia Rio", "", "", "", ""]));
    expect(await all()).toHaveLength(2);
    const undone = await undo(done.id);
    expect(undone.undone).toMatchObject({ leads: 0, leads_stayed: 0 });
    expect(JSON.stringify(await one(id))).not.toContain("From the CRM");
  });

  test("warns of what it can't use, in the preview and in the file of warnings", async () => {
    const { upload, csvCustomers } = await preview(
      csv(
        head,
        ["Ana", freshPhone(), "Nobody Here", "Contactado", "Radio", "", "", "", "", ""],
        ["Bo", freshPhone(), "", "", "", "x".repeat(300), "", "", "", ""],
        ["Cy", freshPhone(), "", "", "=cmd|' /C calc'!A0", "", "", "", "", ""],
      ),
    );
    expect(upload.counts).toMatchObject({ leads: 3, warned: 2 });
    expect(csvCustomers[0]?.warning).toMatch(/isn't on your team here.*starts in New/);
    const done = await start(upload.id);
    expect(done.counts).toMatchObject({ leads_added: 3 });
    expect((await all())[0]).toMatchObject({ stage: "New", owner: "" });
    const { url } = (await manager(uploads.warnings, { params: { id: upload.id } })).data;
    expect((await app.http.inject({ url })).body).toContain("Nobody Here");
  });

  test("takes a member of another business for nobody", async () => {
    const other = await app.dealership();
    const { upload } = await preview(csv(head, ["Ana", freshPhone(), other.agent, "", "", "", "", "", "", ""]));
    expect(upload.counts.warned).toBe(1);
  });
});

describe("undoing an import", () => {
  test("takes its leads away with their customers, and the file can come again", async () => {
    const bytes = csv(head, ["Ana", freshPhone(), "", "Sold", "Radio", "", "", "", "Hot", ""]);
    const { id } = await runImport(bytes);
    const undone = await undo(id);
    expect(undone.undone).toEqual({ deleted: 1, restored: 0, stayed: 0, leads: 1, leads_stayed: 0 });
    expect(await all()).toEqual([]);
    expect((await runImport(bytes)).counts).toMatchObject({ added: 1, leads_added: 1 });
    expect(await all()).toHaveLength(1);
  });

  test("leaves leads that were worked on, with their customers", async () => {
    const names = ["Ana", "Bo", "Cy"];
    const { id } = await runImport(
      csv(head, ...names.map((name) => [name, freshPhone(), "", "", "Radio", "", "", "", "", ""])),
    );
    const [ana, bo] = await all();
    await agent(leads.claim, { params: { id: ana?.id ?? 0 } });
    await manager(leads.update, {
      params: { id: bo?.id ?? 0 },
      body: { kind: "sales", source: "Radio", vehicles: [{ interest: "buy", model: "Rio" }] },
    });
    const { undone } = await undo(id);
    expect(undone).toEqual({ deleted: 1, restored: 0, stayed: 2, leads: 1, leads_stayed: 2 });
    expect((await all()).map(({ name }) => name)).toEqual(["Ana", "Bo"]);
  });

  test("takes away more leads than one step does, but for the one that was worked on", async () => {
    const rows = Array.from({ length: 1_002 }, (_, at) => [
      `N${at}`,
      freshPhone(),
      "",
      "",
      "Radio",
      "",
      "",
      "",
      "",
      "",
    ]);
    const { id } = await runImport(csv(head, ...rows));
    const [worked] = await all();
    await agent(leads.claim, { params: { id: worked?.id ?? 0 } });
    expect((await undo(id)).undone).toMatchObject({ deleted: 1_001, stayed: 1, leads: 1_001, leads_stayed: 1 });
    expect((await all()).map(({ name }) => name)).toEqual([worked?.name]);
  });
});

test("two imports at once add each lead once", async () => {
  const rows = Array.from({ length: 40 }, (_, at) => [
    `N${at}`,
    freshPhone(),
    "",
    at % 2 ? "Sold" : "",
    "Radio",
    "",
    "",
    "",
    "",
    "",
  ]);
  const [one, two] = [await preview(csv(head, ...rows)), await preview(csv(head, ...rows))];
  for (const { upload } of [one, two]) await manager(uploads.copyFromTemp, { body: { upload_id: upload.id } });
  await app.jobs.runAll();
  await app.jobs.runAll();
  expect(await all({ length: 100 })).toHaveLength(40);
});

test("an imported lead's first answer moves it, and has no answering time; an inquiry makes it wait", async () => {
  const phone = `+1212${freshPhone().slice(5)}`;
  await runImport(csv(head, ["Ana", phone, "", "New", "Radio", "", "", "", "", daysAgo(9)]));
  const [{ id = 0, customer_id = 0 } = {}] = await all();
  const queued = async () => (await manager(next.queue, { body: { queue: "everyone" } })).data.entries.length;
  await agent(leads.add, { body: { phone, first_name: "Ana" } });
  expect(await all()).toHaveLength(1);
  expect(await queued()).toBe(1);
  expect(await all({ show: "untouched" })).toHaveLength(1);
  expect((await one(id)).waiting_since).toBe(app.clock.now().toISOString());
  await manager(consent.opt, { body: { user_id: customer_id ?? 0, opt_type: "in" } });
  app.clock.advance(60_000);
  const client_id = crypto.randomUUID();
  await agent(inbox.sendToCustomer, { body: { customer_id: String(customer_id), message: "Hello", client_id } });
  await catchUpWithAnswers(app.server);
  await measureAnswers(app.server);
  expect(await one(id)).toMatchObject({ stage: "Contacted", response_seconds: null });
  expect((await one(id)).first_response_at).not.toBeNull();
  const { rows } = await app.pool.query("select response_business_seconds as s from leads where id = $1", [id]);
  expect(rows).toEqual([{ s: null }]);
});

test("an inquiry that comes in while its row is imported joins the row's lead", async () => {
  const phone = `+1212${freshPhone().slice(5)}`;
  await manager(customers.add, { body: customerDraft({ phone }) });
  const { upload } = await preview(csv(head, ["Ana", phone, "", "", "Radio", "", "", "", "", ""]));
  await manager(uploads.copyFromTemp, { body: { upload_id: upload.id, list_id: "new", list_title: "Leads" } });
  // The row's lead is stored by the time its customer joins the list.
  const commit = await writeInOpenTransaction(app.pool, "lock table list_members in share mode", []);
  const running = app.jobs.runAll();
  await untilBlocked(app.pool, "into list_members");
  const inquiry = agent(leads.add, { body: { phone, first_name: "Ana" } });
  await untilBlocked(app.pool, "pg_advisory_xact_lock");
  await commit();
  await Promise.all([running, inquiry]);
  expect(await all()).toHaveLength(1);
});

test("what was said before the import is no answer to its leads", async () => {
  const phone = `+1212${freshPhone().slice(5)}`;
  const { id } = (await manager(customers.add, { body: { ...customerDraft({ phone }) } })).data;
  await manager(consent.opt, { body: { user_id: id, opt_type: "in" } });
  const client_id = crypto.randomUUID();
  await agent(inbox.sendToCustomer, { body: { customer_id: String(id), message: "Hello", client_id } });
  app.clock.advance(60_000);
  await runImport(csv(head, ["Ana", phone, "", "New", "Radio", "", "", "", "", "1/5/2026"]));
  await catchUpWithAnswers(app.server);
  expect((await all())[0]).toMatchObject({ stage: "New", first_response_at: null });
});

test("figures by day count dated leads on their day, and leave others out", async () => {
  const rows = [
    ["Ana", freshPhone(), "", "Sold", "Radio", "", "", "", "", "3/4/2026"],
    ["Bo", freshPhone(), "", "Sold", "Radio", "", "", "", "", ""],
  ];
  await runImport(csv(head, ...rows));
  const counted = await all({ reached: "sold", dated: "reached", from: "2026-03-04", to: "2026-03-04" });
  expect(counted.map(({ name }) => name)).toEqual(["Ana"]);
  expect((await all({ reached: "sold" })).map(({ name }) => name)).toEqual(["Ana"]);
});

describe("customers with leads", () => {
  const withLead = { columns: [{ data: "lead_stage" }] };
  const csvOf = async (body: object = {}) => {
    const { url } = (await manager(customerExport.make, { body: { with_lead: 1, ...body } })).data;
    return (await app.http.inject({ url })).body;
  };
  const listed = async (body: object) =>
    (await manager(customers.table, { body })).data.map(({ first_name }) => first_name).toSorted();

  test("are exported with them, and importing that changes nothing", async () => {
    const name = await agentName();
    await runImport(
      csv(
        head,
        [
          "Ana",
          freshPhone(),
          name,
          "Contacted",
          "Radio",
          "2021 Honda Accord Sport EX-L",
          "A17",
          "2015 Kia Rio LX",
          "",
          "3/4/2026",
        ],
        ["Bo", freshPhone(), "", "Sold", "Radio", "2020 Kia Rio", "", "", "", ""],
        ["Cy", freshPhone(), "", "", "=1+1", "x".repeat(300), "", "Yes", "", ""],
      ),
    );
    const [before, table] = [await all(), (await manager(customers.table, { body: {} })).data];
    const file = await csvOf();
    expect(file.slice(1).split("\r\n")[0]).toMatch(
      /Messages Sent,Lead Owner,Lead Stage,Lead Source,Vehicle Of Interest,Trade-In,Stock Number$/,
    );
    expect(file).toContain(`${name},Contacted,Radio,2021 Honda Accord Sport EX-L,2015 Kia Rio LX,A17`);
    const again = await runImport(file);
    expect(again.counts).toMatchObject({ added: 0, updated: 0, unchanged: 3, leads_added: 0, leads_joined: 2 });
    expect(await all()).toEqual(before);
    expect((await manager(customers.table, { body: {} })).data).toEqual(table);
    expect(await csvOf()).toBe(file);
    expect(await csvOf({ with_lead: 0 })).not.toContain("Lead Owner");
  });

  test("are shown with the newest open one, and narrowed by owner, stage, source and vehicle", async () => {
    const name = await agentName();
    await runImport(
      csv(
        head,
        ["Ana", freshPhone(), name, "Contacted", "Radio", "2021 Honda Accord", "A17", "", "", ""],
        ["Bo", freshPhone(), "", "Sold", "Radio", "2020 Kia Rio", "", "", "", ""],
        ["Cy", freshPhone(), "", "", "", "", "", "", "", ""],
      ),
    );
    const [first] = await all();
    const rows = (await manager(customers.table, { body: withLead })).data;
    expect(rows.map(({ first_name, lead }) => [first_name, lead?.stage])).toEqual([
      ["Cy", undefined],
      ["Bo", undefined],
      ["Ana", "Contacted"],
    ]);
    expect((await manager(customers.table, { body: {} })).data[0]).not.toHaveProperty("lead");
    expect(await listed({ lead_owner_id: first?.owner_id })).toEqual(["Ana"]);
    expect(await listed({ lead_stage_id: first?.stage_id })).toEqual(["Ana"]);
    expect(await listed({ lead_source: "Radio" })).toEqual(["Ana"]);
    expect(await listed({ lead_vehicle: "honda a17" })).toEqual(["Ana"]);
    expect(await listed({ lead_vehicle: "%" })).toEqual([]);
    const sold = (await manager(leads.options)).data.stages.find(({ name }) => name === "Sold")?.id;
    expect(await listed({ lead_stage_id: sold })).toEqual(["Bo"]);
    expect((await csvOf({ lead_source: "Radio" })).trim().split("\r\n")).toHaveLength(2);
    const other = await app.dealership();
    const theirs = await app.signIn(other.manager);
    expect((await theirs(customers.table, { body: { lead_owner_id: first?.owner_id } })).data).toEqual([]);
  });

  test("keep them through a merge and its undoing", async () => {
    await runImport(
      csv(
        head,
        ["Ana", freshPhone(), "", "", "Radio", "", "", "", "", ""],
        ["Anna", freshPhone(), "", "", "Web", "", "", "", "", ""],
      ),
    );
    const [ana, anna] = await all();
    const ids = [ana?.customer_id ?? 0, anna?.customer_id ?? 0] as const;
    const { data: merged } = await manager(duplicates.merge, { body: { kept_id: ids[0], merged_id: ids[1] } });
    expect(await listed({ lead_source: "Web" })).toEqual(["Ana"]);
    expect((await manager(customers.table, { body: withLead })).data[0]?.lead?.source).toBe("Web");
    await manager(duplicates.undo, { body: { merge_id: merged.merge_id } });
    expect(await listed({ lead_source: "Web" })).toEqual(["Anna"]);
    expect((await all()).map(({ customer_id }) => customer_id)).toEqual(ids);
  });
});
