import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { CallError } from "#core/client.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { appointments } from "#domains/appointments/contract.ts";
import { businessHours } from "#domains/locations/hours/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import type { Dealership } from "#testing/dealership.ts";
import { injectedCaller } from "#testing/injectedCaller.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { locations } from "./contract.ts";

let app: TestApp;
let dealer: Dealership;
let owner: Caller;
beforeAll(async () => {
  app = await startTestApp();
  dealer = await app.dealership();
  await app.dealership();
  owner = await app.signIn(dealer.owner);
});
afterAll(() => app.close());

const titles = async (call: Caller) => (await call(locations.list)).data.map(({ title }) => title);
const place = { title: "", address: "", city: "", state: "", postal_code: "" };
const noFigures = {
  rate: 0,
  count_reviews: 0,
  invite_sends: 0,
  invite_clicked: 0,
  monthly_goals: 0,
  monthly_goals_received: 0,
};

describe("locations", () => {
  test("are all of the business's for the owner, and their own for the others", async () => {
    expect((await owner(locations.list)).data[0]).toEqual({
      id: dealer.location_id,
      title: "Downtown",
      address: "1 Main St",
      address_2: "",
      city: "Springfield",
      state: "NY",
      postal_code: "10001",
      time_zone: "America/New_York",
      ...noFigures,
    });
    expect(await titles(owner)).toEqual(["Downtown", "Airport"]);
    expect(await titles(await app.signIn(dealer.manager))).toEqual(["Downtown"]);
    expect(await titles(await app.signIn(dealer.otherAgent))).toEqual(["Airport"]);
  });

  test("are listed in a searchable, sortable table", async () => {
    const search = async (text: string, dir: "asc" | "desc") => {
      const query = { search: { value: text }, columns: [{ data: "title" }], order: [{ column: 0, dir }] };
      return owner(locations.table, { body: query });
    };
    expect((await search("", "desc")).data.map(({ title }) => title)).toEqual(["Downtown", "Airport"]);
    expect(await search("airp", "asc")).toMatchObject({
      recordsTotal: 2,
      recordsFiltered: 1,
      data: [{ title: "Airport" }],
    });
    expect((await search("nowhere", "asc")).data).toEqual([]);
  });
});

describe("a new location", () => {
  test.each([
    [{}, "America/New_York"],
    [{ city: "Reno", state: "Nevada", postal_code: "89501" }, "America/Los_Angeles"],
    [{ state: "TX", postal_code: "79936" }, "America/Denver"],
  ])("with %o has the time zone %s", async (where, time_zone) => {
    const title = `Branch in ${time_zone}`;
    const { data, message } = await owner(locations.store, {
      body: { ...place, title, address: "2 Side St", ...where },
    });
    expect(message).toBe("Location added");
    expect(data).toMatchObject({ title, address: "2 Side St", time_zone, ...noFigures });
    if ("state" in where) expect(data.state).toMatch(/^(NV|TX)$/);
  });

  test("without a state gets the acting location's time zone, and the owner can act there at once", async () => {
    const token = await app.token(dealer.owner);
    const airport = injectedCaller(app.http, token, dealer.otherLocation_id);
    const { data } = await airport(locations.store, { body: { ...place, title: "Harbor", address: "9 Quay" } });
    expect(data.time_zone).toBe("America/Los_Angeles");
    const callAtHarbor = injectedCaller(app.http, token, data.id);
    expect((await callAtHarbor(accounts.profile)).data).toMatchObject({
      location: "Harbor",
      location_address: "9 Quay",
    });
    const agent = injectedCaller(app.http, await app.token(dealer.agent), data.id);
    await expect(agent(accounts.profile)).rejects.toMatchObject({ status: 403 });
    const { rows } = await app.pool.query(
      "select action, subject, subject_id::int from audit_log where dealer_id = $1 and subject = 'location' order by id desc limit 1",
      [dealer.dealer_id],
    );
    expect(rows).toEqual([{ action: "added", subject: "location", subject_id: data.id }]);
  });

  test.each([
    [{ address: "1 Main St" }, "title", "Title is required"],
    [{ title: " ", address: "1 Main St" }, "title", "Title is required"],
    [{ title: "West" }, "address", "Address is required"],
    [{ title: "West", address: "" }, "address", "Address is required"],
    [{ title: "West", address: "1 Main St", state: "Atlantis" }, "state", "Select a state from the list"],
    [{ title: "x".repeat(201), address: "1 Main St" }, "title", "Use at most 200 characters"],
    [{ title: "dOWNtown", address: "1 Main St" }, "title", "You already have a location with this title"],
  ])("%o is refused at %s: %s", async (body, field, text) => {
    await expect(owner(locations.store, { body: body as never })).rejects.toMatchObject({
      status: 422,
      message: text,
      fields: { [field]: text },
    });
  });
});

