import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { samplePassword, startServerProcess } from "#testing/process.ts";
import { benchFolder } from "./benchInbox.ts";
import { treeSeconds } from "./cpuTime.ts";

/*
 * What an installation costs that nobody uses: `npm start` with its own Postgres and the sample dealership, five minutes after
 * it has started, when Postgres has vacuumed the sample and the queue no longer looks for an earlier process's jobs. The
 * processor time of all its processes by /proc, over two minutes.
 */

const settleSeconds = 300;
const seconds = 120;
/** In percent of one core. */
const limit = { must: 2, aim: 0.5 };

const dataDir = join(benchFolder, "idle");
await rm(dataDir, { recursive: true, force: true });
const passwords = { DEMO_PASSWORD: samplePassword, ADMIN_PASSWORD: samplePassword };
const app = await startServerProcess(["bin/start.mjs"], { DATA_DIR: dataDir, LOG_LEVEL: "warn", ...passwords });
await pause(settleSeconds * 1000);
const [before, began] = [treeSeconds(app.pid), performance.now()];
await pause(seconds * 1000);
const [after, ended] = [treeSeconds(app.pid), performance.now()];
await app.stop();
await rm(dataDir, { recursive: true, force: true });

const shares = Object.entries(after).map(([program, used]) => {
  const share = (100_000 * (used - (before[program] ?? 0))) / (ended - began);
  console.log(`${program}: ${share.toFixed(2)} % of a core`);
  return share;
});
const total = shares.reduce((sum, share) => sum + share, 0);
console.log(`At rest: ${total.toFixed(2)} % of a core (must ${limit.must}, aim ${limit.aim})`);
process.exit(total <= limit.must ? 0 : 1);
