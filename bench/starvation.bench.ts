import { surviveCampaign } from "#testing/campaigns/survival.ts";

/*
 * Thirty small campaigns, one after another, whose workers are suspended at random, killed, and cut off from Postgres, as on
 * a machine that is overloaded or sleeps. Nobody may be missed, and nobody texted twice.
 */

const rounds = Number(process.env.ROUNDS ?? 30);
let problems = 0;
for (let round = 1; round <= rounds; round++) {
  const outcome = await surviveCampaign({
    people: 300,
    killPoints: ["claimed:1", `random:${1_000 + Math.floor(Math.random() * 4_000)}`, "handing:40"],
    crashesAfter: [100],
    suspendedFor: 5_000,
    factor: 20,
    segmentsPerSecond: 12,
    withinMs: 300_000,
  });
  const { lost, doubled, wrong, afterStop, violations, seconds, kills, handed, skipped } = outcome;
  const found = [...lost, ...doubled, ...wrong, ...afterStop, ...violations];
  problems += found.length + (handed + skipped === 300 ? 0 : 1);
  const counts = `lost ${lost.length}, doubled ${doubled.length}, wrong ${wrong.length}, after a STOP ${afterStop.length}`;
  console.log(`round ${round}: ${Math.round(seconds)} s, ${kills} kills: ${counts}`);
  for (const problem of found.slice(0, 5)) console.log(`  ${problem}`);
}
process.exit(problems === 0 ? 0 : 1);
