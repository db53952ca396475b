import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CarrierStatus } from "#core/carrierStatus.ts";
import { requireCodes } from "#testing/accounts/secondFactor.ts";
import { freshPhone } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { receiveReport } from "./carrierStatus.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const refusal = { code: "30003", class: "number", words: "Unreachable" } as const;

/** The log messages that a delivery report causes. */
async function logged(reference: string, status: CarrierStatus): Promise<string[]> {
  const lines: string[] = [];
  const log = pino({ level: "debug" }, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  const report = { reference, sid: "SM1", status, refusal: status === "failed" ? refusal : undefined };
  await receiveReport({ ...app.server, log }, [], report);
  return lines;
}

/** The reference of a texted code, as sent to the carrier. */
async function codeReference(): Promise<string> {
  const { dealer_id, owner } = await app.dealership();
  const phone = freshPhone();
  await requireCodes(app, dealer_id, { [owner]: phone });
  await app.token(owner);
  return app.sms.sent.findLast(({ to }) => to === phone)?.reference ?? "";
}

test("a code's failed delivery is logged, a successful one isn't", async () => {
  const reference = await codeReference();
  expect(reference).not.toBe("");
  for (const status of ["queued", "sent", "delivered"] as const) expect(await logged(reference, status)).toEqual([]);
  expect(await logged(reference, "failed")).toEqual(["a text with a code was not delivered"]);
});

test.each(["", "somebody else's", "1.2"])("the foreign reference %j is logged and ignored", async (reference) => {
  expect(await logged(reference, "delivered")).toEqual(["a delivery report without a reference of ours"]);
});
