import { expect, test } from "vitest";
import { readTwilioAccount } from "./account.ts";

test("reads both tokens during rotation, and an API at another address", () => {
  const settings = { TWILIO_ACCOUNT_SID: "AC1", TWILIO_AUTH_TOKEN: "new-token, old-token" };
  const account = { accountSid: "AC1", authTokens: ["new-token", "old-token"] };
  expect(readTwilioAccount(settings)).toEqual({ ...account, apiUrl: "https://api.twilio.com" });
  const apiUrl = "http://127.0.0.1:9";
  expect(readTwilioAccount({ ...settings, TWILIO_API_URL: apiUrl })).toEqual({ ...account, apiUrl });
});
