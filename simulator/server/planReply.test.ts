import Fastify, { type FastifyInstance } from "fastify";
import type pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { acceptBodies } from "#core/server/body.ts";
import { answerFailures } from "#core/server/failures.ts";
import { mailSender } from "#domains/marketing/sender/contract.ts";
import { timeline } from "#domains/timeline/contract.ts";
import { systemClock } from "#ports/clock/system.ts";
import { createSimulatedEmail } from "#ports/email/simulator.ts";
import { createSimulatedReviews } from "#ports/reviews/simulator.ts";
import { createSimulatedSms } from "#ports/sms/simulator/simulatedSms.ts";
import { createSimulatedVoice } from "#ports/voice/simulator/simulatedVoice.ts";
import { createPlanFixture, planSteps } from "#testing/leads.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { mountSimulator } from "./mountSimulator.ts";

let app: TestApp;
let http: FastifyInstance;

beforeAll(async () => {
  const log = pino({ level: "silent" });
  const query = (...words: unknown[]) => (app.pool.query as (...words: unknown[]) => unknown)(...words);
  const pool = { query } as pg.Pool;
  const mails = createSimulatedEmail({ pool, clock: systemClock, log, from: "mail@rooftop.test" });
  app = await startTestApp({ email: mails });
  http = Fastify();
  answerFailures(http);
  await acceptBodies(http);
  await mountSimulator(http, {
    carrier: createSimulatedSms({ pool, clock: systemClock, log }),
    voice: createSimulatedVoice({ pool, clock: systemClock, log }),
    mails,
    reviews: createSimulatedReviews({ pool, clock: systemClock }),
    pool: app.pool,
    authorize: async () => {},
    pageFile: "",
  });
});
afterAll(async () => {
  await http.close();
  await app.close();
});

test("a reply to a follow-up plan's email comes back to its customer, and ends the plan", async () => {
  const dealer = await app.dealership();
  app.clock.set(new Date("2026-11-20T17:00:00Z"));
  const [owner, manager] = [await app.signIn(dealer.owner), await app.signIn(dealer.manager)];
  const sender = { from_name: "Sunrise Motors", reply_to: "", postal_address: "1 Main St, Albany, NY 12207" };
  await owner(mailSender.change, { params: { id: dealer.location_id }, body: sender });
  const fixture = createPlanFixture(app, dealer, manager);
  const email = `${crypto.randomUUID()}@example.com`;
  const { id, customer_id } = await fixture.lead({ email });
  const step = { ...planSteps[0], kind: "email", subject: "Your %vehicle%", words: "It is here." };
  const plan = await fixture.plan({ steps: [step, planSteps[1]] as never });
  await fixture.start(plan, id);
  await app.jobs.runAll();
  app.clock.advance(60_000);
  const { rows } = await app.pool.query('select id from simulated_mails where "to" = $1', [email]);
  expect(rows).toHaveLength(1);
  const url = `/simulator/api/mails/${rows[0].id}/reply`;
  const answer = await http.inject({ method: "POST", url, payload: { words: "Can I come at 3 pm?" } });
  expect(answer.statusCode).toBe(200);
  await app.jobs.runAll();
  expect(await fixture.people(plan)).toEqual([]);
  expect(await fixture.people(plan, "replied")).toHaveLength(1);
  const { entries } = (await manager(timeline.entries, { params: { customer_id }, body: { kinds: ["email"] } })).data;
  expect(entries[0]?.reply).toMatchObject({ from: email, words: "Can I come at 3 pm?" });
});
