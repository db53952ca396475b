import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { registration } from "#domains/accounts/registration/contract.ts";
import { ensurePlatformNumber } from "#domains/locations/server/public.ts";
import { freshPhone, password } from "#testing/dealership.ts";
import { injectedCaller } from "#testing/injectedCaller.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { invitations } from "./contract.ts";

/** What a business may send in our name before anybody vouches for it. */
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await app.operator();
  await app.server.within.control("test", (unit) => ensurePlatformNumber(unit, "+18005550199", "scripted"));
});
afterAll(() => app.close());
beforeEach(() => app.pool.query("delete from rate_limits"));

const address = () => `ana-${crypto.randomUUID()}@example.com`;
const byText =
  "Confirm your email before you invite by text: open the link we emailed you. Or invite by email instead.";
const limit = /^Until you confirm your email, you can send 3 invitations a day\. Open the link we emailed you/;

async function newBusiness() {
  const person = { first_name: "Nora", last_name: "Reyes", email: address(), phone: freshPhone(), password };
  const body = { ...person, business_name: "Reyes Motors", zip: "92335" };
  const { data } = await app.anyone(registration.register, { body });
  const owner = injectedCaller(app.http, data.access_token);
  const place = { location: "Main lot", title: "", address: "12 Palm Ave", address_2: "", city: "El Paso" };
  const choices = { state: "TX", postal_code: "79901", industry_id: 1, feature_id: 1 };
  await owner(registration.complete, { body: { ...place, ...choices } });
  const { location_id } = (
    await app.pool.query("select id as location_id from locations where dealer_id = $1", [data.dealer_id])
  ).rows[0];
  return { owner, dealer_id: data.dealer_id, location_id };
}

const invite = (owner: Caller, more: { email?: string; phone?: string }) =>
  owner(invitations.send, { body: { first_name: "Ana", last_name: "Lopez", email: "", phone: "", ...more } });

const prove = (dealer_id: number) =>
  app.pool.query("update dealers set email_proved_at = now() where id = $1", [dealer_id]);

test("it texts nobody, not even a link that is mailed as well", async () => {
  const { owner } = await newBusiness();
  const sent = app.sms.sent.length;
  const refusal = { status: 422, message: byText, fields: { phone: byText } };
  await expect(invite(owner, { phone: freshPhone() })).rejects.toMatchObject(refusal);
  await expect(invite(owner, { phone: freshPhone(), email: address() })).rejects.toMatchObject(refusal);
  expect(app.sms.sent).toHaveLength(sent);
  expect((await owner(invitations.list)).data.invitations).toEqual([]);
});

test("it mails three invitations a day; sending one again counts, and parallel ones don't slip through", async () => {
  const { owner } = await newBusiness();
  const { data } = await invite(owner, { email: address() });
  await owner(invitations.resend, { params: data });
  const tries = await Promise.allSettled([1, 2, 3, 4].map(() => invite(owner, { email: address() })));
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const refusal = { status: 422, message: limit, fields: { email: limit } };
  await expect(invite(owner, { email: address() })).rejects.toMatchObject(refusal);
  await app.pool.query("delete from rate_limits");
  await expect(owner(invitations.resend, { params: data })).rejects.toMatchObject({ status: 422, message: limit });
});

test("with a confirmed email it invites by text and without that limit", async () => {
  const { owner, dealer_id } = await newBusiness();
  await prove(dealer_id);
  const phone = freshPhone();
  await invite(owner, { phone });
  for (let count = 0; count < 4; count++) await invite(owner, { email: address() });
  expect(app.sms.sent.at(-1)).toMatchObject({ to: phone, from: "+18005550199" });
});

test("with a number from the operator it needs no confirmed email", async () => {
  const { owner, dealer_id, location_id } = await newBusiness();
  const number = "insert into phone_numbers (number, dealer_id, location_id, provider) values ($1, $2, $3, 'scripted')";
  await app.pool.query(number, [freshPhone(), dealer_id, location_id]);
  const phone = freshPhone();
  await invite(owner, { phone });
  expect(app.sms.sent.at(-1)).toMatchObject({ to: phone });
});
