import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { startAppProcess } from "#testing/process.ts";
import { sampleOwner } from "#testing/samplePerson.ts";
import { benchDatabase, startBenchPostgres } from "./benchInbox.ts";
import { type Comparison, median, printComparisons } from "./comparison.ts";
import { type ContactsCsv, createCsv, startImport } from "./contactsCsv.ts";
import { residentMb } from "./memory.ts";

/*
 * An import as its owner waits for it: from the upload's first byte, through the preview, until another connection sees
 * the last customer and the last membership. Against COPY of the same rows, and INSERT .. SELECT of the memberships, into
 * tables with the same columns and indexes. The app is a process of its own, so that its memory can be measured.
 */

const many = 100_000;
const few = 10_000;

const postgres = await startBenchPostgres();
const admin = new pg.Client({ connectionString: postgres.url });
await admin.connect();
await admin.query("drop database if exists imports with (force)");
await admin.end();
const url = await benchDatabase(postgres.url, "imports");
const db = new pg.Pool({ connectionString: url, max: 4 });
await db.query("create table bare_customers (like customers including all)");
await db.query("create table bare_members (like list_members including all)");
const app = await startAppProcess(url);
const { token } = await sampleOwner(app.url);
const { rows: locations } = await db.query(
  "select dealer_id::float8, min(id)::float8 as location_id from locations where dealer_id > 0 group by 1 limit 1",
);
const location = locations[0] as { dealer_id: number; location_id: number };

/** Uploads and imports a file, then waits until another connection sees all of it. */
async function importFile(csv: ContactsCsv): Promise<void> {
  const { list_title } = await startImport(app.url, token, csv);
  const seen = `select from list_members m join customers c on c.dealer_id = m.dealer_id and c.id = m.customer_id
    join customer_lists l on l.dealer_id = m.dealer_id and l.id = m.list_id
    where c.dealer_id = $1 and c.location_id = $2 and c.phone = $3 and c.deleted_at is null and l.title = $4`;
  for (const deadline = Date.now() + 600_000; Date.now() < deadline; await pause(5)) {
    const { rowCount } = await db.query(seen, [location.dealer_id, location.location_id, csv.lastPhone, list_title]);
    if (rowCount) return;
  }
  throw new Error("The import did not finish");
}

let lists = 0;

/** The same rows by COPY, and the memberships by INSERT .. SELECT, in one transaction. */
async function copyFile({ text, count }: ContactsCsv): Promise<void> {
  const path = join(tmpdir(), `rooftop-bench-${process.pid}.csv`);
  await writeFile(path, text);
  const client = await db.connect();
  const list_id = ++lists;
  await client.query("begin");
  await client.query(`alter table bare_customers alter dealer_id set default ${location.dealer_id}`);
  await client.query(`alter table bare_customers alter location_id set default ${location.location_id}`);
  const first = await client.query("select coalesce(max(id), 0)::float8 as id from bare_customers");
  await client.query(`copy bare_customers (first_name, last_name, email, phone) from '${path}' (format csv, header)`);
  await client.query(
    "insert into bare_members select dealer_id, location_id, $1, id from bare_customers where dealer_id = $2 and id > $3",
    [list_id, location.dealer_id, first.rows[0].id],
  );
  await client.query("commit");
  const { rows } = await db.query("select count(*)::int as n from bare_members where list_id = $1", [list_id]);
  client.release();
  if (rows[0].n !== count) throw new Error("The bare side lost rows");
}

/** The peak memory in MB while `work` runs, above its level at rest. */
async function peakMemoryOf(work: () => Promise<unknown>): Promise<number> {
  const rest = residentMb(app.pid);
  let peak = rest;
  let isDone = false;
  const sampling = (async () => {
    while (!isDone) {
      peak = Math.max(peak, residentMb(app.pid));
      await pause(10);
    }
  })();
  await work().finally(() => (isDone = true));
  await sampling;
  return peak - rest;
}

async function durationOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

interface Round {
  readonly first: number;
  readonly bare: number;
  readonly again: number;
  readonly few: number;
}

/** Runs every side once in sequence, so that other load on the machine affects all of them. */
async function round(): Promise<Round> {
  const file = createCsv(many);
  return {
    first: await durationOf(() => importFile(file)),
    bare: await durationOf(() => copyFile(file)),
    again: await durationOf(() => importFile(file)),
    few: await durationOf(() => importFile(createCsv(few))),
  };
}

function figureOf(
  work: string,
  rounds: readonly Round[],
  sides: [keyof Round, keyof Round],
  must: number,
  aim: number,
): Comparison {
  const [ours, peer] = [rounds.map((one) => one[sides[0]]), rounds.map((one) => one[sides[1]])];
  const ratios = ours.map((time, at) => time / (peer[at] ?? 1));
  return {
    work,
    ratio: median(ratios),
    min: Math.min(...ratios),
    max: Math.max(...ratios),
    must,
    aim,
    ours: median(ours),
    peer: median(peer),
  };
}

// Warm up the process and the bare side.
const warm = createCsv(many);
await importFile(createCsv(few));
await importFile(warm);
await copyFile(warm);
const memories = {
  "100,000 rows": await peakMemoryOf(() => importFile(createCsv(many))),
  "10,000 rows": await peakMemoryOf(() => importFile(createCsv(few))),
};
const rounds: Round[] = [];
for (let count = 0; count < 5; count++) rounds.push(await round());
const isFastEnough = printComparisons("Imports", [
  figureOf(
    "100,000 rows, upload to the last membership, against COPY and INSERT .. SELECT",
    rounds,
    ["first", "bare"],
    1.6,
    1.25,
  ),
  figureOf("100,000 rows against 10,000", rounds, ["first", "few"], 11, 10),
  figureOf("the same file again against the first time", rounds, ["again", "first"], 1.3, 1),
]);
for (const [size, above] of Object.entries(memories)) console.log(`Memory above rest, ${size}: ${above.toFixed(0)} MB`);
const isSmall = Object.values(memories).every((above) => above <= 200);
if (!isSmall) console.log("Past its limit: memory");
await app.stop();
await db.end();
await postgres.stop();
process.exit(isFastEnough && isSmall ? 0 : 1);
