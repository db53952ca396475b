import { expect, test } from "vitest";
import { surviveCampaign } from "#testing/campaigns/survival.ts";

test("a campaign reaches everybody once, through four kills, a crash of Postgres, workers that are suspended, and a carrier that loses answers", async () => {
  const outcome = await surviveCampaign({
    people: 1_050,
    killPoints: ["preparing:2", "claimed:2", "handing:60", "answered:2"],
    crashesAfter: [400],
    suspendedFor: 4_000,
    factor: 20,
    segmentsPerSecond: 12,
    // A starved machine takes several times as long.
    withinMs: 500_000,
  });
  const { lost, doubled, wrong, afterStop, violations } = outcome;
  expect({ lost, doubled, wrong, afterStop, violations }).toEqual({
    lost: [],
    doubled: [],
    wrong: [],
    afterStop: [],
    violations: [],
  });
  expect(outcome).toMatchObject({ audience: 1_050, kills: 4, crashes: 1 });
  expect(outcome.handed + outcome.skipped).toBe(1_050);
  expect(outcome.counts.lostAnswer + outcome.counts.failedAfter).toBeGreaterThan(0);
}, 550_000);
