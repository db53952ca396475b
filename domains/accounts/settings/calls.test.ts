import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import type { Dealership } from "#testing/dealership.ts";
import { injectedCaller } from "#testing/injectedCaller.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { settings } from "./contract.ts";

let app: TestApp;
let dealer: Dealership;
let owner: Caller;
let agent: Caller;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  dealer = await app.dealership();
  [owner, agent] = [await app.signIn(dealer.owner), await app.signIn(dealer.agent)];
});

const read = async (call: Caller) => (await call(settings.profile, { body: {} })).data;
const newestCode = () => /\d{6}/.exec(app.sms.sent.at(-1)?.body ?? "")?.[0] ?? "";

async function audited(): Promise<string[]> {
  const sql = "select action from audit_log where dealer_id = $1 and action !~ 'sign' order by id";
  return (await app.pool.query(sql, [dealer.dealer_id])).rows.map(({ action }) => action);
}

test("profile-settings shows the person's, the location's and the business's settings", async () => {
  expect(await read(agent)).toEqual({
    user_type: "agent",
    first_name: "Agent",
    last_name: "Tester",
    email: dealer.agent,
    phone: "",
    user_image: null,
    address: "1 Main St, Springfield, NY 10001",
    phone_no_request: 1,
    twilio_phone: dealer.number,
    messaging_script: expect.stringContaining('<iframe src="https://rooftop.test/w/'),
    crm_email: "",
    notification_phone_no: "",
    call_phone_no: "",
    two_factor_number: "",
    enable_otp_parent: 0,
    enable_otp_team: 0,
  });
});

describe("a number", () => {
  test("is requested once, and assigned when the operator has bought it", async () => {
    await app.pool.query("delete from phone_numbers where dealer_id = $1", [dealer.dealer_id]);
    expect(await read(owner)).toMatchObject({ phone_no_request: 0, twilio_phone: "" });
    const first = await owner(settings.requestNumber);
    expect(first).toMatchObject({ status: "success", data: { phone_no_request: 2 } });
    expect(first.message).toBe("Phone number requested. We'll let you know when it's ready.");
    const again = await owner(settings.requestNumber);
    expect(again).toMatchObject({
      message: "You already requested a number. We'll let you know when it's ready.",
      data: { phone_no_request: 2 },
    });
    expect(await read(agent)).toMatchObject({ phone_no_request: 2 });
    const { rows } = await app.pool.query(
      "select phone_no_request, phone_no_requested_at from locations where dealer_id = $1 order by id",
      [dealer.dealer_id],
    );
    // The other location requested nothing.
    expect(rows).toEqual([
      { phone_no_request: 2, phone_no_requested_at: app.clock.now() },
      { phone_no_request: 0, phone_no_requested_at: null },
    ]);
    expect(await audited()).toEqual(["requested a number"]);
  });

  test("that exists is not requested", async () => {
    const answer = await owner(settings.requestNumber);
    expect(answer).toMatchObject({ status: "info", data: { phone_no_request: 1 } });
    expect(answer.message).toBe("This location already has a phone number");
  });
});

