import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { customers } from "#domains/customers/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import type { Dealership } from "#testing/dealership.ts";
import { everyEncoding, postEncoded } from "#testing/requestBodies.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { appointments } from "./contract.ts";

let app: TestApp;
let dealership: Dealership;
let agent: Caller;
let manager: Caller;

beforeAll(async () => {
  app = await startTestApp();
  dealership = await app.dealership();
  agent = await app.signIn(dealership.agent);
  manager = await app.signIn(dealership.manager);
});
afterAll(() => app.close());

const at = (appointment_date: string, time = "09:30 AM") => {
  const [customTimeHours, customTimeMinutes, customTimeAmPm] = time.split(/[: ]/);
  return { timeType: "custom" as const, appointment_date, customTimeHours, customTimeMinutes, customTimeAmPm };
};
const now = { timeType: "now" as const, appointment_date: "", customTimeHours: "", customTimeMinutes: "" };

async function add(call: Caller, customer_id: number, more: object = {}): Promise<number> {
  const draft = { title: "Test drive", type: 0, customer_id, notes: "", ...now, customTimeAmPm: "", ...more };
  return (await call(appointments.add, { body: draft })).data.id;
}

async function row(call: Caller, id: number) {
  const { data } = await call(appointments.table, { body: { length: 500 } });
  return data.find((one) => one.id === id);
}

const unhosted = { change_asked_at: null, duration: 30, host_id: null, host_name: "", place: "" };
describe("adding", () => {
  test("uses the location's wall time", async () => {
    const customer = await addCustomer(agent, { first_name: "Ana", last_name: "Diaz" });
    const id = await add(agent, customer.id, { type: 1, notes: "Bring the title", ...at("2026-07-04") });
    expect(await row(agent, id)).toEqual({
      id,
      title: "Test drive",
      type: 1,
      status: 0,
      notes: "Bring the title",
      customer_id: customer.id,
      customer_name: "Ana Diaz",
      customer_deleted: 0,
      created_by: "Agent Tester",
      user_id: expect.any(Number),
      version: 1,
      datetime: "2026-07-04T13:30:00.000Z",
      ends_at: "2026-07-04T14:00:00.000Z",
      ...unhosted,
      created: app.clock.now().toISOString(),
      confirmed_at: null,
    });
  });

  test("uses the acting location's time zone", async () => {
    const elsewhere = await app.signIn(dealership.owner, dealership.otherLocation_id);
    const customer = await addCustomer(elsewhere);
    const id = await add(elsewhere, customer.id, at("2026-07-04"));
    expect((await row(elsewhere, id))?.datetime).toBe("2026-07-04T16:30:00.000Z");
    expect(await row(agent, id)).toBeUndefined();
  });

  test("now is the time of saving", async () => {
    const customer = await addCustomer(agent);
    const id = await add(agent, customer.id);
    expect((await row(agent, id))?.datetime).toBe(app.clock.now().toISOString());
  });

  test.each(everyEncoding)("accepts %s", async (encoding) => {
    const { id } = await addCustomer(agent);
    const token = await app.token(dealership.agent);
    const fields = {
      dealer_id: "1",
      location_id: "1",
      title: "Trade-in",
      type: "0",
      customer_id: String(id),
      notes: "",
    };
    const answer = await postEncoded(
      app.http,
      token,
      "/appointments/add",
      { ...fields, ...at("2028-08-01") } as never,
      encoding,
    );
    expect(answer).toMatchObject({ status: "success", message: "Appointment created" });
    expect((await row(agent, answer.data.id))?.datetime).toBe("2028-08-01T13:30:00.000Z");
  });

  test("two customers can share a time, and one customer can have two times", async () => {
    const [one, other] = [await addCustomer(agent), await addCustomer(agent)];
    const ids = [await add(agent, one.id, at("2026-09-01")), await add(agent, other.id, at("2026-09-01"))];
    ids.push(await add(agent, one.id, at("2026-09-01", "09:45 AM")));
    expect(new Set(ids).size).toBe(3);
  });

  test("a deleted appointment frees its time", async () => {
    const { id } = await addCustomer(agent);
    const first = await add(agent, id, at("2026-09-02"));
    await manager(appointments.remove, { params: { id: first } });
    expect(await add(agent, id, at("2026-09-02"))).not.toBe(first);
  });
});

