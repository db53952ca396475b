import { surviveCampaign } from "#testing/campaigns/survival.ts";

/*
 * A campaign to 20,000 people with two workers at a time, 15 kills, 3 crashes of Postgres and a carrier that loses answers,
 * refuses, stalls and holds reports. Nobody may be missed, and nobody texted twice.
 */

const people = 20_000;
const named = ["preparing:12", "claimed:3", "handing:300", "answered:5", "claimed:2", "handing:150", "answered:3"];
const random = Array.from({ length: 8 }, () => `random:${2_000 + Math.floor(Math.random() * 6_000)}`);
// Named places and random moments by turns.
const killPoints = named.flatMap((name, at) => [name, random[at] ?? "claimed:1"]).concat("random:3000");

const outcome = await surviveCampaign({
  people,
  killPoints,
  crashesAfter: [4_000, 5_000, 5_000],
  queueFullAt: [3_000],
  factor: 2,
  segmentsPerSecond: 300,
  withinMs: 1_200_000,
  onProgress: (line) => console.log(line),
});
const { lost, doubled, wrong, afterStop, violations, counts, seconds, kills, crashes } = outcome;
console.log(`\n${people} people, ${kills} kills, ${crashes} crashes of Postgres, ${Math.round(seconds)} s`);
console.log(
  `carrier: ${Object.entries(counts)
    .map(([outcome, count]) => `${outcome} ${count}`)
    .join(", ")}`,
);
console.log(`lost ${lost.length}, doubled ${doubled.length}, wrong ${wrong.length}, after a STOP ${afterStop.length}`);
console.log(`audience ${outcome.audience} = handed ${outcome.handed} + skipped ${outcome.skipped}`);
const problems = [...lost, ...doubled, ...wrong, ...afterStop, ...violations];
for (const problem of problems.slice(0, 20)) console.log(problem);
const isWhole = outcome.audience === people && outcome.handed + outcome.skipped === people;
process.exit(problems.length === 0 && isWhole && kills >= killPoints.length && crashes === 3 ? 0 : 1);
