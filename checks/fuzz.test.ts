import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import type { Call } from "#core/call.ts";
import { allows } from "#core/people.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { inDepth } from "#testing/deep.ts";
import { startTestApp } from "#testing/testApp.ts";
import { bearer, buildRequest, type FieldValues, fieldsOf, sendRequest } from "./callRequests.ts";
import { unclearErrors } from "./fieldErrors.ts";
import { createSampleRows } from "./sampleRows.ts";

/** Whatever a call receives, it answers with the envelope, never with a 5xx status, and a 422 says which field and why. */
const app = await startTestApp();
afterAll(() => app.close());

const dealer = await app.dealership();
const tokens = { owner: await app.token(dealer.owner), operator: await app.token((await app.operator()).email) };
const own = await createSampleRows(app, await app.signIn(dealer.owner));
const ids = [own.customer, own.chat, own.message, own.appointment];

const oddTexts = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udfff",
  "STOP\u0000",
  "a\ud83d",
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
  fc.constantFrom<unknown>({ value: "a\u0000b" }, { value: "\ud800" }, { "\u0000": "\ud800" }, ["\u0000", ["\udfff"]]),
  fc.string({ unit: "binary", maxLength: 400 }),
  fc.integer().map(String),
  fc.jsonValue({ maxDepth: 2 }),
);

const tableFields = ["draw", "start", "length", "search", "order", "columns", "search[value]", "order[0][column]"];

function bodyOf(call: Call): fc.Arbitrary<FieldValues> {
  const fields = [...fieldsOf(call, "body"), ...(call.table ? tableFields : [])];
  const arbitraries = Object.fromEntries(fields.map((field) => [field, anything]));
  return fc.record(arbitraries, { requiredKeys: [] });
}

function paramsOf(call: Call): fc.Arbitrary<FieldValues> {
  // An empty path segment would address another route.
  const arbitraries = fieldsOf(call, "params").map((field) => [
    field,
    anything.map((value) => String(JSON.stringify(value) ?? "x")),
  ]);
  return fc.record(Object.fromEntries(arbitraries), { requiredKeys: [] });
}

const validIds = { id: own.customer, chat_id: own.chat, message_id: own.message, customer_id: own.customer };
const calls = app.server.mountedCalls.filter(({ name }) => name !== accounts.logout.name);
const requestsPerCall = inDepth(60, 6);
afterAll(() => console.info(`${requestsPerCall} random requests to each of ${calls.length} calls tried.`));

test.each(calls.map((call) => [call.name, call] as const))("%s survives whatever it is sent", async (_, call) => {
  // Half of the requests are valid but for a field or two, the other half are entirely random.
  const token = tokens[allows(call.allow, "superadmin") && !allows(call.allow, "dealer") ? "operator" : "owner"];
  const inputs = fc.tuple(paramsOf(call), bodyOf(call), fc.boolean());
  await fc.assert(
    fc.asyncProperty(inputs, async ([params, body, isMostlyValid]) => {
      const validRequest = buildRequest(call, { ...validIds, ...params }, bearer(token));
      const payload = isMostlyValid ? { ...(validRequest.payload as FieldValues), ...body } : body;
      const { status, envelope } = await sendRequest(
        app,
        call.method === "POST" ? { ...validRequest, payload } : validRequest,
      );
      expect(status, JSON.stringify({ url: validRequest.url, payload })).toBeLessThan(500);
      expect(Object.keys(envelope)).toEqual(expect.arrayContaining(["status", "message", "data"]));
      if (status === 422) expect(unclearErrors(envelope.data), JSON.stringify(payload)).toEqual([]);
    }),
    { numRuns: requestsPerCall },
  );
});

test("whatever a phone sends is stored, and a STOP among it acted upon", async () => {
  const oddText = fc.oneof(fc.constantFrom(...oddTexts), fc.string({ unit: "binary", maxLength: 400 }));
  let sid = 0;
  const { rows } = await app.pool.query("select number from phone_numbers order by number limit 1");
  await fc.assert(
    fc.asyncProperty(oddText, oddText, async (body, word) => {
      const from = `+1212555${String(++sid).padStart(4, "0")}`;
      const media = word ? [{ url: `https://carrier.test/${word}`, type: word }] : [];
      const text = { from, to: rows[0].number, body, media, carrierAnsweredOptOut: false };
      await app.sms.listener.onInboundText({ ...text, sid: `SMfuzz${sid}` });
      await app.sms.listener.onInboundText({ ...text, media: [], sid: `SMstop${sid}`, body: "\u0000STOP\ud800" });
      await app.sms.listener.onStatusReport({ reference: word, sid: body, status: "delivered", refusal: undefined });
      const found = "select count(*)::int as count from suppressions where phone = $1";
      expect((await app.pool.query(found, [from])).rows).toEqual([{ count: 1 }]);
    }),
    { numRuns: inDepth(60, 20) },
  );
});
