import Fastify, { type FastifyInstance } from "fastify";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { acceptBodies } from "#core/server/body.ts";
import { answerFailures } from "#core/server/failures.ts";
import { leads } from "#domains/leads/contract.ts";
import { leadPages } from "#domains/leads/forms/contract.ts";
import { leadAddress } from "#domains/leads/inquiries/contract.ts";
import { systemClock } from "#ports/clock/system.ts";
import { createSimulatedEmail } from "#ports/email/simulator.ts";
import { createEmail } from "#server/createEmail.ts";
import { inventPerson } from "#simulator/inventedPeople.ts";
import { leadForms, leadStyles } from "#simulator/leads.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { allowPages } from "#testing/leads.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { mountLeads } from "./mountLeads.ts";

const log = pino({ level: "silent" });
let app: TestApp;
let http: FastifyInstance;
let dealer: Dealership;
let owner: Caller;
let to: string;

beforeAll(async () => {
  const query = (...words: unknown[]) => (app.pool.query as (...words: unknown[]) => unknown)(...words);
  const from = "mail@rooftop.test";
  const mails = createSimulatedEmail({ pool: { query } as pg.Pool, clock: systemClock, log, from });
  app = await startTestApp({ email: mails });
  http = await simulatorOf(mails);
});
afterAll(async () => {
  await http.close();
  await app.close();
});
beforeEach(async () => {
  dealer = await app.dealership();
  owner = await app.signIn(dealer.owner);
  to = (await owner(leadAddress.shown)).data.url.split("/").at(-1) ?? "";
});

async function simulatorOf(mails: ReturnType<typeof createSimulatedEmail> | undefined): Promise<FastifyInstance> {
  const simulator = Fastify();
  answerFailures(simulator);
  await acceptBodies(simulator);
  mountLeads(simulator, { http: app.http, mails, forms: app.leadForms, pool: app.pool });
  await simulator.ready();
  return simulator;
}

const person = () => ({ ...inventPerson(), first_name: "Renée", phone: freshPhone() });
const post = (draft: object) =>
  http.inject({ method: "POST", url: "/simulator/api/leads", payload: { to, ...person(), ...draft } });
const send = async (draft: object) => (await post(draft)).json().data;
const received = async () => (await owner(leads.table, { body: { show: "all" } })).data;
const inquiriesOf = async (id: number) => (await owner(leads.one, { params: { id } })).data.received;
const results = (counts: { created?: number; joined?: number; known?: number }) => ({
  created: 0,
  joined: 0,
  known: 0,
  refusals: [],
  ...counts,
});

describe.each(["email", "web"])("by %s", (way) => {
  test.each(leadStyles)("a lead in the style of a %s comes in whole", async (style) => {
    const asks = person();
    expect(await send({ ...asks, way, style })).toEqual(results({ created: 1 }));
    const [row] = await received();
    const { year, make, model, last_name, phone, email } = asks;
    expect(row).toMatchObject({ name: `Renée ${last_name}`, phone, email, vehicle: `${year} ${make} ${model}` });
    const [inquiry] = await inquiriesOf(row?.id ?? 0);
    expect(inquiry).toMatchObject({ came_by: way, read_by: "adf" });
    expect(Math.abs(Date.parse(inquiry?.requested_at ?? "") - Date.now())).toBeLessThan(600_000);
  });

  test("the same person again joins their lead, and a lead three times at once is one", async () => {
    const asks = person();
    expect(await send({ ...asks, way })).toEqual(results({ created: 1 }));
    expect(await send({ ...asks, way })).toEqual(results({ joined: 1 }));
    expect(await send({ way, kind: "three_times" })).toEqual(results({ created: 1, known: 2 }));
    expect(await received()).toHaveLength(2);
  });

  test.each([
    ["cut_off", 1, "adf"],
    ["entities", 1, "adf"],
    ["windows_1252", 1, "adf"],
    ["labels", 1, "labels"],
    ["words", 1, "text"],
    ["bomb", 1, "adf"],
    ["ten", 10, "adf"],
  ])("what is broken is received, too: %s", async (kind, created, read_by) => {
    expect(await send({ way, kind })).toEqual(results({ created }));
    const rows = await received();
    expect(rows).toHaveLength(created);
    const [inquiry] = await inquiriesOf(rows[0]?.id ?? 0);
    expect(inquiry).toMatchObject({ came_by: way, read_by });
    expect(inquiry?.comments).not.toContain("lollol");
  });

  test("to an address that nobody has is refused with its status and words", async () => {
    const refusal = { status: 404, words: "Nobody has this address for leads." };
    expect(await send({ way, to: "0".repeat(20) })).toEqual({ ...results({}), refusals: [refusal] });
  });
});

