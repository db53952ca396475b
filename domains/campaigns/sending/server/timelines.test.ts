import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { CampaignTimelines } from "#testing/campaigns/campaignTimelines.ts";
import { moveToNoon } from "#testing/campaigns/startCampaigns.ts";
import { type CampaignStep, timelineKinds } from "#testing/campaigns/timelineSteps.ts";
import { inDepth } from "#testing/deep.ts";
import { startTestApp } from "#testing/testApp.ts";

/*
 * Random timelines of opt-outs, imports, merges, deletions, campaigns, staff and moving locations, through the app and its
 * database. A plain model of people's words and of the law looks at each text where it arrives: at the carrier.
 */

const app = await startTestApp();
afterAll(() => app.close());
moveToNoon(app);
const base = app.clock.now();
const dealer = await app.dealership();
await app.pool.query("insert into quota_limits (dealer_id, texts) values ($1, 10000000)", [dealer.dealer_id]);
const owner = await app.signIn(dealer.owner);

/** So many timelines share their time, so that its work is done for all of them at once. */
const together = 50;
const asked = process.env.TIMELINES;
const timelines = Number(asked ?? inDepth(500, 20));

const step: fc.Arbitrary<CampaignStep> = fc.record({
  kind: fc.constantFrom(...timelineKinds),
  person: fc.nat(5),
  choice: fc.nat(59),
});
const steps = fc.array(step, { minLength: 4, maxLength: 8 });
const world = fc.record({
  begins: fc.nat(7 * 24 * 60),
  timelines: fc.array(steps, { minLength: together, maxLength: together }),
  passes: fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 8, maxLength: 8 }),
});

test(`in ${timelines} timelines everybody gets each campaign once or has a reason, never after a STOP and never at night`, {
  timeout: 60_000 + 2_000 * timelines,
}, async () => {
  const property = fc.asyncProperty(world, async ({ begins, timelines, passes }) => {
    // Postgres does it by itself elsewhere; without, each event takes longer than the one before.
    await app.pool.query("vacuum analyze");
    const lives = new CampaignTimelines(app, dealer, owner);
    await lives.begin(timelines.length, base, begins);
    for (const [round, minutes] of passes.entries()) {
      for (const [timeline, own] of timelines.entries()) {
        const next = own[round];
        if (next) await lives.apply(timeline, next);
      }
      await lives.pass(minutes);
    }
    await lives.finish();
    expect(lives.problems).toEqual([]);
  });
  const numRuns = Math.max(1, Math.round(timelines / together));
  // A busy machine runs fewer, but one at least, unless somebody asked for so many.
  const limit = asked === undefined && numRuns > 1 ? { interruptAfterTimeLimit: 120 * timelines + 30_000 } : {};
  await fc.assert(property, { numRuns, endOnFailure: true, ...limit });
});
