import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshPhone } from "#core/testing/dealership.ts";
import { openTestHouse, type TestHouse } from "#core/testing/house.ts";
import { requireCodes } from "#domains/accounts/testing/secondFactor.ts";
import type { CarrierStatus } from "#ports/sms/sms.ts";
import { takeReport } from "./report.ts";

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

const refusal = { code: "30003", class: "number", words: "Unreachable" } as const;

/** What is logged when the carrier tells this. */
async function logged(reference: string, status: CarrierStatus): Promise<string[]> {
  const lines: string[] = [];
  const log = pino({ level: "debug" }, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  const told = { reference, sid: "SM1", status, refusal: status === "failed" ? refusal : undefined };
  await takeReport({ ...house.server, log }, told);
  return lines;
}

/** The reference of a text with a code, as the carrier got it. */
async function codeReference(): Promise<string> {
  const { dealer_id, owner } = await house.dealership();
  const phone = freshPhone();
  await requireCodes(house, dealer_id, { [owner]: phone });
  await house.token(owner);
  return house.sms.sent.findLast(({ to }) => to === phone)?.reference ?? "";
}

test("a code that arrives is no news, one that doesn't is a line", async () => {
  const reference = await codeReference();
  expect(reference).not.toBe("");
  for (const status of ["queued", "sent", "delivered"] as const) expect(await logged(reference, status)).toEqual([]);
  expect(await logged(reference, "failed")).toEqual(["a text with a code was not delivered"]);
});

test.each(["", "somebody else's", "1.2"])("the reference %j is not ours, and let go", async (reference) => {
  expect(await logged(reference, "delivered")).toEqual(["a delivery report without a reference of ours"]);
});
