import { afterAll, expect, test } from "vitest";
import { type AlertFixture, anHour, startAlertTest } from "#testing/alerts/alertFixture.ts";
import { alerts } from "./contract.ts";
import { defaultAlertRules } from "./rules.ts";

const { app, dealerAt, sweep, advance, list, listAll } = await startAlertTest();
afterAll(() => app.close());

/** Adds a campaign in a state; `starts_at` is the app's time. */
async function campaign(fixture: AlertFixture, title: string, row: Record<string, string>): Promise<number> {
  const columns = Object.keys(row);
  const { rows } = await app.pool.query(
    `insert into campaigns (dealer_id, location_id, title, body, created_by, created_at, starts_at, ${columns.join(", ")})
     select $1, $2, $3, 'Sale', min(id), $4, $4, ${columns.map((_, at) => `$${at + 5}`).join(", ")}
     from users where dealer_id = $1 returning id`,
    [fixture.dealer.dealer_id, fixture.dealer.location_id, title, app.clock.now(), ...Object.values(row)],
  );
  return Number(rows[0].id);
}
const change = (id: number, set: string) => app.pool.query(`update campaigns set ${set} where id = $1`, [id]);

test("a campaign that braked or stopped is a danger until somebody acts, one that a person paused is none", async () => {
  const fixture = await dealerAt("2027-05-04T10:00:00-04:00");
  await campaign(fixture, "By hand", { state: "paused" });
  await campaign(fixture, "Later", { state: "waiting" });
  await sweep();
  expect(await list(fixture.agent)).toEqual([]);
  const braked = await campaign(fixture, "Sale", { state: "paused", why: "carriers filtered 7 of the last 200 texts" });
  await sweep();
  expect(await list(fixture.agent)).toMatchObject([
    { rule: "campaign", kind: "danger", why: "Campaign “Sale”: Paused: carriers filtered 7 of the last 200 texts." },
  ]);
  const stopped = await campaign(fixture, "Spring", { state: "stopped", why: "This number can't send texts." });
  await sweep();
  expect(await list(fixture.agent)).toMatchObject([{ why: "2 campaigns aren't sending: “Sale”, “Spring”." }]);
  await change(braked, "state = 'sending', why = ''");
  await change(stopped, "deleted_at = now()");
  await sweep();
  expect(await list(fixture.agent)).toEqual([]);
  expect(await listAll(fixture.agent)).toMatchObject([{ how: "The campaign was resumed, canceled or deleted." }]);
});

test("one that waits for its list is alerted after an hour, and those who don't want it hear nothing", async () => {
  const fixture = await dealerAt("2027-06-08T10:00:00-04:00");
  await campaign(fixture, "Waits", { state: "waiting", why: "Waiting for its list" });
  await advance(anHour - 60_000);
  await sweep();
  expect(await list(fixture.agent)).toEqual([]);
  await advance(120_000);
  await sweep();
  expect(await list(fixture.agent)).toMatchObject([{ why: "Campaign “Waits”: Waiting for its list." }]);
  await fixture.manager(alerts.changeRules, { body: { ...defaultAlertRules, campaigns_on: 0 } });
  await sweep();
  expect(await list(fixture.agent)).toEqual([]);
});

test("one that Rooftop holds says why", async () => {
  const fixture = await dealerAt("2027-07-06T10:00:00-04:00");
  await campaign(fixture, "Held", { state: "paused", held_for: "Complaints" });
  await sweep();
  expect(await list(fixture.agent)).toMatchObject([{ why: "Campaign “Held”: Paused by Rooftop: Complaints." }]);
});
