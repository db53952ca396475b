import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { settings } from "#domains/accounts/settings/contract.ts";
import { clients } from "#domains/admin/clients/contract.ts";
import { locations } from "#domains/locations/contract.ts";
import { team } from "#domains/team/contract.ts";
import { invitations } from "#domains/team/invitations/contract.ts";
import { type Dealership, freshPhone, password } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { registration } from "./contract.ts";

/** Every field of a name that stands in texts and mails refuses links and what can't be seen. */
let app: TestApp;
let dealer: Dealership;
let owner: Caller;
beforeAll(async () => {
  app = await startTestApp();
  dealer = await app.dealership();
  owner = await app.signIn(dealer.owner);
});
afterAll(() => app.close());
beforeEach(() => app.pool.query("delete from rate_limits"));

const hostile = "Pay at evil.com/x";
const problem = "“evil.com/x” looks like a link. Remove it or put a space after the dot";
const names = { first_name: "Nora", last_name: "Reyes" };
const address = () => `nora-${crypto.randomUUID()}@example.com`;
const refusal = (field: string) => ({ status: 422, message: problem, fields: { [field]: problem } });

test.each(["first_name", "last_name", "business_name"])("a registration's %s", async (field) => {
  const person = { ...names, email: address(), phone: freshPhone(), password };
  const body = { ...person, business_name: "Reyes Motors", zip: "", [field]: hostile };
  await expect(app.anyone(registration.register, { body })).rejects.toMatchObject(refusal(field));
});

test.each(["location", "title"])("the first location's %s", async (field) => {
  const place = { location: "Main lot", title: "Main lot", address: "12 Palm Ave", address_2: "", city: "El Paso" };
  const body = { ...place, state: "TX", postal_code: "79901", industry_id: 1, feature_id: 1, [field]: hostile };
  await expect(owner(registration.complete, { body })).rejects.toMatchObject(refusal(field));
});

test("another location's title", async () => {
  const body = { title: hostile, address: "2 Pier St", city: "", state: "", postal_code: "" };
  await expect(owner(locations.store, { body })).rejects.toMatchObject(refusal("title"));
});

test.each(["first_name", "last_name"])("a member's %s", async (field) => {
  const body = { ...names, email: address(), password: "Harbor-9", phone: "", [field]: hostile };
  await expect(owner(team.add, { body })).rejects.toMatchObject(refusal(field));
  await expect(owner(settings.name, { body: { ...names, [field]: hostile } })).rejects.toMatchObject(refusal(field));
});

test.each(["first_name", "last_name"])("an invited person's %s", async (field) => {
  const body = { ...names, email: address(), phone: "", [field]: hostile };
  await expect(owner(invitations.send, { body })).rejects.toMatchObject(refusal(field));
  const acceptance = { token: "any", ...names, email: "", password, [field]: hostile };
  await expect(app.anyone(invitations.accept, { body: acceptance })).rejects.toMatchObject(refusal(field));
});

test.each(["first_name", "last_name", "business_name", "title"])("a client's %s", async (field) => {
  const operator = await app.signIn((await app.operator()).email);
  const place = { title: "Downtown", address: "100 Main St", address_2: "", city: "Denver", state: "CO" };
  const person = { ...names, email: address(), phone: "9095550142", password };
  const body = { ...person, ...place, business_name: "Diaz", zip: "", country: "US", postal_code: "80205" };
  await expect(operator(clients.add, { body: { ...body, [field]: hostile } })).rejects.toMatchObject(refusal(field));
});

test("a name that stands already is still shown, and mails are still sent in it", async () => {
  await app.pool.query("update dealers set business_name = $2 where id = $1", [dealer.dealer_id, "Cars.com\u202e"]);
  const email = address();
  await owner(invitations.send, { body: { ...names, email, phone: "" } });
  expect(app.mails.to(email)?.subject).toBe("“Owner Tester” invited you to join “Cars.com\u202e” on Rooftop");
});
