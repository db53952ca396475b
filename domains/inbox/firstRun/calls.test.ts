import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { registration } from "#domains/accounts/registration/contract.ts";
import { settings } from "#domains/accounts/settings/contract.ts";
import { customers } from "#domains/customers/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { locations } from "#domains/locations/contract.ts";
import { invitations } from "#domains/team/invitations/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import { freshPhone } from "#testing/dealership.ts";
import { injectedCaller } from "#testing/injectedCaller.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { firstRun } from "./contract.ts";

let app: TestApp;
let owner: Caller;
let token: string;
let location_id: number;

beforeAll(async () => {
  app = await startTestApp();
  const person = { first_name: "Olivia", last_name: "Grant", business_name: "Sunrise", email: "olivia@example.com" };
  const body = { ...person, password: "Green-Lantern-42", phone: "(909)555-0100", zip: "" };
  const { data } = await app.anyone(registration.register, { body });
  token = data.access_token;
  owner = injectedCaller(app.http, token);
  const address = { address: "1 Main St", address_2: "", city: "Fontana", state: "CA", postal_code: "92335" } as const;
  const answers = { location: "Downtown", title: "", ...address, industry_id: 1, feature_id: 1 };
  location_id = (await owner(registration.complete, { body: answers })).data.location_id;
});
afterAll(() => app.close());

const stepsOf = async (call = owner) => (await call(firstRun.steps)).data.steps.map(({ state }) => state).join(" ");

test("each step is done by what the business has, and taken back with it", async () => {
  expect(await stepsOf()).toBe("open open open blocked");
  await owner(settings.requestNumber);
  expect(await stepsOf()).toBe("waiting open open blocked");

  const { id, phone: _ } = await addCustomer(owner);
  expect(await stepsOf()).toBe("waiting done open blocked");
  await owner(customers.remove, { params: { id }, body: {} });
  expect(await stepsOf()).toBe("waiting open open blocked");

  const member = { first_name: "Marcus", last_name: "Webb", email: "marcus@example.com", phone: "" };
  const invitation = { ...member, user_type: "agent", location_ids: [location_id], del_allowed: 0 } as const;
  await owner(invitations.send, { body: invitation });
  expect(await stepsOf()).toBe("waiting open done blocked");
  const { team } = (await owner(firstRun.steps)).data;
  expect(team).toEqual([{ first_name: "Marcus", initials: "MW", is_invited: 1 }]);

  const { dealer_id } = (await app.pool.query("select dealer_id from locations where id = $1", [location_id])).rows[0];
  await app.pool.query(
    "insert into phone_numbers (number, dealer_id, location_id, provider) values ($1, $2, $3, 'scripted')",
    [freshPhone(), dealer_id, location_id],
  );
  expect(await stepsOf()).toBe("done open done open");
  const { id: customer_id } = await addCustomer(owner);
  expect((await owner(firstRun.steps)).data.has_chats).toBe(0);
  await owner(inbox.sendToCustomer, { body: { customer_id, message: "Test", client_id: crypto.randomUUID() } });
  expect(await stepsOf()).toBe("done done done done");
  expect((await owner(firstRun.steps)).data.has_chats).toBe(1);
});

test("the steps are those of the acting location", async () => {
  const address = { address: "2 Main St", city: "Fontana", state: "CA", postal_code: "92335", time_zone: "" } as const;
  await owner(locations.store, { body: { title: "Airport", address_2: "", ...address } });
  const other = (await owner(locations.list)).data.find(({ title }) => title === "Airport");
  expect(await stepsOf(injectedCaller(app.http, token, other?.id))).toBe("open open done blocked");
});

test("hiding the list is the owner's own, and can be taken back", async () => {
  const hidden = async () => (await owner(firstRun.steps)).data.hidden;
  expect(await hidden()).toBe(0);
  for (const value of [1, 1, 0, 0] as const) {
    await owner(firstRun.hide, { body: { hidden: value } });
    expect(await hidden()).toBe(value);
  }
});

test("the team is not led", async () => {
  const { manager } = await app.dealership();
  await expect((await app.signIn(manager))(firstRun.steps)).rejects.toMatchObject({ status: 403 });
});
