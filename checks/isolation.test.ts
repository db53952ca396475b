import { afterAll, expect, test } from "vitest";
import type { Call } from "#core/call.ts";
import { allows } from "#core/people.ts";
import { startTestApp } from "#testing/testApp.ts";
import { type TryCase, testEachCall } from "./callMatrix.ts";
import { bearer, buildRequest, type IdField, sendRequest, validValuesByCall } from "./callRequests.ts";
import { businessCallsOf, createForeignRows, lookedUpIds } from "./foreignRows.ts";
import { noChanges, watchRows } from "./rowChanges.ts";
import { rowIdsFor, rowKindOf } from "./rowKinds.ts";
import { createSampleRows, notingKinds, renewSampleRows, type SampleRowIds } from "./sampleRows.ts";

/** Tries every id field of every call with ids of another dealer, another location, no row, and with garbage. */
const app = await startTestApp({}, { registers: true });
afterAll(() => app.close());

const { dealer, foreign, foreignRows, otherRows, inaccessibleIds } = await createForeignRows(app);
const owner = await app.signIn(dealer.owner);
const token = await app.token(dealer.owner);

const businessCalls = businessCallsOf(app);
const callsWithIds = businessCalls.filter((call) => lookedUpIds(call).length > 0);
const malformedIds = ["abc", -1, 1.5, "1; drop table chats", "9".repeat(30)];

/** Refused requests share these rows; the tests below prove that they change none of them. */
const sharedRows = await createSampleRows(app, owner);
/** What requests with the right ids change, until one of them needs rows as they were. */
let ownRows = await createSampleRows(app, owner);
const changes = await watchRows(app.pool);

test("the matrix is not empty", () => {
  expect(callsWithIds.length).toBeGreaterThan(8);
});

testEachCall("reaches only its own rows", callsWithIds, async (call, tryCase) => {
  await changes.forget();
  const refused: unknown[] = [];
  for (const at of lookedUpIds(call)) refused.push(await tryIds(call, at, tryCase));
  await tryCase("nothing has changed by them", async () => expect(await changes.read()).toEqual(noChanges));
  // The same request succeeds with the right ids, so the id alone was refused.
  await tryCase("its own ids", async () => {
    const used = new Set<string>();
    let valid = await sendIds(call, rowIdsFor(notingKinds(ownRows, used), call));
    if (valid.status !== 200) {
      ownRows = await renewSampleRows(app, owner, ownRows, used);
      valid = await sendIds(call, rowIdsFor(ownRows, call));
    }
    expect(valid).toMatchObject({ status: 200, envelope: { status: expect.stringMatching(/^(success|info)$/) } });
    for (const envelope of refused) expect(valid.envelope).not.toEqual(envelope);
  });
});

async function sendIds(call: Call, ids: Record<string, unknown>) {
  const { status, envelope } = await sendRequest(app, buildRequest(call, ids, bearer(token)));
  return { status, envelope };
}

/** Sends every id that is not the caller's in one field. Returns how they are answered: as one that doesn't exist. */
async function tryIds(call: Call, at: IdField, tryCase: TryCase): Promise<unknown> {
  const { field, where } = at;
  const own = rowIdsFor(sharedRows, call);
  const absent = await sendIds(call, { ...own, [field]: 999_999_999 });
  await tryCase(`no row's ${field} in its ${where}`, async () => expect(absent.status).toBeLessThan(500));
  for (const value of [...inaccessibleIds(call, rowKindOf(call.name, at)), ...malformedIds])
    await tryCase(`${field} ${value} in its ${where}`, async () =>
      expect(await sendIds(call, { ...own, [field]: value })).toEqual(absent),
    );
  return absent.envelope;
}

test("tables and searches show only the own location", async () => {
  const tokens = await Promise.all([dealer.agent, dealer.manager, dealer.owner].map((email) => app.token(email)));
  const shownRows = (await createSampleRows(app, await app.signIn(dealer.manager))) satisfies SampleRowIds;
  // Tables with an id in the path are covered above. Counts have no ids: their own tests compare them with the rows.
  const counts = new Set(["sourceReport.table"]);
  for (const call of businessCalls.filter(({ name, table, params }) => table && !params && !counts.has(name))) {
    // The least privileged role: the owner belongs to both locations.
    const leastPrivileged = (["agent", "manager", "dealer"] as const).findIndex((role) => allows(call.allow, role));
    const request = buildRequest(call, {}, bearer(tokens[leastPrivileged] ?? ""));
    const pageFrom = async (start: number) => {
      const { envelope } = await sendRequest(app, {
        ...request,
        payload: { ...validValuesByCall[call.name], start, length: 500 },
      });
      const ids = (envelope.data as { id: number }[]).map(({ id }) => id);
      return { ids, total: Number(envelope.recordsTotal) };
    };
    const { ids: shown, total } = await pageFrom(0);
    while (shown.length < total) {
      const { ids } = await pageFrom(shown.length);
      if (ids.length === 0) break;
      shown.push(...ids);
    }
    const kind = rowKindOf(call.name, { where: "params", field: "id" });
    expect(shown, call.name).toContain(shownRows[kind]);
    expect(shown).not.toContain(otherRows[kind]);
    expect(shown).not.toContain(foreignRows[kind]);
    expect(total).toBe(shown.length);
  }
});

test("a dealer and a location in the body grant nothing", async () => {
  const call = app.server.mountedCalls.find(({ name }) => name === "customers.add");
  if (!call) throw new Error("customers.add is not mounted");
  const request = buildRequest(call, {}, bearer(token));
  const payload = {
    ...(request.payload as object),
    dealer_id: foreign.dealer_id,
    location_id: foreign.location_id,
    id: 5_000_000,
  };
  const { status, envelope } = await sendRequest(app, { ...request, payload });
  expect(status).toBe(200);
  const { id } = envelope.data as { id: number };
  const { rows } = await app.pool.query("select dealer_id, location_id from customers where id = $1", [id]);
  expect(rows).toEqual([{ dealer_id: dealer.dealer_id, location_id: dealer.location_id }]);
});
