import Fastify, { type FastifyInstance } from "fastify";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { acceptBodies } from "#core/server/body.ts";
import { answerFailures } from "#core/server/failures.ts";
import { createFakeClock } from "#ports/clock/fakeClock.ts";
import { sampleSubmission, sampleTaxNumber } from "#ports/registration/sampleSubmission.ts";
import { createSimulatedRegistrar } from "#ports/registration/simulator/simulatedRegistrar.ts";
import { freshDatabase } from "#testing/database.ts";
import { inTime } from "#testing/deadlines.ts";
import { mountRegistrations } from "./mountRegistrations.ts";

const clock = createFakeClock(new Date("2026-03-02T12:00:00Z"));
const notices: string[] = [];
let database: Awaited<ReturnType<typeof freshDatabase>>;
let pool: pg.Pool;
let http: FastifyInstance;
let registrar: ReturnType<typeof createSimulatedRegistrar>;

beforeAll(async () => {
  database = await freshDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  registrar = createSimulatedRegistrar({ pool, clock, log: pino({ level: "silent" }) });
  http = Fastify();
  answerFailures(http);
  await acceptBodies(http);
  mountRegistrations(http, { registrar, pool });
  await http.ready();
  await registrar.connect({ onNotice: async (sid) => void notices.push(sid) }, http);
});
afterAll(async () => {
  await registrar.stop();
  await http.close();
  await pool.end();
  await database.drop();
});

const get = async (path: string) => (await http.inject({ url: `/simulator/api/${path}` })).json().data;
const post = (path: string, payload: object) => http.inject({ method: "POST", url: `/simulator/api/${path}`, payload });

async function submit(kind: "business" | "toll_free", reference: string) {
  const tollFree = kind === "toll_free" ? { number: "+18885550101", sid: `PN${"2".repeat(32)}` } : null;
  const made: Record<string, string> = {};
  for (const step of registrar.steps(kind, 1)) {
    const result = await registrar.take(step, sampleSubmission(kind, { reference, tollFree, made }), inTime);
    if (result.kind === "done") made[step] = result.sid;
  }
  return sampleSubmission(kind, { reference, tollFree, made });
}

test("reviewers read what was submitted but the tax number, and approve by themselves in time", async () => {
  const submission = await submit("business", "rooftop-1-1");
  const [shown] = await get("registrations");
  expect(shown).toMatchObject({
    kind: "brand",
    state: "pending",
    legal_name: "Sunrise Motors LLC",
    address: "12 Main St, Riverside, CA 92501",
    representative: "Dana Reyes",
    samples: expect.arrayContaining([expect.stringMatching(/oil change/)]),
    decide_at: "2026-03-02T12:01:00.000Z",
  });
  expect(JSON.stringify(shown)).not.toContain(sampleTaxNumber);
  const { rows } = await pool.query("select * from simulated_registrations");
  expect(JSON.stringify(rows)).not.toContain(sampleTaxNumber);
  clock.advance(30_000);
  expect(await registrar.review(submission)).toMatchObject({ state: "in_review" });
  clock.advance(30_000);
  expect((await get("registrations"))[0]).toMatchObject({ state: "approved", decide_at: null });
  expect(await registrar.review(submission)).toMatchObject({ state: "approved" });
  expect(notices).toContain(submission.made.brand);
});

test("a reviewer approves, refuses with a reason, looks again and suspends", async () => {
  const submission = await submit("toll_free", "rooftop-1-2");
  const [{ id, number }] = await get("registrations");
  expect(number).toBe("+18885550101");
  const decide = async (payload: object) => (await post(`registrations/${id}`, payload)).statusCode;
  const review = async () => {
    const result = await registrar.review(submission);
    return result.kind === "seen"
      ? [result.state, ...result.problems.map(({ code, field }) => `${code} ${field}`)]
      : [];
  };
  expect(await decide({ action: "refuse", code: "30544" })).toBe(200);
  expect(await review()).toEqual(["refused", "30544 message_flow"]);
  expect(notices.at(-1)).toBe(submission.made.verification);
  expect(await decide({ action: "again" })).toBe(200);
  expect(await review()).toEqual(["in_review"]);
  expect(await decide({ action: "approve" })).toBe(200);
  expect(await review()).toEqual(["approved"]);
  expect(await decide({ action: "suspend" })).toBe(200);
  expect(await review()).toEqual(["suspended"]);
  expect(await decide({ action: "refuse", code: "30897" })).toBe(200);
  expect(await registrar.review(submission)).toMatchObject({ state: "refused", mayResubmit: false });
});

test.each([
  [{ action: "refuse" }, 422],
  [{ action: "refuse", code: "1" }, 422],
  [{ action: "refuse", code: "a" }, 422],
  [{ action: "burn" }, 422],
  [{ action: "approve" }, 404],
])("%j of nothing is refused", async (payload, status) => {
  expect((await post("registrations/999", payload)).statusCode).toBe(status);
});

test("says how it works, and is told", async () => {
  const settings = { approve_seconds: "", busy_answers: "2", lost_answers: "", lost_requests: "1" };
  expect((await post("registrar", settings)).statusCode).toBe(200);
  const kept = { approve_seconds: null, busy_answers: 2, lost_answers: 0, lost_requests: 1 };
  expect(await get("registrar")).toMatchObject({ ...kept, refusals: expect.any(Array) });
  const kinds = [];
  for (let step = 0; step < 4; step++) {
    const submission = sampleSubmission("business", { reference: "rooftop-1-3" });
    kinds.push((await registrar.take("profile", submission, inTime)).kind);
  }
  expect(kinds).toEqual(["busy", "busy", "lost", "done"]);
  expect((await post("registrar", { busy_answers: "many" })).statusCode).toBe(422);
});
