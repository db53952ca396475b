import { expect, test } from "vitest";
import { CallError } from "#core/client.ts";
import { needsReauthentication, pendingReauthentication, reauthenticate } from "./reauthentication.ts";

const refusal = (status: number, data: unknown) => new CallError(status, "Refused", {}, undefined, data);

test.each([
  ["a change that needs the password", refusal(403, { reauthenticate: true }), true],
  ["another refusal", refusal(403, null), false],
  ["invalid input", refusal(422, { reauthenticate: true }), false],
  ["a broken connection", new TypeError("Failed to fetch"), false],
])("%s", (_, failure, expected) => {
  expect(needsReauthentication(failure)).toBe(expected);
});

test("changes at the same time share one question, and the next one asks again", async () => {
  const changes = [reauthenticate(), reauthenticate()];
  pendingReauthentication.get()?.answer(true);
  expect(await Promise.all(changes)).toEqual([true, true]);
  expect(pendingReauthentication.get()).toBeUndefined();
  const canceled = reauthenticate();
  pendingReauthentication.get()?.answer(false);
  expect(await canceled).toBe(false);
});