describe("a location's phone", () => {
  const kinds = [
    ["call", "call_phone_no", settings.callPhone, "Phone for call forward"],
    ["notification", "notification_phone_no", settings.notificationPhone, "Phone for notification"],
  ] as const;

  test.each(kinds)(
    "for %ss is saved once its code is entered, and can be removed",
    async (which, field, call, name) => {
      const manager = await app.signIn(dealer.manager);
      const sent = await manager(call, { body: { [field]: "(909)555-0123" } as never });
      const step = { verified: 0, which, sent_to: "(***) ***-0123", resend_after: 30 };
      expect(sent).toMatchObject({ status: "info", data: step });
      expect(sent.message).toBe("We sent a code to (***) ***-0123. Enter it to finish.");
      expect(app.sms.sent.at(-1)).toMatchObject({ to: "+19095550123" });
      expect(JSON.stringify(sent)).not.toContain(newestCode());
      expect((await read(manager))[field]).toBe("");

      const done = await manager(settings.verifyPhone, { body: { which, otp: newestCode() } });
      expect(done).toMatchObject({ status: "success", data: { verified: 1 } });
      expect(done.message).toBe(`${name} is (909) 555-0123 now`);
      expect((await read(agent))[field]).toBe("+19095550123");
      expect((await read(await app.signIn(dealer.otherAgent)))[field]).toBe("");

      const same = await manager(call, { body: { [field]: "909-555-0123" } as never });
      expect(same.data).toMatchObject({ verified: 1, sent_to: "" });
      const removed = await manager(call, { body: { [field]: "" } as never });
      expect(removed.message).toBe(`${name} was removed`);
      expect((await read(agent))[field]).toBe("");
      expect(await audited()).toEqual([`set the phone for ${which}`, `removed the phone for ${which}`]);
    },
  );

  test("is saved at the requesting location, whichever location acts later", async () => {
    await owner(settings.callPhone, { body: { call_phone_no: "9095550123" } });
    const token = await app.token(dealer.owner);
    const airport = injectedCaller(app.http, token, dealer.otherLocation_id);
    await expect(airport(settings.verifyPhone, { body: { which: "call", otp: newestCode() } })).rejects.toMatchObject({
      status: 422,
      message: "Invalid OTP!",
    });
    await owner(settings.verifyPhone, { body: { which: "call", otp: newestCode() } });
    expect(await read(owner)).toMatchObject({ call_phone_no: "+19095550123" });
    expect(await read(airport)).toMatchObject({ call_phone_no: "" });
  });
});

