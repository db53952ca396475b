import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import type { Dealership } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { businessHours } from "./contract.ts";
import { defaultHours } from "./rules.ts";
import { hoursOf, hoursOfAll } from "./server/store.ts";

let app: TestApp;
let dealer: Dealership;
let owner: Caller;
let manager: Caller;
beforeAll(async () => {
  app = await startTestApp();
  dealer = await app.dealership();
  owner = await app.signIn(dealer.owner);
  manager = await app.signIn(dealer.manager);
});
afterAll(() => app.close());

const nineToFive = { opens: 540, closes: 1020 };
const week = [null, ...Array.from({ length: 5 }, () => nineToFive), null];
const show = async (call: Caller, id: number) => (await call(businessHours.show, { params: { id } })).data;
const change = (call: Caller, id: number, body: { week: unknown; closed?: unknown }) =>
  call(businessHours.change, { params: { id }, body: { closed: [], ...body } });
const stored = (location_id: number) => {
  const place = { dealer_id: dealer.dealer_id, location_id };
  return app.server.within.business(place, "test", ({ db }) => hoursOf(db, place));
};

describe("business hours", () => {
  test("are Monday to Saturday from 9 to 6 by default", async () => {
    expect(await show(manager, dealer.location_id)).toEqual({
      id: dealer.location_id,
      title: "Downtown",
      time_zone: "America/New_York",
      week: defaultHours.week,
      closed: [],
    });
    expect(await stored(dealer.location_id)).toEqual({ hours: defaultHours, time_zone: "America/New_York" });
  });

  test("are changed, with distinct sorted closed days, and audited", async () => {
    const closed = ["2026-12-25", "2026-11-26", "2026-12-25"];
    const { data, message } = await change(manager, dealer.location_id, { week, closed });
    expect(message).toBe("Business hours saved");
    const hours = { week, closed: ["2026-11-26", "2026-12-25"] };
    expect(data).toMatchObject(hours);
    expect(await show(owner, dealer.location_id)).toEqual(data);
    expect(await stored(dealer.location_id)).toEqual({ hours, time_zone: "America/New_York" });
    const { rows } = await app.pool.query(
      `select action, subject, subject_id::int as location, user_id is not null as known, detail from audit_log
       where dealer_id = $1 and action = 'changed business hours'`,
      [dealer.dealer_id],
    );
    const detail = { minutes_a_week: 5 * 480, closed_days: 2 };
    expect(rows).toEqual([
      { action: "changed business hours", subject: "location", location: dealer.location_id, known: true, detail },
    ]);
    await change(manager, dealer.location_id, { week: [...week.slice(0, 6), { opens: 0, closes: 1440 }] });
    expect(await show(owner, dealer.location_id)).toMatchObject({
      week: [...week.slice(0, 6), { opens: 0, closes: 1440 }],
      closed: [],
    });
  });

  test("can be sent as a form, with empty strings for closed days", async () => {
    const days = week.map((day, index) =>
      day ? `week[${index}][opens]=${day.opens}&week[${index}][closes]=${day.closes}` : `week[${index}]=`,
    );
    const answer = await app.http.inject({
      method: "POST",
      url: `/api/locations/hours/${dealer.location_id}`,
      headers: {
        authorization: `Bearer ${await app.token(dealer.manager)}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      payload: `${days.join("&")}&closed[]=2027-01-01`,
    });
    expect(answer.json()).toMatchObject({ status: "success", data: { week, closed: ["2027-01-01"] } });
  });

  test("of another location are open to the owner, and to nobody who doesn't belong there", async () => {
    await change(owner, dealer.otherLocation_id, { week });
    expect(await show(owner, dealer.otherLocation_id)).toMatchObject({ week, time_zone: "America/Los_Angeles" });
    await expect(show(manager, dealer.otherLocation_id)).rejects.toMatchObject({ status: 404 });
    await expect(change(manager, dealer.otherLocation_id, { week })).rejects.toMatchObject({ status: 404 });
    const agent = await app.signIn(dealer.agent);
    await expect(show(agent, dealer.location_id)).rejects.toMatchObject({ status: 403 });
  });

  test("can be read for all locations of all dealers", async () => {
    const other = await app.dealership();
    const all = await app.server.within.control("test", ({ db }) => hoursOfAll(db));
    const [newYork, losAngeles] = ["America/New_York", "America/Los_Angeles"];
    expect(all.get(`${dealer.dealer_id}:${dealer.otherLocation_id}`)).toEqual({
      hours: { week, closed: [] },
      time_zone: losAngeles,
    });
    expect(all.get(`${other.dealer_id}:${other.location_id}`)).toEqual({ hours: defaultHours, time_zone: newYork });
  });
});

describe("errors are reported at the field", () => {
  const withMonday = (monday: unknown) => ({ week: week.map((day, index) => (index === 1 ? monday : day)) });
  test.each([
    [withMonday({ opens: 600, closes: 540 }), { "week.1.closes": "Closing time must be after opening time" }],
    [withMonday({ opens: 600, closes: 600 }), { "week.1.closes": "Closing time must be after opening time" }],
    [withMonday({ opens: "", closes: 600 }), { "week.1.opens": "Select a time" }],
    [withMonday({ opens: -1, closes: 1441 }), { "week.1.opens": "Select a time", "week.1.closes": "Select a time" }],
    [withMonday({ opens: 1.5, closes: 600 }), { "week.1.opens": "Select a time" }],
    [withMonday("nine to five"), { "week.1": "Select a time" }],
    [{ week: week.slice(1) }, { week: "Enter hours for seven days" }],
    [{ week: "always" }, { week: "Enter hours for seven days" }],
    [{ week, closed: ["2026-02-30"] }, { "closed.0": "Select a day" }],
    [{ week, closed: ["tomorrow"] }, { "closed.0": "Select a day" }],
    [{ week, closed: "2026-02-01" }, { closed: "Enter a list of days" }],
    [{ week, closed: Array.from({ length: 101 }, () => "2026-02-01") }, { closed: "Add up to 100 closed days" }],
  ])("%j", async (body, fields) => {
    await expect(change(manager, dealer.location_id, body)).rejects.toMatchObject({ status: 422, fields });
  });
});
