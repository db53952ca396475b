import { expect, test } from "vitest";
import * as z from "zod/mini";
import type { Call } from "#core/call.ts";
import { domains } from "#server/domains.ts";
import { type SpecifiedCall, specifiedFields } from "./specifiedFields.ts";

const calls = new Map(
  domains
    .flatMap(({ calls = [] }) => calls)
    .flatMap((group) => Object.values(group.calls) as Call[])
    .map((call) => [`${call.method} ${call.path}`, call]),
);

interface SchemaPart {
  properties?: Record<string, SchemaPart>;
  items?: SchemaPart;
  anyOf?: SchemaPart[];
  allOf?: SchemaPart[];
}

/** Every field of a schema as a path: `customer.phone`; lists and alternatives count as what they hold. */
function fieldPaths(schema: z.ZodMiniType | undefined, io: "input" | "output"): string[] {
  if (!schema) return [];
  const paths = (json: SchemaPart): string[] => [
    ...Object.entries(json.properties ?? {}).flatMap(([name, value]) => [
      name,
      ...paths(value).map((path) => `${name}.${path}`),
    ]),
    ...[json.items, ...(json.anyOf ?? []), ...(json.allOf ?? [])].flatMap((part) => (part ? paths(part) : [])),
  ];
  return paths(z.toJSONSchema(schema, { io, unrepresentable: "any", reused: "inline" }) as SchemaPart);
}

/** The specified fields that a call neither takes nor answers, each with where it is missing. */
function missingFields(call: Call, specified: SpecifiedCall): string[] {
  const body = [...fieldPaths(call.body, "input"), ...(call.file ? [call.file.field] : [])];
  const data = fieldPaths(call.data, "output");
  return [
    ...(specified.body ?? []).flatMap((field) => (body.includes(field) ? [] : [`body: ${field}`])),
    ...(specified.data ?? []).flatMap((field) => (data.includes(field) ? [] : [`data: ${field}`])),
  ];
}

test.each(Object.entries(specifiedFields))("%s has every specified field", (name, specified) => {
  expect(missingFields(calls.get(name) as Call, specified)).toEqual([]);
});

test("reports a field that a call lacks, at any depth", () => {
  const call = {
    body: z.object({ title: z.string() }),
    data: z.object({ rows: z.array(z.nullable(z.object({ id: z.number() }))) }),
  } as unknown as Call;
  const body = ["title", "name"];
  expect(missingFields(call, { body, data: ["rows.id", "rows.no"] })).toEqual(["body: name", "data: rows.no"]);
});