describe("moving and deleting", () => {
  test("any status may follow any other, and each move is in the audit trail once", async () => {
    const id = await add(agent, (await addCustomer(agent)).id);
    for (const status of [1, 2, 1, 0, 2, 0, 0] as const) {
      const { data } = await agent(appointments.update, { params: { id, status } });
      expect(data).toEqual({ id, status });
      expect((await row(agent, id))?.status).toBe(status);
    }
    const { rows } = await app.pool.query(
      "select detail ->> 'from' || ' → ' || (detail ->> 'to') as move from audit_log where subject = $1 and subject_id = $2 order by id",
      ["appointment", id],
    );
    expect(rows.map(({ move }) => move)).toEqual([
      "Pending → Completed",
      "Completed → No Show",
      "No Show → Completed",
      "Completed → Pending",
      "Pending → No Show",
      "No Show → Pending",
    ]);
  });

  test("a manager deletes; the audit trail says who and which", async () => {
    const customer = await addCustomer(agent);
    const id = await add(agent, customer.id, at("2026-10-01"));
    const answer = await manager(appointments.remove, { params: { id } });
    expect(answer.message).toBe("Appointment deleted");
    expect(await row(agent, id)).toBeUndefined();
    const { rows } = await app.pool.query(
      "select email, detail from audit_log join users on users.id = user_id where action = 'deleted' and subject_id = $1",
      [id],
    );
    const detail = { customer_id: customer.id, datetime: "2026-10-01T13:30:00.000Z" };
    expect(rows).toEqual([{ email: dealership.manager, detail }]);
  });

  test("a deleted one is brought back as it was, within a day", async () => {
    const customer = await addCustomer(agent);
    const id = await add(agent, customer.id, { ...at("2026-10-02"), notes: "Bring both keys" });
    await agent(appointments.confirm, { params: { id } });
    const before = await row(agent, id);
    await manager(appointments.remove, { params: { id } });
    app.events.published.splice(0);
    const answer = await manager(appointments.restore, { params: { id } });
    expect(answer).toMatchObject({ message: "Appointment restored", data: { id } });
    expect(await row(agent, id)).toEqual(before);
    expect(app.events.published).toMatchObject([{ event: "appointment-changed", payload: { target_id: id } }]);
    await expect(manager(appointments.restore, { params: { id } })).rejects.toMatchObject({ status: 404 });
    const { rows } = await app.pool.query(
      "select action from audit_log where subject = 'appointment' and subject_id = $1 order by id",
      [id],
    );
    expect(rows.map(({ action }) => action)).toEqual(["confirmed", "deleted", "restored"]);

    await manager(appointments.remove, { params: { id } });
    await app.pool.query("update deleted_appointments set deleted_at = deleted_at - interval '25 hours'");
    await expect(manager(appointments.restore, { params: { id } })).rejects.toMatchObject({ status: 404 });
    const other = await add(agent, customer.id);
    await manager(appointments.remove, { params: { id: other } });
    const kept = await app.pool.query("select id::int from deleted_appointments where customer_id = $1", [customer.id]);
    expect(kept.rows).toEqual([{ id: other }]);
  });

  test("a deleted one is not brought back beside another at its time, or to a deleted customer", async () => {
    const customer = await addCustomer(agent);
    const id = await add(agent, customer.id, at("2026-10-03"));
    await manager(appointments.remove, { params: { id } });
    const instead = await add(agent, customer.id, at("2026-10-03"));
    const restored = () => manager(appointments.restore, { params: { id } });
    await expect(restored()).rejects.toMatchObject({ status: 409 });
    await manager(appointments.remove, { params: { id: instead } });
    await manager(customers.remove, { params: { id: customer.id } });
    await expect(restored()).rejects.toMatchObject({ status: 409 });
    await expect(agent(appointments.restore, { params: { id } })).rejects.toMatchObject({ status: 403 });
  });

  test("an appointment outlives its customer", async () => {
    const customer = await addCustomer(agent, { first_name: "Gone", last_name: "Soon" });
    const id = await add(agent, customer.id);
    await manager(customers.remove, { params: { id: customer.id } });
    expect(await row(agent, id)).toMatchObject({ customer_name: "Gone Soon", customer_deleted: 1 });
  });
});

describe("confirming", () => {
  test("stores when and by whom once, audits it and publishes an event", async () => {
    const id = await add(agent, (await addCustomer(agent)).id, at("2026-11-01"));
    app.events.published.splice(0);
    const confirmed_at = app.clock.now().toISOString();
    expect(await agent(appointments.confirm, { params: { id } })).toMatchObject({ message: "Appointment confirmed" });
    app.clock.advance(1000);
    await manager(appointments.confirm, { params: { id } });
    expect(await row(agent, id)).toMatchObject({ confirmed_at, status: 0 });
    const confirmedBy = await app.pool.query(
      "select email from appointments join users on users.id = confirmed_by where appointments.id = $1",
      [id],
    );
    expect(confirmedBy.rows).toEqual([{ email: dealership.agent }]);
    const trail = await app.pool.query("select id from audit_log where action = 'confirmed' and subject_id = $1", [id]);
    expect(trail.rows).toHaveLength(1);
    const changes = app.events.published.filter(({ event }) => event === "appointment-changed");
    expect(changes).toMatchObject([{ payload: { target_id: id } }]);
  });

  test("is for pending appointments", async () => {
    const id = await add(agent, (await addCustomer(agent)).id, at("2026-11-02"));
    await agent(appointments.update, { params: { id, status: 1 } });
    const refusal = { status: 409, message: "Only a pending appointment can be confirmed." };
    await expect(agent(appointments.confirm, { params: { id } })).rejects.toMatchObject(refusal);
  });
});