describe("the phone for codes", () => {
  const put = (call: Caller, two_factor_number: string) => call(settings.otpPhone, { body: { two_factor_number } });
  const verify = (call: Caller, which: "otp" | "otp_old", otp = newestCode()) =>
    call(settings.verifyPhone, { body: { which, otp } });

  test("of a member is only replaced after verifying the old one", async () => {
    await put(agent, "909-555-0123");
    await verify(agent, "otp");
    expect(await read(agent)).toMatchObject({ two_factor_number: "+19095550123" });

    app.clock.advance(30_000);
    const sent = await put(agent, "909-555-0199");
    expect(sent.data).toMatchObject({ verified: 0, which: "otp_old", sent_to: "(***) ***-0123" });
    expect(sent.message).toBe("We sent a code to your current phone, (***) ***-0123. Enter it to continue.");
    expect(app.sms.sent.at(-1)).toMatchObject({ to: "+19095550123" });
    await expect(verify(agent, "otp")).rejects.toMatchObject({ status: 422 });

    const next = await verify(agent, "otp_old");
    expect(next).toMatchObject({ status: "info", data: { verified: 0, which: "otp", sent_to: "(***) ***-0199" } });
    expect(await read(agent)).toMatchObject({ two_factor_number: "+19095550123" });
    expect(app.sms.sent.at(-1)).toMatchObject({ to: "+19095550199" });
    await verify(agent, "otp");
    expect(await read(agent)).toMatchObject({ two_factor_number: "+19095550199" });
    expect(await read(owner)).toMatchObject({ two_factor_number: "" });
  });

  test("can be changed again after the announced wait", async () => {
    await put(owner, "909-555-0123");
    app.clock.advance(3_000);
    const again = () => put(owner, "909-555-0199");
    await expect(again()).rejects.toMatchObject({
      status: 429,
      retryAfter: 27,
      message: "A code was just sent. Wait 27 seconds before you request another code.",
    });
    // The first code still works; the refused request changed nothing.
    await verify(owner, "otp");
    expect(await read(owner)).toMatchObject({ two_factor_number: "+19095550123" });
    app.clock.advance(26_000);
    await expect(again()).rejects.toMatchObject({ message: expect.stringContaining("Wait 1 second before") });
    app.clock.advance(1_000);
    await again();
    await verify(owner, "otp");
    expect(await read(owner)).toMatchObject({ two_factor_number: "+19095550199" });
  });

  test("keeps the old number's code valid while no code can go to the new one", async () => {
    await put(agent, "909-555-0123");
    await verify(agent, "otp");
    app.clock.advance(30_000);
    await put(agent, "909-555-0198");
    app.clock.advance(29_000);
    await verify(agent, "otp_old");
    app.clock.advance(1_000);
    await put(agent, "909-555-0199");
    const former = newestCode();
    await expect(verify(agent, "otp_old")).rejects.toMatchObject({ status: 429, retryAfter: expect.any(Number) });
    app.clock.advance(60_000);
    const next = await verify(agent, "otp_old", former);
    expect(next.data).toMatchObject({ which: "otp", sent_to: "(***) ***-0199" });
    await verify(agent, "otp");
    expect(await read(agent)).toMatchObject({ two_factor_number: "+19095550199" });
  });

  test("of the owner is replaced by verifying the new one", async () => {
    for (const number of ["909-555-0123", "909-555-0199"]) {
      app.clock.advance(31_000);
      const { data } = await put(owner, number);
      expect(data).toMatchObject({ which: "otp" });
      await verify(owner, "otp");
    }
    expect(await read(owner)).toMatchObject({ two_factor_number: "+19095550199" });
  });

  test("is never verified by mail", async () => {
    await app.pool.query("delete from phone_numbers where dealer_id = $1", [dealer.dealer_id]);
    await expect(put(agent, "909-555-0123")).rejects.toMatchObject({ status: 503 });
    expect(app.mails.to(dealer.agent)).toBeUndefined();
  });

  test("gets another code after a wait, which voids the first", async () => {
    await put(agent, "909-555-0123");
    const former = newestCode();
    const resend = () => agent(settings.resendPhoneCode, { body: { which: "otp" } });
    await expect(resend()).rejects.toMatchObject({ status: 429, retryAfter: 30 });
    app.clock.advance(30_000);
    expect((await resend()).data).toMatchObject({ verified: 0, resend_after: 60, sent_to: "(***) ***-0123" });
    expect(app.sms.sent.at(-1)).toMatchObject({ to: "+19095550123" });
    if (former !== newestCode()) await expect(verify(agent, "otp", former)).rejects.toMatchObject({ status: 422 });
    await verify(agent, "otp");
    expect(await read(agent)).toMatchObject({ two_factor_number: "+19095550123" });
  });
});

test("codes at sign-in are switched separately", async () => {
  const turn = async (body: object) => (await owner(settings.otpSwitches, { body })).data;
  expect(await turn({ enable_otp_team: "yes" })).toEqual({ enable_otp_parent: 0, enable_otp_team: 1 });
  expect(await turn({ enable_otp_parent: "yes" })).toEqual({ enable_otp_parent: 1, enable_otp_team: 1 });
  expect(await turn({ enable_otp_team: "no" })).toEqual({ enable_otp_parent: 1, enable_otp_team: 0 });
  expect(await turn({})).toEqual({ enable_otp_parent: 1, enable_otp_team: 0 });
  expect(await read(agent)).toMatchObject({ enable_otp_parent: 1, enable_otp_team: 0 });
  const actions = ["turned enable_otp_team on", "turned enable_otp_parent on", "turned enable_otp_team off"];
  expect(await audited()).toEqual(actions);
});

test("the CRM's address belongs to the location", async () => {
  const saved = await owner(settings.crmEmail, { body: { crm_email: "leads@crm.example.com" } });
  expect(saved).toMatchObject({ message: "Email for CRM saved", data: { crm_email: "leads@crm.example.com" } });
  expect(await read(agent)).toMatchObject({ crm_email: "leads@crm.example.com" });
  expect(await read(await app.signIn(dealer.otherAgent))).toMatchObject({ crm_email: "" });
  const removed = await owner(settings.crmEmail, { body: { crm_email: "" } });
  expect(removed.message).toBe("Email for CRM was removed");
});
