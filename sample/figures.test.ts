import { afterAll, expect, test } from "vitest";
import { dashboard } from "#domains/dashboard/contract.ts";
import { password } from "#testing/dealership.ts";
import { startTestApp } from "#testing/testApp.ts";
import { seedDealership } from "./dealership.ts";

const app = await startTestApp();
afterAll(() => app.close());
await app.server.within.platform("test", (unit) => seedDealership(unit, password, app.clock.now()));

test("the figures are those of a dealership with two locations: more texts than appointments, and a funnel that narrows", async () => {
  const call = await app.signIn("owner@demo.rooftop.test");
  const body = { period: "days7", location: "all" } as const;
  const { data } = await call(dashboard.figures, { body });
  expect(data.messages_sent).toBeGreaterThan(1.5 * data.parts.appointments_in_period);
  expect(data.messages_sent).toBeGreaterThan(1.5 * data.appointments_set);
  const { rows: perDay } = await app.pool.query<{ count: number }>(`select count(*)::int from appointments
    where datetime between now() - interval '5 days' and now() + interval '5 days'
    group by datetime::date having count(*) > 0`);
  for (const { count } of perDay) expect(count).toBeLessThan(20);
  const funnel = (await call(dashboard.funnel, { body: { period: "days30", location: "all" } })).data;
  const share = (part: number) => part / funnel.people_texted;
  expect(share(funnel.people_replied)).toBeGreaterThan(0.4);
  expect(share(funnel.people_replied)).toBeLessThan(0.85);
  expect(share(funnel.people_scheduled)).toBeGreaterThan(0.1);
  expect(funnel.people_scheduled).toBeLessThan(funnel.people_replied);
  expect(funnel.people_shown).toBeLessThan(funnel.people_scheduled);
  expect(funnel.people_shown).toBeGreaterThan(0);
  expect(funnel.people_opted_out).toBeGreaterThan(0);
});
