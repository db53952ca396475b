import { afterAll, expect, test } from "vitest";
import * as z from "zod/mini";
import type { Call } from "#core/call.ts";
import { Failure } from "#core/failure.ts";
import { parse } from "#core/server/parse.ts";
import { bodySchema } from "#core/server/serve.ts";
import { domains } from "#server/domains.ts";
import { testEachCall } from "./callMatrix.ts";
import { validFields } from "./callRequests.ts";
import { unclearErrors } from "./fieldErrors.ts";

const calls = domains.flatMap(({ calls = [] }) => calls).flatMap((group) => Object.values(group.calls) as Call[]);

const oddValues: readonly unknown[] = [
  undefined,
  null,
  true,
  -1,
  0,
  1.5,
  2 ** 53,
  "",
  " ",
  "x",
  "-1",
  "1e999",
  "NaN",
  "\u0000",
  "x".repeat(10_000),
  [],
  [""],
  ["x"],
  [null],
  [[]],
  [{}],
  Array(1_000).fill("x"),
  {},
  { value: [] },
  { value: "x".repeat(300) },
  [{ column: "x" }],
  [{ column: 0, dir: "up" }],
  [{ data: 1 }],
  [null, null, null, null, null, null, {}],
];

/** The errors of one input; a malformed id isn't invalid but not found. */
function errorsOf(schema: z.ZodMiniType, input: object): string[] {
  try {
    parse(schema, input);
  } catch (error) {
    if (error instanceof Failure && error.kind === "invalid") return unclearErrors(error.fields);
    if (!(error instanceof Failure)) throw error;
  }
  return [];
}

const namesOf = (schema: z.ZodMiniType | undefined) =>
  Object.keys((schema as z.ZodMiniObject | undefined)?.shape ?? {});

testEachCall("says which field is wrong and why", calls, async (call, tryCase) => {
  for (const [where, schema] of [
    ["params", call.params],
    ["body", bodySchema(call)],
  ] as const) {
    if (!schema) continue;
    const valid = validFields(call, where);
    await tryCase(`${where} without anything`, async () => expect(errorsOf(schema, {})).toEqual([]));
    for (const field of namesOf(schema)) {
      for (const value of oddValues) {
        const shown = String(JSON.stringify(value)).slice(0, 40);
        const input = { ...valid, [field]: value };
        await tryCase(`${field} ${shown}`, async () => expect(errorsOf(schema, input)).toEqual([]));
      }
    }
  }
});

test("reports errors without a field, and those in a library's words", () => {
  const bare = z.object({ a: z.string(), b: z.enum(["x"]) }).check((context) => {
    context.issues.push({ code: "custom", message: "No", path: [], input: context.value });
  });
  expect(errorsOf(bare, { a: 1, b: "x" })).toEqual([expect.stringContaining("a: ")]);
  expect(errorsOf(bare, { a: "1", b: "x" })).toEqual(['"No" names no field']);
  expect(unclearErrors(null)).toEqual(["no field is named"]);
});

afterAll(() => console.info(`${oddValues.length} odd values of each field tried.`));
