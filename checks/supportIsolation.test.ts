import { afterAll, expect } from "vitest";
import type { Call } from "#core/call.ts";
import { supportAccess } from "#domains/admin/supportAccess/contract.ts";
import { injectedCaller } from "#testing/injectedCaller.ts";
import { startTestApp } from "#testing/testApp.ts";
import { type TryCase, testEachCall } from "./callMatrix.ts";
import { bearer, buildRequest, type IdField, sendRequest } from "./callRequests.ts";
import { businessCallsOf, createForeignRows, lookedUpIds } from "./foreignRows.ts";
import { noChanges, watchRows } from "./rowChanges.ts";
import { rowIdsFor, rowKindOf } from "./rowKinds.ts";
import { createSampleRows } from "./sampleRows.ts";

/** With support access to a location, the operator reaches the same rows as its owner, and leaves them unchanged. */
const app = await startTestApp();
afterAll(() => app.close());

const { dealer, inaccessibleIds } = await createForeignRows(app);
const rows = await createSampleRows(app, await app.signIn(dealer.owner));
const token = await app.token((await app.operator()).email);
const request = { location_id: dealer.location_id, reason: "The owner asked for help", minutes: 60 };
await injectedCaller(app.http, token)(supportAccess.begin, { params: { id: dealer.dealer_id }, body: request });
const changes = await watchRows(app.pool);

testEachCall(
  "reaches only that location's rows with support access",
  businessCallsOf(app).filter((call) => call.supportAccess === "reads" && lookedUpIds(call).length > 0),
  async (call, tryCase) => {
    for (const at of lookedUpIds(call)) await tryIds(call, at, tryCase);
  },
);

async function tryIds(call: Call, at: IdField, tryCase: TryCase): Promise<void> {
  const { field, where } = at;
  const kind = rowKindOf(call.name, at);
  // Only its uploader sees a preview, so use the finished import.
  const own = { ...rowIdsFor(rows, call), ...(kind === "upload" && { [field]: rows.imported }) };
  const send = async (value: unknown) => {
    const answer = await sendRequest(app, buildRequest(call, { ...own, [field]: value }, bearer(token)));
    return { status: answer.status, envelope: answer.envelope };
  };
  await changes.forget();
  const absent = await send(999_999_999);
  for (const value of inaccessibleIds(call, kind))
    await tryCase(`${field} ${value} in its ${where}`, async () => expect(await send(value)).toEqual(absent));
  await tryCase(`that location's ${field} in its ${where}`, async () =>
    expect(await send(own[field])).toMatchObject({ status: 200 }),
  );
  await tryCase(`nothing has changed by ${field}`, async () => expect(await changes.read()).toEqual(noChanges));
}
