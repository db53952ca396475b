import fc from "fast-check";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { inDepth } from "#testing/deep.ts";
import { startTestApp } from "#testing/testApp.ts";
import { numberArray, textArray } from "./arrayLiteral.ts";

const app = await startTestApp();
afterAll(() => app.close());

const read = async (type: string, value: string) =>
  (await app.pool.query<{ read: unknown }>(`select $1::${type} as read`, [value])).rows[0]?.read;

test("Postgres reads what was written", async () => {
  // Postgres keeps no zero byte in a text, and no half of a character.
  const text = fc.string({ unit: "grapheme", maxLength: 20 }).map((one) => one.replaceAll("\0", "").toWellFormed());
  const special = fc.constantFrom("", "NULL", "null", "{", "}", ",", '"', "\\", '\\"', " a ", "\n", "'", "é😀");
  const property = fc.asyncProperty(
    fc.array(fc.option(fc.oneof(text, special)), { maxLength: 12 }),
    fc.array(fc.integer(), { maxLength: 12 }),
    async (texts, numbers) => {
      expect(await read("text[]", textArray(texts))).toEqual(texts);
      expect(await read("integer[]", numberArray(numbers))).toEqual(numbers);
    },
  );
  await fc.assert(property, { numRuns: inDepth(100, 25) });
});

test("what isn't a number is refused", async () => {
  await expect(read("integer[]", numberArray([Number.NaN]))).rejects.toThrow(pg.DatabaseError);
});
