import type { Call } from "#core/call.ts";
import { operator } from "#core/people.ts";
import type { TestApp } from "#testing/testApp.ts";
import { idFieldsOf } from "./callRequests.ts";
import { idsWithoutLookup } from "./rowKinds.ts";
import { createSampleRows, type SampleRowIds } from "./sampleRows.ts";

/** Kinds of rows that an owner reaches at every location, whichever one they act for. */
const ofAnyLocation: readonly (keyof SampleRowIds)[] = [
  "carrierRegistration",
  "location",
  "colleague",
  "invitation",
  "leadStage",
  "customField",
];
/** Calls that say at which of the caller's locations a row is, or that give work to anybody in the business. */
const acrossLocations = ["whereabouts.ofCustomer", "whereabouts.ofChat", "team.remove"];

/** A business, and rows that its owner must not reach from the first location: another business's, and the other location's. */
export async function createForeignRows(app: TestApp) {
  const dealer = await app.dealership();
  const foreign = await app.dealership();
  const foreignRows = await createSampleRows(app, await app.signIn(foreign.manager));
  const otherRows = await createSampleRows(
    app,
    await app.signIn(dealer.otherAgent),
    await app.signIn(dealer.owner, dealer.otherLocation_id),
  );
  const inaccessibleIds = (call: Call, kind: keyof SampleRowIds) => [
    foreignRows[kind],
    ...(ofAnyLocation.includes(kind) || acrossLocations.includes(call.name) ? [] : [otherRows[kind]]),
  ];
  return { dealer, foreign, foreignRows, otherRows, inaccessibleIds };
}

/** The calls of businesses. Operator calls span all of them; access.test.ts covers who may use those. */
export const businessCallsOf = (app: TestApp) =>
  app.server.mountedCalls.filter(({ allow }) => String(allow) !== String(operator));

/** The fields of a call whose ids are looked up. */
export const lookedUpIds = (call: Call) =>
  idFieldsOf(call).filter(({ field }) => !(`${call.name}.${field}` in idsWithoutLookup));
