import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { calls } from "#core/call.ts";
import { foldForSearch } from "#core/foldForSearch.ts";
import { inDepth } from "#testing/deep.ts";
import { startTestServer, type TestServer } from "#testing/testServer.ts";
import { isFoundIn, likePattern } from "./wordSearch.ts";

let app: TestServer;
beforeAll(async () => {
  app = await startTestServer(calls("none", {}), {});
});
afterAll(() => app?.close());

const isFound = (query: string, ...texts: (string | null)[]) =>
  app.server.within.control("test", async ({ db }) => {
    const columns = texts.map((text) => sql`${text}::text`);
    const { rows } = await sql<{ found: boolean }>`select ${isFoundIn(query, columns)} as found`.execute(db);
    return rows[0]?.found;
  });

test.each([
  ["nunez", ["Zoë Núñez"], true],
  ["Núñez, Zoë", ["Zoe Nunez"], true],
  ["zoe silverado", ["Zoë Núñez", null, "Silverado 2021"], true],
  ["zoesilverado", ["Zoë", "Silverado"], false],
  ["lukasz", ["Łukasz"], true],
  ["obrien", ["O’Brien"], true],
  ["munoz-ibarra", ["Muñoz\u2011Ibarra"], true],
  ["(909) 555-0123", ["+19095550123"], true],
  ["9095550123", ["(909) 555-0123"], true],
  ["zoe 909-555-0123", ["Zoë", "+19095550123"], true],
  ["12.5", ["12.5%"], true],
  ["7", ["1,234.7"], true],
  ["24-7", ["24-7 Auto"], true],
  ["100%", ["100 percent"], false],
  ["_", ["plain"], false],
  ["zoe kim", ["Zoë Núñez"], false],
  ["", ["anything"], true],
  ["“”", ["anything"], true],
] as const)("%j in %j: %s", async (query, texts, found) => expect(await isFound(query, ...texts)).toBe(found));

test("any word is found in the text that it came from", async () => {
  const words = fc.string({ unit: fc.constantFrom(..."aÉñłøß’-–%_\\\\\u200b😀7"), minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(words, async (text) => {
      expect(await isFound(foldForSearch(text), `<${text}>`)).toBe(true);
    }),
    { numRuns: inDepth(200, 40) },
  );
});

test("any text matches itself", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 20 }), async (text) => {
      const { rows } = await app.pool.query("select $1::text ilike $2 as result", [`<${text}>`, likePattern(text)]);
      expect(rows).toEqual([{ result: true }]);
    }),
    { numRuns: inDepth(200, 40) },
  );
});
