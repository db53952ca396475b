import { afterAll, describe, expect, test } from "vitest";
import type { Call } from "#core/call.ts";
import { allows } from "#core/people.ts";
import { hashToken } from "#core/server/token.ts";
import { createScriptedRegistrar } from "#testing/registration/scriptedRegistrar.ts";
import { startTestApp } from "#testing/testApp.ts";
import { bearer, buildRequest, sendRequest } from "./callRequests.ts";
import { preparations } from "./changeRequests.ts";
import { noChanges, watchRows } from "./rowChanges.ts";
import { rowIdsFor } from "./rowKinds.ts";
import { createSampleRows, notingKinds, renewSampleRows } from "./sampleRows.ts";

/** Makes a successful request to every call, and compares what it changed with the `audit` of its contract. */
const app = await startTestApp({ registrar: createScriptedRegistrar() });
afterAll(() => app.close());

const dealer = await app.dealership();
const owner = await app.signIn(dealer.owner);
const ownerToken = await app.token(dealer.owner);
const operatorToken = await app.token((await app.operator()).email);
let sampleRows = await createSampleRows(app, owner);
const changes = await watchRows(app.pool);

/** Tables and calls that are open during support access only read: `supportAccess.test.ts`. */
const calls = app.server.mountedCalls.filter(({ table, supportAccess }) => !table && supportAccess !== "reads");
const withAudit = (pattern: RegExp) =>
  calls.filter(({ audit = "" }) => pattern.test(audit)).map((call) => [call.name, call] as const);

/** What calls say that could change something, but do not. */
const onlyReads = "none: it only reads";

/** Sends a request that is to succeed, and tells what it changed. Adds the kinds of rows that it is about to `used`. */
async function attempt(call: Call, used = new Set<string>()) {
  await app.pool.query("delete from rate_limits");
  const rows = notingKinds(sampleRows, used);
  const isStaffs = call.allow !== "anyone" && allows(call.allow, "dealer");
  const prepare = preparations[call.name];
  const { values, token = defaultToken(call) } = prepare
    ? await prepare({ app, rows, fresh: await app.dealership() })
    : {};
  const ids = isStaffs ? rowIdsFor(rows, call) : {};
  const request = buildRequest(call, { ...ids, ...values }, token ? bearer(token) : {});
  await changes.forget();
  const answer = await sendRequest(app, request);
  const { added, removed } = await changes.read();
  const entries = added.filter(({ table }) => table === "audit_log");
  return { answer, token, added, removed, entries };
}

function defaultToken({ allow }: Call): string {
  if (allow === "anyone") return "";
  return allows(allow, "dealer") ? ownerToken : operatorToken;
}

/** Makes a request that succeeds. Repeats it with new rows when an earlier call has used the rows up. */
async function makeRequest(call: Call, changes = true) {
  const used = new Set<string>();
  const first = await attempt(call, used);
  if (first.answer.status === 200 && (!changes || first.added.length > 0)) return first;
  sampleRows = await renewSampleRows(app, owner, sampleRows, used);
  const second = await attempt(call);
  expect(second.answer).toMatchObject({ status: 200, envelope: { status: expect.stringMatching(/^(success|info)$/) } });
  return second;
}

async function personOf(token: string): Promise<{ user_id: number; name: string }> {
  const { rows } = await app.pool.query(
    `select users.id as user_id, concat(first_name, ' ', last_name) as name
     from sessions join users on users.dealer_id = sessions.dealer_id and users.id = sessions.user_id
     where token_hash = $1`,
    [hashToken(token)],
  );
  return rows[0];
}

describe("the trail", () => {
  test.each(withAudit(/^trail$/))("%s records who did it and from where", async (_, call) => {
    const { entries } = await makeRequest(call);
    expect(entries).toContainEqual(expect.objectContaining({ user_id: expect.any(Number), ip: "127.0.0.1" }));
  });
});

describe("own rows", () => {
  test.each(withAudit(/^own rows$/))("%s changes rows that say who did it", async (_, call) => {
    const { added, entries, token } = await makeRequest(call);
    const { user_id, name } = await personOf(token);
    const saysWho = (row: Record<string, unknown>) =>
      Object.entries(row).some(
        ([field, value]) =>
          (/(^|_)(user_id|by)$/.test(field) && value === user_id) || String(value).startsWith(`${name} `),
      );
    expect(added.filter(saysWho)).not.toEqual([]);
    expect(entries).toEqual([]);
  });
});

describe("none", () => {
  test.each(withAudit(/^none: /))("%s says why, and leaves the trail alone", async (_, call) => {
    expect(call.audit).toMatch(/^none: \S.{10,}$/);
    const { added, removed, entries } = await makeRequest(call, false);
    expect(entries).toEqual([]);
    if (call.audit === onlyReads) expect({ added, removed }).toEqual(noChanges);
  });

  test.each(withAudit(/^$/))("%s changes nothing", async (_, call) => {
    const { added, removed } = await makeRequest(call, false);
    expect({ added, removed }).toEqual(noChanges);
  });
});
