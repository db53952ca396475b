import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import type { Call } from "#core/call.ts";
import { openTestHouse } from "#core/testing/house.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { ask, bearer, fieldsOf, type Given, requestOf } from "./mounted.ts";
import { rowsBy } from "./rows.ts";

/** Whatever is sent to a call, it is answered with the envelope, and never with a failure of ours. */
const house = await openTestHouse();
afterAll(() => house.close());

const dealer = await house.dealership();
const token = await house.token(dealer.owner);
const own = await rowsBy(house, await house.signIn(dealer.owner));
const ids = [own.customer, own.chat, own.message, own.appointment];

const oddTexts = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\u202e",
  "%",
  "'",
  '"',
  "\\",
  "../..",
  "null",
  "__proto__",
  "😀".repeat(200),
];
const oddNumbers = [0, -1, 1.5, 2 ** 31, 2 ** 53 - 1, 2 ** 53, 1e21, 1e308, -1e308];
const cursors = ["0.999999999999999.999999999999999", "1.0.0", "0.-1.1", "0.1", "1e9.1.1"];

const anything = fc.oneof(
  fc.constantFrom<unknown>(...oddTexts, ...oddNumbers, ...cursors, ...ids, null, true, [], {}, [[]], { toString: 1 }),
  fc.string({ unit: "binary", maxLength: 400 }),
  fc.integer().map(String),
  fc.jsonValue({ maxDepth: 2 }),
);

const tableFields = ["draw", "start", "length", "search", "order", "columns", "search[value]", "order[0][column]"];

function bodyOf(call: Call): fc.Arbitrary<Given> {
  const fields = [...fieldsOf(call, "body"), ...(call.table ? tableFields : [])];
  const each = Object.fromEntries(fields.map((field) => [field, anything]));
  return fc.record(each, { requiredKeys: [] });
}

function paramsOf(call: Call): fc.Arbitrary<Given> {
  // An empty part of a path is another path.
  const each = fieldsOf(call, "params").map((field) => [
    field,
    anything.map((value) => String(JSON.stringify(value) ?? "x")),
  ]);
  return fc.record(Object.fromEntries(each), { requiredKeys: [] });
}

const known = { id: own.customer, chat_id: own.chat, message_id: own.message, customer_id: own.customer };
const calls = house.server.mounted.filter(({ name }) => name !== accounts.logout.name);

test.each(calls.map((call) => [call.name, call] as const))("%s survives whatever it is sent", async (_, call) => {
  // Some of each kind: right but for a field or two, and wrong altogether.
  const given = fc.tuple(paramsOf(call), bodyOf(call), fc.boolean());
  await fc.assert(
    fc.asyncProperty(given, async ([params, body, isNearlyRight]) => {
      const right = requestOf(call, { ...known, ...params }, bearer(token));
      const payload = isNearlyRight ? { ...(right.payload as Given), ...body } : body;
      const { status, envelope } = await ask(house, call.method === "POST" ? { ...right, payload } : right);
      expect(status, JSON.stringify({ url: right.url, payload })).toBeLessThan(500);
      expect(Object.keys(envelope)).toEqual(expect.arrayContaining(["status", "message", "data"]));
    }),
    { numRuns: 60 },
  );
});
