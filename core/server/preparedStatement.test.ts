import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { calls } from "#core/call.ts";
import { Failure } from "#core/failure.ts";
import { startTestServer, type TestServer } from "#testing/testServer.ts";
import { preparedStatement } from "./preparedStatement.ts";
import type { UnitOfWork } from "./unitOfWork.ts";

let app: TestServer;
beforeAll(async () => {
  app = await startTestServer(calls("none", {}), {});
});
afterAll(() => app?.close());

const prepared = ({ db }: UnitOfWork) =>
  sql<{ mode: string }>`${preparedStatement} select current_setting('plan_cache_mode') as mode, ${1}::int`.execute(db);
const unprepared = ({ db }: UnitOfWork) =>
  sql<{ mode: string }>`select current_setting('plan_cache_mode') as mode, ${1}::int`.execute(db);

test("a prepared statement is planned for all values, and others for theirs, also after a rollback", async () => {
  const { within } = app.server;
  const modes = () =>
    within.control("test", async (unit) => {
      const results = [await prepared(unit), await unprepared(unit), await prepared(unit)];
      return results.map(({ rows }) => rows[0]?.mode);
    });
  const failing = (statement: typeof prepared) =>
    within.control("test", async (unit) => {
      await statement(unit);
      throw new Failure("conflict");
    });
  for (const statement of [prepared, unprepared, prepared]) {
    expect(await modes()).toEqual(["force_generic_plan", "auto", "force_generic_plan"]);
    await expect(failing(statement)).rejects.toMatchObject({ kind: "conflict" });
  }
});
