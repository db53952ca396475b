import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp } from "#testing/testApp.ts";
import { bearer, buildRequest, sendRequest } from "./callRequests.ts";
import { createSampleRows } from "./sampleRows.ts";

/** The operator's lists show rows of every business, so no row of one may make them fail. */
const app = await startTestApp();
afterAll(() => app.close());

let token: string;
beforeAll(async () => {
  token = await app.token((await app.operator()).email);
  const dealer = await app.dealership();
  await createSampleRows(app, await app.signIn(dealer.owner));
  const odd = "\u202e<b>'\"\\%_\u0001\ufffd😀";
  const updates: [table: string, values: Record<string, unknown>][] = [
    ["dealers", { business_name: "", email: "", phone: odd, address: odd.repeat(500) }],
    ["locations", { title: "", city: odd, postal_code: odd, phone_no_request: 2, time_zone: "Not/AZone" }],
    ["users", { first_name: "", last_name: "", user_image: odd }],
    ["customers", { first_name: "", last_name: "", email: odd }],
    ["messages", { message: odd.repeat(500), error: odd, state: "failed", datetime: "1969-01-01" }],
  ];
  for (const [table, values] of updates) {
    const key = table === "dealers" ? "id" : "dealer_id";
    for (const [column, value] of Object.entries(values)) {
      await app.pool.query(`update ${table} set ${column} = $2 where ${key} = $1`, [dealer.dealer_id, value]);
    }
  }
  // A business without locations or people, and a trail entry whose details are nothing that we write.
  const { rows } = await app.pool.query("insert into dealers (business_name) values ('') returning id");
  for (const dealer_id of [rows[0].id, dealer.dealer_id, 0]) {
    await app.pool.query(
      "insert into audit_log (dealer_id, user_id, action, subject, subject_id, detail) values ($1, 999999, '', '', null, $2)",
      [dealer_id, JSON.stringify({ tag: { odd }, by: null, list: [odd] })],
    );
  }
});

const reads = app.server.mountedCalls.filter(
  ({ allow, table, method, params }) =>
    Array.isArray(allow) && allow.every((role) => role === "superadmin") && (table || method === "GET") && !params,
);

test.each(reads.map((call) => [call.name, call] as const))(
  "%s answers whatever a business's rows hold",
  async (_, call) => {
    for (const search of ["", "a", "<b>", "5550"]) {
      const request = buildRequest(call, {}, bearer(token));
      const payload = { ...(request.payload as object), length: 500, search: { value: search } };
      const { status, envelope } = await sendRequest(app, call.method === "POST" ? { ...request, payload } : request);
      expect(status, JSON.stringify(envelope)).toBe(200);
    }
  },
);

test("the operator has lists to check", () => {
  expect(reads.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["platformMessages.all", "platformMessages.table", "platformCustomers.table", "logs.table"]),
  );
});
