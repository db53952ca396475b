import pg from "pg";
import { pino } from "pino";
import { inject, test } from "vitest";
import { databaseUrl } from "#core/testing/database.ts";
import { migrate } from "#database/migrate.ts";
import { openPool } from "./postgres.ts";
import { createWithin } from "./within.ts";
import { createLimits } from "./limits.ts";
test("plain owner", async () => {
  const { url, prefix } = inject("testCluster");
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const name = `${prefix}plain`;
  const role = `plain_${process.pid}`;
  await admin.query(`create role ${role} login createrole password 'x'`);
  await admin.query(`grant rooftop_app, rooftop_platform to ${role} with admin option`).catch((e) => console.log(e.message));
  await admin.query(`create database ${name} owner ${role}`);
  const u = new URL(databaseUrl(url, name)); u.username = role; u.password = "x";
  try {
    await migrate(u.href).catch((e) => { process.stdout.write(`migrate: ${e.message}\n`); throw e; });
    const pool = openPool(u.href, pino({ level: "silent" }));
    const within = createWithin({ pool } as never);
    await within.platform("x", async ({ db }) => { await db.insertInto("dealers").values({ id: 5, business_name: "x" }).execute(); });
    const seen = await within.lookup("x", (db) => db.selectFrom("dealers").selectAll().execute());
    process.stdout.write(`seen by lookup: ${seen.length}\n`);
    await createLimits(pool).use("a", "b", 1, 1).then(() => process.stdout.write("limits ok\n"), (e) => process.stdout.write(`limits ${e.message}\n`));
    await pool.end();
  } finally {
    await admin.query(`drop database ${name} with (force)`);
    await admin.query(`drop role ${role}`).catch((e) => process.stdout.write(`${e.message}\n`));
    await admin.end();
  }
}, 60000);
