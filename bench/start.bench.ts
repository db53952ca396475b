import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { uploads } from "#domains/customers/upload/contract.ts";
import { type AppProcess, startAppProcess, startServerProcess } from "#testing/process.ts";
import { sampleOwner } from "#testing/samplePerson.ts";
import { benchFolder, startBenchPostgres } from "./benchInbox.ts";
import { compare, printComparisons } from "./comparison.ts";
import { createCsv, startImport } from "./contactsCsv.ts";
import { postgresMb, residentMb } from "./memory.ts";

/*
 * A later start, as whoever restarts Rooftop waits for it: from the process's beginning until /health says that it is
 * ready, its own Postgres included. Against a bare Fastify and pg, whose Postgres runs already. And the memory of the
 * app's process, at rest and after an import.
 */

const pairs = 7;
const restSeconds = 20;
const limits = { rest: 180, afterImport: 250 };

const postgres = await startBenchPostgres();
const dataDir = join(benchFolder, "start");
await rm(dataDir, { recursive: true, force: true });
const startOurs = () => startAppProcess(undefined, { DATA_DIR: dataDir });
const startBare = () => startServerProcess(["bench/bareServer.mjs"], { DATABASE_URL: postgres.url });

// The first start creates the database; the second one still compiles what only later starts load.
for (let count = 0; count < 2; count++) await (await startOurs()).stop();

/** Each side's process ends before the other's begins. */
let running: { stop(): Promise<void> } | undefined;
const startAlone = (start: () => Promise<AppProcess>) => async () => {
  running = await start();
};
const stopRunning = async () => running?.stop();

const figure = await compare({
  work: "a later start until it is healthy, against a bare Fastify and pg",
  ours: startAlone(startOurs),
  peer: startAlone(startBare),
  after: stopRunning,
  times: 1,
  pairs,
  must: 6,
  aim: 3,
});
const isFastEnough = printComparisons("Start", [figure]);

const app = await startOurs();
await pause(restSeconds * 1000);
const rest = residentMb(app.pid);
console.log(
  `Memory at rest: ${rest.toFixed(0)} MB (must ${limits.rest}); its Postgres ${postgresMb(dataDir).toFixed(0)} MB`,
);
await importContacts(app, 100_000);
await pause(restSeconds * 1000);
const after = residentMb(app.pid);
console.log(
  `Memory after an import of 100,000 rows: ${after.toFixed(0)} MB (must ${limits.afterImport}); its Postgres ${postgresMb(dataDir).toFixed(0)} MB`,
);
const isSmall = rest <= limits.rest && after <= limits.afterImport;
if (!isSmall) console.log("Past its limit: memory");
await app.stop();
await postgres.stop();
process.exit(isFastEnough && isSmall ? 0 : 1);

async function importContacts({ url }: AppProcess, count: number): Promise<void> {
  const { call, token } = await sampleOwner(url);
  const { upload_id } = await startImport(url, token, createCsv(count));
  for (const deadline = Date.now() + 600_000; Date.now() < deadline; await pause(200)) {
    const { data } = await call(uploads.one, { params: { id: upload_id } });
    if (data.state === "done") return;
  }
  throw new Error("The import did not finish");
}
