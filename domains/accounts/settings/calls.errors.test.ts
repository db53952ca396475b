import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { type Dealership, password } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { settings } from "./contract.ts";

let app: TestApp;
let dealer: Dealership;
let owner: Caller;
beforeAll(async () => {
  app = await startTestApp();
  dealer = await app.dealership();
  owner = await app.signIn(dealer.owner);
});
afterAll(() => app.close());

const fresh = "Harbor-lights-77";
const long = "x".repeat(101);
const weak = "Password must be at least 8 characters, must contain at least 1 uppercase, 1 lowercase and 1 number";
const common = "This password is too common. Choose one that's harder to guess";
const noPicture = "Choose a JPEG, PNG, WebP or GIF picture";
const unreadable = "This picture can't be opened. Choose another one";
const base64 = (text: string) => Buffer.from(text).toString("base64");
const svg = base64(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`);
const change = (more: object) => ({ old_password: password, password: fresh, confirm_password: fresh, ...more });

const cleared = "This field is required. Send it empty to clear what is saved.";

describe.each([
  [settings.callPhone, {}, "call_phone_no", cleared],
  [settings.callPhone, { notification_phone_no: "" }, "call_phone_no", cleared],
  [settings.notificationPhone, {}, "notification_phone_no", cleared],
  [settings.crmEmail, {}, "crm_email", cleared],
  [settings.callPhone, { call_phone_no: "909555" }, "call_phone_no", "Phone number is invalid"],
  [settings.callPhone, { call_phone_no: "909-555-012x" }, "call_phone_no", "Phone number is invalid"],
  [settings.notificationPhone, { notification_phone_no: "12345" }, "notification_phone_no", "Phone number is invalid"],
  [
    settings.notificationPhone,
    { notification_phone_no: "0123456789012" },
    "notification_phone_no",
    "Phone number is invalid",
  ],
  [settings.otpPhone, {}, "two_factor_number", "Phone number is required"],
  [settings.otpPhone, { two_factor_number: "" }, "two_factor_number", "Phone number is required"],
  [settings.otpPhone, { two_factor_number: "909555012" }, "two_factor_number", "Phone number is invalid"],
  [settings.otpPhone, { two_factor_number: "909)555(0123" }, "two_factor_number", "Phone number is invalid"],
  [settings.verifyPhone, { which: "fax", otp: "123456" }, "which", "Select a phone from the list"],
  [settings.verifyPhone, { which: "call", otp: "12345" }, "otp", "Invalid OTP!"],
  [settings.verifyPhone, { which: "call", otp: "12345a" }, "otp", "Invalid OTP!"],
  [settings.verifyPhone, { which: "call" }, "otp", "Invalid OTP!"],
  [settings.verifyPhone, { which: "call", otp: "000000" }, "otp", "Invalid OTP!"],
  [settings.crmEmail, { crm_email: "not an address" }, "crm_email", "Enter a valid email address"],
  [settings.name, { last_name: "Diaz" }, "first_name", "First name is required"],
  [settings.name, { first_name: "Ana", last_name: "  " }, "last_name", "Last name is required"],
  [settings.name, { first_name: long, last_name: "Diaz" }, "first_name", "Use at most 100 characters"],
  [settings.photo, {}, "image", noPicture],
  [settings.photo, { image: "https://example.com/me.png" }, "image", noPicture],
  [settings.photo, { image: `data:image/svg+xml;base64,${svg}` }, "image", noPicture],
  [settings.photo, { image: `data:image/png;base64,${"A".repeat(700_001)}` }, "image", "Choose a smaller picture"],
  [settings.photo, { image: `data:image/png;base64,${svg}` }, "image", unreadable],
  [settings.photo, { image: `data:image/png;base64,${base64("\x89PNG\r\n\x1a\nnothing")}` }, "image", unreadable],
  [settings.password, change({ old_password: "" }), "old_password", "Current password is required"],
  [settings.password, change({ old_password: "wrong" }), "old_password", "Incorrect current password"],
  [settings.password, change({ password: "" }), "password", "Password is required"],
  [settings.password, change({ password: "harbor-lights-77" }), "password", weak],
  [settings.password, change({ password: "Harb-7" }), "password", weak],
  [settings.password, change({ password: "Password123" }), "password", common],
  [settings.password, change({ confirm_password: "Harbor-lights-78" }), "confirm_password", "Passwords do not match"],
  [settings.password, change({ confirm_password: "" }), "confirm_password", "Passwords do not match"],
  [
    settings.password,
    change({ password, confirm_password: password }),
    "password",
    "Choose a password you aren't using now",
  ],
] as const)("%o", (call, body, field, text) => {
  test(`${call.name} with ${JSON.stringify(body).slice(0, 80)} says: ${text}`, async () => {
    await expect(owner(call, { body: body as never })).rejects.toMatchObject({
      status: 422,
      message: text,
      fields: { [field]: text },
    });
  });
});

test("resending before a first code is refused", async () => {
  await expect(owner(settings.resendPhoneCode, { body: { which: "call" } })).rejects.toMatchObject({
    status: 409,
    message: "Enter the phone number first",
  });
});

test("guesses at the current password are limited to ten", async () => {
  const agent = await app.signIn(dealer.agent);
  const wrong = () => agent(settings.password, { body: change({ old_password: "wrong" }) });
  for (let tried = 0; tried < 10; tried += 1) await expect(wrong()).rejects.toMatchObject({ status: 422 });
  await expect(wrong()).rejects.toMatchObject({ status: 429, retryAfter: expect.any(Number) });
  await expect(agent(settings.password, { body: change({}) })).rejects.toMatchObject({ status: 429 });
});

test("a code of another session does not verify a phone", async () => {
  const [first, second] = [await app.signIn(dealer.manager), await app.signIn(dealer.manager)];
  await first(settings.callPhone, { body: { call_phone_no: "9095550123" } });
  const otp = /\d{6}/.exec(app.sms.sent.at(-1)?.body ?? "")?.[0] ?? "";
  const verify = (call: Caller) => call(settings.verifyPhone, { body: { which: "call", otp } });
  await expect(verify(second)).rejects.toMatchObject({ status: 422 });
  await verify(first);
  await expect(verify(first)).rejects.toMatchObject({ status: 422, message: "Invalid OTP!" });
});

test.each([
  ["agent", settings.callPhone, { call_phone_no: "9095550123" }],
  ["agent", settings.notificationPhone, { notification_phone_no: "9095550123" }],
  ["agent", settings.crmEmail, { crm_email: "" }],
  ["agent", settings.otpSwitches, { enable_otp_team: "yes" }],
  ["manager", settings.otpSwitches, { enable_otp_parent: "no" }],
  ["manager", settings.requestNumber, {}],
] as const)("an %s may not use %o", async (who, call, body) => {
  const caller = await app.signIn(dealer[who]);
  await expect(caller(call, { body: body as never })).rejects.toMatchObject({ status: 403 });
});
