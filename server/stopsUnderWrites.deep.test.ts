import pg from "pg";
import { expect, test } from "vitest";
import { freshDatabase } from "#testing/database.ts";
import { stopUnderWrites } from "#testing/stopsUnderWrites.ts";

test("a stop loses no write that was answered, and stores none that wasn't", async () => {
  const database = await freshDatabase();
  const db = new pg.Pool({ connectionString: database.url, max: 1 });
  try {
    for (const after of [1, 20]) {
      const { answered, stored } = await stopUnderWrites(database.url, db, { writes: 60, after });
      expect(answered.length).toBeGreaterThanOrEqual(after);
      expect(stored).toEqual(answered);
    }
  } finally {
    await db.end();
    await database.drop();
  }
}, 90_000);