test("every form of email carries a lead", async () => {
  for (const form of leadForms) expect(await send({ way: "email", form }), form).toEqual(results({ created: 1 }));
});

test("as JSON a lead comes in, and is refused when it is cut off", async () => {
  expect(await send({ way: "web", format: "json" })).toEqual(results({ created: 1 }));
  const [row] = await received();
  expect(await inquiriesOf(row?.id ?? 0)).toMatchObject([{ read_by: "json", provider: "AutoFinder" }]);
  const cut = await send({ way: "web", format: "json", kind: "cut_off" });
  expect(cut.refusals).toEqual([{ status: 422, words: expect.stringContaining("Send ADF, or JSON") }]);
});

test("locations are listed with their numbers, and the settings show the address that email goes to", async () => {
  const { takes_email, addresses } = (await http.inject({ url: "/simulator/api/lead-addresses" })).json().data;
  expect(takes_email).toBe(true);
  expect(addresses).toContainEqual(expect.objectContaining({ token: to, location: "Downtown", number: dealer.number }));
  expect((await owner(leadAddress.shown)).data.email).toBe(`leads-${to}@leads.rooftop.test`);
});

test.each([
  [{ to: "x" }, "to", "Select a location."],
  [{ phone: "12" }, "phone", "Phone number is invalid"],
  [{ kind: "unknown" }, "kind", expect.stringContaining("three_times")],
])("rejects what can't be sent: %j", async (draft, field, text) => {
  const answer = await post(draft);
  expect([answer.statusCode, answer.json().data]).toEqual([422, { [field]: text }]);
});

test("with a mail server there are web requests alone", async () => {
  const bare = await simulatorOf(undefined);
  const { data } = (await bare.inject({ url: "/simulator/api/lead-addresses" })).json();
  expect(data.takes_email).toBe(false);
  const sendBy = (way: string) =>
    bare.inject({ method: "POST", url: "/simulator/api/leads", payload: { to, way, ...person() } });
  expect((await sendBy("email")).json().data).toEqual({ way: expect.stringContaining("Send a web request") });
  expect((await sendBy("web")).json().data).toEqual(results({ created: 1 }));
  await bare.close();
});

test.each([
  [{}, "leads.rooftop.test"],
  [{ secret: "s".repeat(24), inboundDomain: "leads.example.com" }, "leads.example.com"],
])(
  "the simulated email takes leads at the installation's own domain where it has one: %j",
  async (webhooks, domain) => {
    const pool = new pg.Pool();
    const none = { smtpUrl: undefined, mailFrom: undefined, mailBounceDomain: undefined };
    const env = {
      ...none,
      mailWebhooks: webhooks,
      publicUrl: "https://rooftop.test",
      smsProvider: "simulator",
    } as const;
    expect(createEmail(env, pool, log).email.inboundDomain).toBe(domain);
    await pool.end();
  },
);

test("somebody fills in a form of the connected page, and it is a lead", async () => {
  expect((await post({ way: "facebook" })).json().message).toMatch(/no page yet/i);
  await owner(leadPages.finish, { body: await allowPages(owner) });
  const [page] = (await owner(leadPages.list)).data.pages;
  await owner(leadPages.connect, { params: { id: page?.id ?? 0 } });
  const sending = send({ way: "facebook", kind: "three_times" });
  await expect.poll(() => app.jobs.runAll().then(() => received()), { timeout: 20_000 }).toHaveLength(1);
  expect(await sending).toEqual(results({ created: 1, known: 2 }));
  expect((await post({ way: "facebook", kind: "bomb" })).json().message).toMatch(/only hold a lead/i);
});
