import pg from "pg";
import { stopUnderWrites } from "#testing/stopsUnderWrites.ts";
import { benchDatabase, startBenchPostgres } from "./benchInbox.ts";

/* Ten stops in order, each under 200 parallel writes: none that was answered is lost, none that was stored goes unanswered. */

const [stops, writes] = [10, 200];
const postgres = await startBenchPostgres();
const url = await benchDatabase(postgres.url, "stops");
const db = new pg.Pool({ connectionString: url, max: 1 });
let wrong = 0;
for (let stop = 0; stop < stops; stop++) {
  const { answered, stored, refused } = await stopUnderWrites(url, db, { writes, after: 1 + stop * 15 });
  const [known, kept] = [new Set(answered), new Set(stored)];
  const lost = answered.filter((phone) => !kept.has(phone)).length;
  const unanswered = stored.filter((phone) => !known.has(phone)).length;
  wrong += lost + unanswered;
  console.log(`answered ${answered.length}, refused ${refused}, lost ${lost}, stored without an answer ${unanswered}`);
}
await db.end();
await postgres.stop();
process.exit(wrong === 0 ? 0 : 1);
