import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { phoneKeyOption } from "#core/server/phoneKey.ts";
import { openPool } from "#core/server/postgres.ts";
import { createWithin } from "#core/server/within.ts";
import { createFakeClock } from "#ports/clock/fakeClock.ts";
import { type FreshDatabase, freshDatabase } from "#testing/database.ts";
import { createManualJobs } from "#testing/manualJobs.ts";
import { createRecordedEvents } from "#testing/recordedEvents.ts";
import { keepPhoneKey } from "./keepPhoneKey.ts";

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database?.drop());

async function startWith(secret: string, sql?: string) {
  const log = pino({ level: "silent" });
  const pool = openPool(database.url, log, 2, phoneKeyOption(secret));
  const clock = createFakeClock(new Date());
  const within = createWithin({ pool, clock, jobs: createManualJobs(clock), realtime: createRecordedEvents(), log });
  try {
    if (sql) await pool.query(sql);
    return await within.control("test", keepPhoneKey);
  } finally {
    await pool.end();
  }
}

test("another secret is refused while opt-outs of erased people depend on the first", async () => {
  const optOut = `with event as (
      insert into consent_events (dealer_id, phone, event, source, words)
      values (7, phone_hash(7, '+12125550100'), 'revoked', 'keyword', 'STOP') returning dealer_id, id, phone
    )
    insert into suppressions (dealer_id, phone, event_id, erased_at) select dealer_id, phone, id, now() from event`;
  await startWith("first");
  await startWith("second");
  await startWith("second", `insert into dealers (id, business_name) values (7, 'Seven'); ${optOut}`);
  await expect(startWith("first")).rejects.toThrow("opt-outs of erased people depend on it (1)");
  await startWith("second");
  await startWith("first", "delete from suppressions");
});
