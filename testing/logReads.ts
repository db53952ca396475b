import { expect } from "vitest";
import type { KeysetRange } from "#core/server/keysetPage.ts";
import { maxCountedLogRows } from "#core/server/positions.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { Dealership } from "./dealership.ts";
import { rowsRead } from "./rowsRead.ts";
import type { TestApp } from "./testApp.ts";

/** A location's log as its store reads it. */
interface OpenLog {
  read(range: KeysetRange<string>): Promise<readonly { readonly id: number }[]>;
  count(): Promise<number>;
}

type Open = (db: Db) => Promise<OpenLog>;

/** The first page of a log, newest first. */
export const firstPage = (key: string): KeysetRange<string> => ({
  key,
  dir: "desc",
  after: undefined,
  skip: 0,
  limit: 26,
});

/** Expects a page to read little more than itself, and a count as far as it counts, however they are planned. */
export async function expectFewRowsRead(app: TestApp, dealer: Dealership, key: string, open: Open): Promise<void> {
  const newest = firstPage(key);
  const later = { ...newest, after: { value: Date.now() * 1000 - 6e11, id: 9e12 } };
  for (const plan of ["force_generic_plan", "force_custom_plan"] as const)
    for (const range of [newest, later]) {
      const reads = await rowsRead(app.pool, dealer, plan, async (db) => {
        const log = await open(db);
        return [await log.read(range), await log.count()];
      });
      for (const { statement, rows, isCount } of reads)
        expect(rows, `${plan} ${statement}`).toBeLessThan(isCount ? maxCountedLogRows + 100 : 600);
    }
}

/** Expects a log to hold these rows, newest first: its count, and pages at its beginning and end. */
export async function expectRecountedLog(
  app: TestApp,
  dealer: Dealership,
  key: string,
  open: Open,
  expected: readonly number[],
): Promise<void> {
  await app.server.within.business(dealer, "a test", async ({ db }) => {
    const log = await open(db);
    expect(await log.count()).toBe(Math.min(expected.length, maxCountedLogRows + 1));
    for (const skip of [0, 26, Math.max(0, expected.length - 20)].filter((one) => one <= 10_000)) {
      const page = await log.read({ ...firstPage(key), skip });
      expect(page.map(({ id }) => id)).toEqual(expected.slice(skip, skip + 26));
    }
  });
}