describe("the table", () => {
  let call: Caller;
  const titles = ["oil change", "Émile's visit", "Zoom call", "Alignment", "brakes"];

  beforeAll(async () => {
    const { agent: another } = await app.dealership();
    call = await app.signIn(another);
    for (const [index, title] of titles.entries()) {
      const customer = await addCustomer(call, { first_name: `Name${index}`, last_name: index % 2 ? "Odd" : "Even" });
      const id = await add(call, customer.id, { title, type: index % 2, ...at(`2026-05-0${5 - index}`) });
      if (index === 3) await call(appointments.update, { params: { id, status: 2 } });
    }
  });

  const titlesOf = async (body: object) => {
    const answer = await call(appointments.table, { body });
    return answer.data.map(({ title }) => title);
  };

  test("pages, with totals and draw", async () => {
    const first = await call(appointments.table, { body: { draw: 7, start: 0, length: 2 } });
    expect(first).toMatchObject({ draw: 7, recordsTotal: 5, recordsFiltered: 5 });
    expect(first.data.map(({ title }) => title)).toEqual(["brakes", "Alignment"]);
    expect(await titlesOf({ start: 4, length: 2 })).toEqual(["oil change"]);
    expect(await titlesOf({ start: 9, length: 2 })).toEqual([]);
  });

  test.each([
    ["title", "zoom", ["Zoom call"]],
    ["customer", "name1 odd", ["Émile's visit"]],
    ["type", "virtual", ["Alignment", "Émile's visit"]],
    ["status", "no show", ["Alignment"]],
    ["wildcards for themselves", "%", []],
    ["nothing else", "agent tester", []],
  ])("searches by %s", async (_by, value, expected) => {
    const answer = await call(appointments.table, { body: { search: { value } } });
    expect(answer.data.map(({ title }) => title)).toEqual(expected);
    expect(answer).toMatchObject({ recordsTotal: 5, recordsFiltered: expected.length });
  });

  const byTime = ["brakes", "Alignment", "Zoom call", "Émile's visit", "oil change"];
  const byId = [...byTime].reverse();
  test.each([
    ["id", byId, "brakes"],
    ["title", ["Alignment", "brakes", "Émile's visit", "oil change", "Zoom call"], "Zoom call"],
    ["datetime", byTime, "oil change"],
    ["customer_name", byId, "brakes"],
    ["type", ["oil change", "Zoom call", "brakes", "Émile's visit", "Alignment"], "Alignment"],
    ["created_by", byId, "brakes"],
    ["created", byId, "brakes"],
    ["status", ["oil change", "Émile's visit", "Zoom call", "brakes", "Alignment"], "Alignment"],
  ])("sorts by %s, up and down", async (data, upwards, firstDownwards) => {
    const columns = [{ data }];
    expect(await titlesOf({ columns, order: [{ column: 0, dir: "asc" }] })).toEqual(upwards);
    expect((await titlesOf({ columns, order: [{ column: 0, dir: "desc" }] }))[0]).toBe(firstDownwards);
  });

  test("an unknown column falls back to newest first", async () => {
    const columns = [{ data: "dealer_id" }];
    expect(await titlesOf({ columns, order: [{ column: 0 }] })).toEqual(byTime);
    expect(await titlesOf({ columns, order: [{ column: 5 }] })).toEqual(byTime);
  });
});

test("the table can be limited to one customer", async () => {
  const [mine, other] = [await addCustomer(agent), await addCustomer(agent)];
  const ids = [await add(agent, mine.id, at("2027-01-02")), await add(agent, mine.id, at("2027-01-03"))];
  await add(agent, other.id, at("2027-01-02"));
  const page = await agent(appointments.table, { body: { customer_id: mine.id, length: 500 } });
  expect(page.data.map(({ id }) => id).sort()).toEqual(ids.sort());
  expect(page).toMatchObject({ recordsTotal: 2, recordsFiltered: 2 });
  const nobody = await agent(appointments.table, { body: { customer_id: 999_999_999 } });
  expect(nobody).toMatchObject({ data: [], recordsTotal: 0 });
});
