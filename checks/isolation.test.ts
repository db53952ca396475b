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

/** Every id that any call takes, with the id of another dealer's row, of another location's, of none, and of nonsense. */
const house = await openTestHouse();
afterAll(() => house.close());

const dealer = await house.dealership();
const foreign = await house.dealership();

const foreignRows = await rowsBy(house, await house.signIn(foreign.manager));
const otherRows = await rowsBy(
  house,
  await house.signIn(dealer.otherAgent),
  await house.signIn(dealer.owner, dealer.otherLocation_id),
);
const owner = await house.signIn(dealer.owner);
const token = await house.token(dealer.owner);
/** The operator, who looks into the business. */
const visitor = await house.token((await house.operator()).email);
const visit = { location_id: dealer.location_id, reason: "The owner asked for help", minutes: 60 };
await callerOf(house.http, visitor)(visits.begin, { params: { id: dealer.dealer_id }, body: visit });

/** Kinds of rows of which an owner reaches those of every location, wherever they act. */
const ofAnyLocation: readonly (keyof Rows)[] = ["location", "colleague", "invitation"];
const notOwn = (kind: keyof Rows) => [foreignRows[kind], ...(ofAnyLocation.includes(kind) ? [] : [otherRows[kind]])];

/** The operator's calls are about every business; who may use them is tested in access.test.ts. */
const ofBusinesses = house.server.mounted.filter(({ allow }) => String(allow) !== String(operator));

const cases = ofBusinesses.flatMap((call) =>
  idFieldsOf(call)
    .filter(({ field }) => !(`${call.name}.${field}` in noLookUp))
    .map((at) => [`${call.name}: ${at.field} in its ${at.where}`, call, at] as const),
);

/** What a call that only reads is tried with: it leaves the rows as they are, which is seen below. */
const lasting = await rowsBy(house, owner);
const rowsFor = (call: Call) => (call.visitors === "looks" ? lasting : rowsBy(house, owner));

test("there are ids to try", () => {
  expect(cases.length).toBeGreaterThan(8);
});

describe.each(cases)("%s", (_, call, at) => {
  test("opens one's own row only", async () => {
    const own = idsOf(await rowsFor(call), call);
    const kind = kindOf(call.name, at);
    const send = (value: unknown) => ask(house, requestOf(call, { ...own, [at.field]: value }, bearer(token)));
    const before = await everything(house.pool);
    const absent = await send(999_999_999);
    expect(absent.status).toBeLessThan(500);
    for (const value of [...notOwn(kind), "abc", -1, 1.5, "1; drop table chats", "9".repeat(30)]) {
      const answer = await send(value);
      const told = { status: answer.status, envelope: answer.envelope };
      expect(told, `asked with ${value}`).toEqual({ status: absent.status, envelope: absent.envelope });
    }
    expect(await everything(house.pool)).toEqual(before);
    // The request was right but for the id.
    const right = await send(own[at.field]);
    expect(right).toMatchObject({ status: 200, envelope: { status: expect.stringMatching(/^(success|info)$/) } });
    expect(right.envelope).not.toEqual(absent.envelope);
  });
});

/** What is open to somebody who looks into the account opens the same rows to them, and leaves them as they are. */
describe.each(cases.filter(([, call]) => call.visitors === "looks"))(
  "%s, by who looks into the account",
  (_, call, at) => {
    test("opens that location's row only", async () => {
      const rows = await rowsFor(call);
      const kind = kindOf(call.name, at);
      // A preview is its maker's alone until it is an import.
      const own = { ...idsOf(rows, call), ...(kind === "upload" && { [at.field]: rows.imported }) };
      const send = async (value: unknown) => {
        const answer = await ask(house, requestOf(call, { ...own, [at.field]: value }, bearer(visitor)));
        return { status: answer.status, envelope: answer.envelope };
      };
      const before = await everything(house.pool);
      const absent = await send(999_999_999);
      for (const value of notOwn(kind)) expect(await send(value)).toEqual(absent);
      expect(await send(own[at.field])).toMatchObject({ status: 200 });
      expect(await everything(house.pool)).toEqual(before);
    });
  },
);

test("tables and searches show one's own location only", async () => {
  const tokens = await Promise.all([dealer.agent, dealer.manager, dealer.owner].map((email) => house.token(email)));
  const mine = (await rowsBy(house, await house.signIn(dealer.manager))) satisfies Rows;
  // Those of one row are asked with its id, above.
  for (const call of ofBusinesses.filter(({ table, params }) => table && !params)) {
    // Whoever may the least: the owner belongs to both locations.
    const asker = (["agent", "manager", "dealer"] as const).findIndex((role) => allows(call.allow, role));
    const request = requestOf(call, {}, bearer(tokens[asker] ?? ""));
    const pageFrom = async (start: number) => {
      const { envelope } = await ask(house, { ...request, payload: { ...goodIn[call.name], start, length: 500 } });
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
    expect(shown, call.name).toContain(mine[kind]);
    expect(shown).not.toContain(otherRows[kind]);
    expect(shown).not.toContain(foreignRows[kind]);
    expect(total).toBe(shown.length);
  }
});

test("a dealer and a location named in a body are no authority", async () => {
  const call = house.server.mounted.find(({ name }) => name === "customers.add");
  if (!call) throw new Error("customers.add is gone");
  const request = requestOf(call, {}, bearer(token));
  const payload = {
    ...(request.payload as object),
    dealer_id: foreign.dealer_id,
    location_id: foreign.location_id,
    id: 5_000_000,
  };
  const { status, envelope } = await ask(house, { ...request, payload });
  expect(status).toBe(200);
  const { id } = envelope.data as { id: number };
  const { rows } = await house.pool.query("select dealer_id, location_id from customers where id = $1", [id]);
  expect(rows).toEqual([{ dealer_id: dealer.dealer_id, location_id: dealer.location_id }]);
});
