import { afterAll, describe, expect, test } from "vitest";
import type { Call } from "#core/call.ts";
import { allows, operator } from "#core/people.ts";
import { openTestHouse } from "#core/testing/house.ts";
import { callerOf } from "#core/testing/signedIn.ts";
import { visits } from "#domains/admin/visits/contract.ts";
import { everything } from "./everything.ts";
import { idsOf, kindOf, noLookUp } from "./kinds.ts";
import { ask, bearer, goodIn, idFieldsOf, requestOf } from "./mounted.ts";
import { type Rows, rowsBy } from "./rows.ts";

/** Tries every id field of every call with ids of another dealer, another location, no row, and with garbage. */
const app = await openTestHouse();
afterAll(() => app.close());

const dealer = await app.dealership();
const foreign = await app.dealership();

const foreignRows = await rowsBy(app, await app.signIn(foreign.manager));
const otherRows = await rowsBy(
  app,
  await app.signIn(dealer.otherAgent),
  await app.signIn(dealer.owner, dealer.otherLocation_id),
);
const owner = await app.signIn(dealer.owner);
const token = await app.token(dealer.owner);
/** The operator with support access to the business. */
const supportToken = await app.token((await app.operator()).email);
const supportRequest = { location_id: dealer.location_id, reason: "The owner asked for help", minutes: 60 };
await callerOf(app.http, supportToken)(visits.begin, { params: { id: dealer.dealer_id }, body: supportRequest });

/** Kinds of rows that an owner reaches at every location, whichever one they act for. */
const ofAnyLocation: readonly (keyof Rows)[] = ["location", "colleague", "invitation"];
const inaccessibleIds = (kind: keyof Rows) => [
  foreignRows[kind],
  ...(ofAnyLocation.includes(kind) ? [] : [otherRows[kind]]),
];

/** Operator calls span all businesses; access.test.ts covers who may use them. */
const businessCalls = app.server.mounted.filter(({ allow }) => String(allow) !== String(operator));

const cases = businessCalls.flatMap((call) =>
  idFieldsOf(call)
    .filter(({ field }) => !(`${call.name}.${field}` in noLookUp))
    .map((at) => [`${call.name}: ${at.field} in its ${at.where}`, call, at] as const),
);

/** Read-only calls share these rows; the tests below prove that they leave them unchanged. */
const sharedRows = await rowsBy(app, owner);
const rowsFor = (call: Call) => (call.visitors === "looks" ? sharedRows : rowsBy(app, owner));

test("the matrix is not empty", () => {
  expect(cases.length).toBeGreaterThan(8);
});

describe.each(cases)("%s", (_, call, at) => {
  test("reaches only its own row", async () => {
    const own = idsOf(await rowsFor(call), call);
    const kind = kindOf(call.name, at);
    const send = (value: unknown) => ask(app, requestOf(call, { ...own, [at.field]: value }, bearer(token)));
    const before = await everything(app.pool);
    const absent = await send(999_999_999);
    expect(absent.status).toBeLessThan(500);
    for (const value of [...inaccessibleIds(kind), "abc", -1, 1.5, "1; drop table chats", "9".repeat(30)]) {
      const answer = await send(value);
      const response = { status: answer.status, envelope: answer.envelope };
      expect(response, `with ${value}`).toEqual({ status: absent.status, envelope: absent.envelope });
    }
    expect(await everything(app.pool)).toEqual(before);
    // The same request succeeds with the right id, so the id alone was refused.
    const valid = await send(own[at.field]);
    expect(valid).toMatchObject({ status: 200, envelope: { status: expect.stringMatching(/^(success|info)$/) } });
    expect(valid.envelope).not.toEqual(absent.envelope);
  });
});

/** With support access, read-only calls reach the same rows and leave them unchanged. */
describe.each(cases.filter(([, call]) => call.visitors === "looks"))("%s, with support access", (_, call, at) => {
  test("reaches only that location's row", async () => {
    const rows = await rowsFor(call);
    const kind = kindOf(call.name, at);
    // Only its uploader sees a preview, so use the finished import.
    const own = { ...idsOf(rows, call), ...(kind === "upload" && { [at.field]: rows.imported }) };
    const send = async (value: unknown) => {
      const answer = await ask(app, requestOf(call, { ...own, [at.field]: value }, bearer(supportToken)));
      return { status: answer.status, envelope: answer.envelope };
    };
    const before = await everything(app.pool);
    const absent = await send(999_999_999);
    for (const value of inaccessibleIds(kind)) expect(await send(value)).toEqual(absent);
    expect(await send(own[at.field])).toMatchObject({ status: 200 });
    expect(await everything(app.pool)).toEqual(before);
  });
});

test("tables and searches show only the own location", async () => {
  const tokens = await Promise.all([dealer.agent, dealer.manager, dealer.owner].map((email) => app.token(email)));
  const ownRows = (await rowsBy(app, await app.signIn(dealer.manager))) satisfies Rows;
  // Tables with an id in the path are covered above.
  for (const call of businessCalls.filter(({ table, params }) => table && !params)) {
    // The least privileged role: the owner belongs to both locations.
    const leastPrivileged = (["agent", "manager", "dealer"] as const).findIndex((role) => allows(call.allow, role));
    const request = requestOf(call, {}, bearer(tokens[leastPrivileged] ?? ""));
    const pageFrom = async (start: number) => {
      const { envelope } = await ask(app, { ...request, payload: { ...goodIn[call.name], start, length: 500 } });
      const ids = (envelope.data as { id: number }[]).map(({ id }) => id);
      return { ids, total: Number(envelope.recordsTotal) };
    };
    const { ids: shown, total } = await pageFrom(0);
    while (shown.length < total) {
      const { ids } = await pageFrom(shown.length);
      if (ids.length === 0) break;
      shown.push(...ids);
    }
    const kind = kindOf(call.name, { where: "params", field: "id" });
    expect(shown, call.name).toContain(ownRows[kind]);
    expect(shown).not.toContain(otherRows[kind]);
    expect(shown).not.toContain(foreignRows[kind]);
    expect(total).toBe(shown.length);
  }
});

test("a dealer and a location in the body grant nothing", async () => {
  const call = app.server.mounted.find(({ name }) => name === "customers.add");
  if (!call) throw new Error("customers.add is not mounted");
  const request = requestOf(call, {}, bearer(token));
  const payload = {
    ...(request.payload as object),
    dealer_id: foreign.dealer_id,
    location_id: foreign.location_id,
    id: 5_000_000,
  };
  const { status, envelope } = await ask(app, { ...request, payload });
  expect(status).toBe(200);
  const { id } = envelope.data as { id: number };
  const { rows } = await app.pool.query("select dealer_id, location_id from customers where id = $1", [id]);
  expect(rows).toEqual([{ dealer_id: dealer.dealer_id, location_id: dealer.location_id }]);
});
