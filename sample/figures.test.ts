import { expect, test } from "vitest";
import { dashboard } from "#domains/dashboard/contract.ts";
import { password } from "#testing/dealership.ts";
import { startTestApp } from "#testing/testApp.ts";
import { seedDealership } from "./dealership.ts";

test.each([
  ["a Sunday", "2026-11-22T22:00:00Z"],
  ["a Monday morning", "2026-11-23T16:30:00Z"],
  ["a Thursday", "2026-11-26T22:00:00Z"],
])("on %s there are more texts than appointments, and the funnel narrows", async (_day, now) => {
  const app = await startTestApp();
  app.clock.set(new Date(now));
  await app.server.within.control("test", (unit) => seedDealership(unit, password, app.clock.now()));
  const call = await app.signIn("owner@demo.rooftop.test");
  const { data } = await call(dashboard.figures, { body: { period: "days7", location: "all" } });
  expect(data.messages_sent).toBeGreaterThan(1.5 * data.parts.appointments_in_period);
  expect(data.messages_sent).toBeGreaterThan(1.5 * data.appointments_set);
  const { rows } = await app.pool.query<{ count: number }>(
    `select count(*)::int from appointments where datetime between $1::timestamptz - interval '5 days' and $1::timestamptz + interval '5 days'
     group by datetime::date`,
    [now],
  );
  for (const { count } of rows) expect(count).toBeLessThan(20);
  const funnel = (await call(dashboard.funnel, { body: { period: "days30", location: "all" } })).data;
  const share = (part: number) => part / funnel.people_texted;
  expect(share(funnel.people_replied)).toBeGreaterThan(0.4);
  expect(share(funnel.people_replied)).toBeLessThan(0.85);
  expect(share(funnel.people_scheduled)).toBeGreaterThan(0.1);
  expect(funnel.people_scheduled).toBeLessThan(funnel.people_replied);
  expect(funnel.people_shown).toBeLessThan(funnel.people_scheduled);
  expect(funnel.people_shown).toBeGreaterThan(0);
  expect(funnel.people_opted_out).toBeGreaterThan(0);
  await app.close();
});
