import { afterAll, expect, test } from "vitest";
import { freshDatabase } from "#testing/database.ts";
import { openPool } from "./postgres.ts";

const database = await freshDatabase();
afterAll(() => database.drop());

test("a connection that breaks is a warning while the pool is used, and none once it has ended", async () => {
  const warnings: string[] = [];
  const pool = openPool(database.url, { warn: (_detail, message) => warnings.push(message) }, 1);
  await pool.query("select 1");
  pool.emit("error", new Error("terminating connection due to administrator command"), undefined as never);
  expect(warnings).toEqual(["a database connection broke"]);
  await pool.end();
  pool.emit("error", new Error("terminating connection due to administrator command"), undefined as never);
  expect(warnings).toHaveLength(1);
});