describe("a changed location", () => {
  const changed = { ...place, title: "Uptown", address: "5 Hill Rd", address_2: "Suite 2", city: "Reno" };
  const update = (call: Caller, id: number, body: object) =>
    call(locations.update, { params: { id }, body: { ...changed, time_zone: "", ...body } });

  test("shows its new address and zone to everybody at once, and its hours and moments stay", async () => {
    const business = await app.dealership();
    const boss = await app.signIn(business.owner);
    const agent = await app.signIn(business.agent);
    const { id: customer_id } = await addCustomer(agent);
    const noon = {
      appointment_date: "2027-03-01",
      customTimeHours: "12",
      customTimeMinutes: "00",
      customTimeAmPm: "PM",
    };
    const draft = { ...noon, title: "Test drive", customer_id, timeType: "custom" as const, notes: "" };
    await agent(appointments.add, { body: draft });
    const params = { id: business.location_id };
    const before = (await boss(businessHours.show, { params })).data;
    const from = app.events.published.length;
    const { data, message } = await update(boss, business.location_id, { state: "NV", postal_code: "89501" });
    expect(message).toBe("Location updated");
    expect(data).toMatchObject({ ...changed, state: "NV", postal_code: "89501", time_zone: "America/Los_Angeles" });
    expect((await agent(accounts.profile)).data).toMatchObject({
      location: "Uptown",
      location_address: "5 Hill Rd, Suite 2, Reno, NV 89501",
      time_zone: "America/Los_Angeles",
    });
    expect(app.events.published.slice(from)).toContainEqual({
      room: `dealer:${business.dealer_id}`,
      event: "location-changed",
      payload: { target_id: business.location_id },
    });
    // 12 PM in New York; the location's clocks now say 9 AM.
    expect((await agent(appointments.table, { body: {} })).data[0]?.datetime).toBe("2027-03-01T17:00:00.000Z");
    const after = (await boss(businessHours.show, { params })).data;
    expect(after).toEqual({ ...before, title: "Uptown", time_zone: "America/Los_Angeles" });
    const { rows } = await app.pool.query(
      "select action, detail from audit_log where dealer_id = $1 and subject = 'location' order by id desc limit 1",
      [business.dealer_id],
    );
    expect(rows[0]).toMatchObject({
      action: "changed",
      detail: { time_zone_before: "America/New_York", time_zone: "America/Los_Angeles" },
    });
  });

  test("keeps a zone that was chosen, and needs one without a state", async () => {
    const { data: harbor } = await owner(locations.store, { body: { ...place, title: "Pier", address: "1 Pier" } });
    const here = { title: "Pier", city: "" };
    const chosen = await update(owner, harbor.id, { ...here, state: "CA", time_zone: "America/Denver" });
    expect(chosen.data).toMatchObject({ state: "CA", time_zone: "America/Denver" });
    const without = await update(owner, harbor.id, { ...here, time_zone: "Pacific/Honolulu" });
    expect(without.data).toMatchObject({ state: "", time_zone: "Pacific/Honolulu" });
    const from = app.events.published.length;
    await update(owner, harbor.id, { ...here, time_zone: "Pacific/Honolulu" });
    expect(app.events.published.slice(from)).toEqual([]);
  });

  test.each([
    [{}, "time_zone", "Select the location's time zone"],
    [{ time_zone: "Mars/Olympus" }, "time_zone", "Select a time zone from the list"],
    [{ state: "NY", title: "" }, "title", "Title is required"],
    [{ state: "NY", address: " " }, "address", "Address is required"],
    [{ state: "Atlantis" }, "state", "Select a state from the list"],
    [{ state: "NY", title: "aIRPORT" }, "title", "You already have a location with this title"],
  ])("%j is refused at %s: %s", async (body, field, text) => {
    await expect(update(owner, dealer.location_id, body)).rejects.toMatchObject({
      status: 422,
      fields: { [field]: text },
    });
  });

  test("is the owner's to change, and of the own business", async () => {
    const body = { title: "Mine", state: "NY" };
    for (const role of ["manager", "agent"] as const) {
      const call = await app.signIn(dealer[role]);
      await expect(update(call, dealer.location_id, body)).rejects.toMatchObject({ status: 403 });
    }
    const { location_id } = await app.dealership();
    await expect(update(owner, location_id, body)).rejects.toMatchObject({ status: 404 });
  });
});

test("the export has every location, with formulas escaped", async () => {
  const foreign = await app.dealership();
  const boss = await app.signIn(foreign.owner);
  await boss(locations.store, {
    body: { ...place, title: '=SUM("A1")', address: "1, Main", city: "Ünïon" },
  });
  const { data } = await boss(locations.export);
  expect(data.file_name).toMatch(/^locations-\d{4}-\d\d-\d\d\.csv$/);
  const [head, ...lines] = data.csv.trim().split("\r\n");
  expect(head).toMatch(/^\uFEFF?Location,Address,.*,Rating,Reviews,Invites Sent,Invites Clicked,CTR %,/);
  expect(lines.sort()).toEqual([
    `"'=SUM(""A1"")","1, Main",,Ünïon,,,America/New_York,0,0,0,0,0.00,0,0,0.00`,
    "Airport,1 Main St,,Springfield,NY,10001,America/Los_Angeles,0,0,0,0,0.00,0,0,0.00",
    "Downtown,1 Main St,,Springfield,NY,10001,America/New_York,0,0,0,0,0.00,0,0,0.00",
  ]);
});

test.each(["manager", "agent"] as const)("role %s can neither add nor export", async (who) => {
  const call = await app.signIn(dealer[who]);
  const add = call(locations.store, { body: { ...place, title: "West", address: "1 Main St" } });
  await expect(add).rejects.toMatchObject({ status: 403 });
  await expect(call(locations.export)).rejects.toBeInstanceOf(CallError);
});
