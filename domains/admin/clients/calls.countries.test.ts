import { afterAll, beforeEach, expect, test } from "vitest";
import { settings } from "#domains/accounts/settings/contract.ts";
import { testTexts } from "#domains/campaigns/compose/contract.ts";
import { customers } from "#domains/customers/contract.ts";
import { voice } from "#domains/inbox/calls/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { callSettings } from "#domains/locations/callSettings/contract.ts";
import { team } from "#domains/team/contract.ts";
import { invitations } from "#domains/team/invitations/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import { freshPhone } from "#testing/dealership.ts";
import { startInboxTest } from "#testing/inbox/inboxFixture.ts";
import { visitorOf } from "#testing/widget/visitor.ts";
import { countries } from "./contract.ts";

const { app, dealer, agent } = await startInboxTest();
afterAll(() => app.close());
const owner = await app.signIn(dealer.owner);
const manager = await app.signIn(dealer.manager);
const operator = await app.signIn((await app.operator()).email);
const visitor = await visitorOf(app, agent);

beforeEach(async () => {
  app.sms.sent.splice(0);
  app.voice.placed.length = 0;
  await app.pool.query("delete from rate_limits");
});

const allow = (...allowed: ("CA" | "JM")[]) =>
  operator(countries.allow, { params: { id: dealer.dealer_id }, body: { countries: allowed } });

const person = { first_name: "Cara", last_name: "Moss", email: "cara@example.com", address: "1 Elm St", company: "" };
const member = (phone: string) => ({
  first_name: "Ana",
  last_name: "Lee",
  email: `${crypto.randomUUID()}@example.com`,
  password: "Test-password-1",
  phone,
});

/** Every place where somebody enters a phone that is texted, called or forwarded to, with the field that is marked. */
const doors: Record<string, [field: string, enter: (phone: string) => Promise<unknown>]> = {
  "a new customer": ["phone", (phone) => agent(customers.add, { body: { ...person, phone } })],
  "a customer's new phone": [
    "phone",
    async (phone) => {
      const { id } = await addCustomer(agent);
      return agent(customers.update, { params: { id }, body: { ...person, phone } });
    },
  ],
  "one's own phone for calls": ["phone", (phone) => agent(voice.changeOwnPhone, { body: { phone } })],
  "the phone that rings first": [
    "phone",
    async (phone) => agent(voice.placeCall, { body: { customer_id: (await addCustomer(agent)).id, phone } }),
  ],
  "the location's phone for calls": [
    "call_phone_no",
    (phone) => owner(settings.callPhone, { body: { call_phone_no: phone } }),
  ],
  "the location's phone for notifications": [
    "notification_phone_no",
    (phone) => owner(settings.notificationPhone, { body: { notification_phone_no: phone } }),
  ],
  "a phone that calls are forwarded to": [
    "forward_to",
    (phone) => manager(callSettings.request, { body: { source: "Radio", area_code: "909", forward_to: phone } }),
  ],
  "a test text": [
    "phone_no",
    (phone) => owner(testTexts.send, { body: { phone_no: phone, message: "Our sale starts." } }),
  ],
  "a new member": ["phone", (phone) => owner(team.add, { body: member(phone) })],
  "an invited member": [
    "phone",
    (phone) => owner(invitations.send, { body: { first_name: "Ana", last_name: "Lee", email: "", phone } }),
  ],
};

const refused = ["8765550123", "8095550123", "4165550123", "9005550123", "9099765550", "5005550123", "9115550123"];

test.each(Object.entries(doors))("%s can't be abroad, premium or nobody's", async (_, [field, enter]) => {
  await allow();
  for (const phone of refused) {
    await expect(enter(phone), phone).rejects.toMatchObject({ status: 422, fields: { [field]: expect.any(String) } });
  }
  expect(app.sms.sent).toEqual([]);
  expect(app.voice.placed).toEqual([]);
});

test.each(Object.entries(doors))("%s can be in a country that the operator allows", async (_, [, enter]) => {
  await allow("CA");
  await expect(enter(`416${freshPhone().slice(5)}`)).resolves.toMatchObject({});
  await expect(enter("8765550123")).rejects.toMatchObject({ status: 422 });
});

test("calls can be forwarded to a toll-free number, which nobody is texted at", async () => {
  const body = { source: "Radio", area_code: "909", forward_to: "8005550123" };
  await expect(manager(callSettings.request, { body })).resolves.toMatchObject({ status: "success" });
  await expect(agent(customers.add, { body: { ...person, phone: "8005550123" } })).rejects.toMatchObject({
    status: 422,
  });
});

test("a website's visitor can't have strangers abroad texted", async () => {
  await allow();
  for (const phone of ["(876) 555-0123", "(900) 555-0123", "(809) 555-0123"]) {
    const { status, page } = await visitor.write({ name: "Dana Fox", message: "Hi", phone });
    expect(status).toBe(422);
    expect(page).toContain('role="alert"');
  }
  await app.jobs.runAll();
  expect(app.sms.sent).toEqual([]);
});

test("a customer with such a number stays, can be renamed, and is neither texted nor called, with the reason", async () => {
  await allow();
  const { id } = await addCustomer(agent);
  await app.pool.query("update customers set phone = '+18765550199' where id = $1", [id]);
  const body = { ...person, first_name: "Nora", phone: "(876)555-0199" };
  await expect(agent(customers.update, { params: { id }, body })).resolves.toMatchObject({ status: "success" });
  const reason = expect.stringContaining("Numbers in Jamaica can't be texted or called from this account");
  await expect(agent(voice.placeCall, { body: { customer_id: id, phone: "9095550177" } })).rejects.toMatchObject({
    status: 409,
    message: reason,
  });
  const text = { customer_id: id, message: "Hello", client_id: crypto.randomUUID() };
  await expect(agent(inbox.sendToCustomer, { body: text })).rejects.toMatchObject({
    status: 409,
    message: reason,
  });
  await allow("JM");
  await agent(inbox.sendToCustomer, { body: text });
  // Taken back before the text leaves: the delivery asks again.
  await allow();
  await app.jobs.runAll();
  expect(app.sms.sent).toEqual([]);
  const { rows } = await app.pool.query("select state, error from messages order by id desc limit 1");
  expect(rows).toEqual([{ state: "failed", error: reason }]);
});

test("nothing is answered automatically to a number abroad, and a missed caller there gets no text", async () => {
  await allow();
  const text = { sid: "SMjamaica", from: "+18765550142", to: dealer.number, body: "STOP", media: [] };
  await app.sms.listener.onInboundText({ ...text, carrierAnsweredOptOut: false });
  await app.jobs.runAll();
  expect(app.sms.sent).toEqual([]);
});

test("the operator alone sets the countries, of clients only, and each change is accounted for", async () => {
  const params = { id: dealer.dealer_id };
  expect((await allow("JM", "CA")).data).toEqual({ countries: ["CA", "JM"] });
  expect((await operator(countries.allowed, { params })).data).toEqual({ countries: ["CA", "JM"] });
  await expect(owner(countries.allow, { params, body: { countries: ["CA"] } })).rejects.toMatchObject({ status: 403 });
  await expect(operator(countries.allow, { params: { id: 0 }, body: { countries: [] } })).rejects.toMatchObject({
    status: 404,
  });
  const unknown = { countries: ["GB"] } as never;
  await expect(operator(countries.allow, { params, body: unknown })).rejects.toMatchObject({ status: 422 });
  const { rows } = await app.pool.query(
    "select detail from audit_log where action like 'changed the countries%' order by id desc limit 1",
  );
  expect(rows).toEqual([{ detail: { before: "", after: "CA JM" } }]);
});
