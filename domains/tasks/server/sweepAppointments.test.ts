import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addCustomer } from "#core/testing/customer.ts";
import { openTestHouse, type TestHouse } from "#core/testing/house.ts";
import { appointments } from "#domains/appointments/contract.ts";
import { tasks } from "../contract.ts";
import { type Chores, choresOf } from "../testing/chores.ts";

let house: TestHouse;
let chores: Chores;

beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());
beforeEach(async () => {
  chores = await choresOf(house);
  await chores.at("2026-11-18T15:00:00Z");
});

const move = (id: number, status: 0 | 1 | 2) => chores.agent(appointments.update, { params: { id, status } });

describe("a customer who did not show up", () => {
  let id: number;
  let customer_id: number;
  beforeEach(async () => {
    customer_id = (await addCustomer(chores.agent)).id;
    id = await chores.appointment(customer_id, "2026-11-18 09:30 AM");
  });

  test("makes a task that a new appointment does", async () => {
    expect(await chores.swept()).toEqual([]);
    await move(id, 2);
    expect(await chores.swept()).toMatchObject([
      {
        ...{ rule: "no_show", description: "Find a new time: they did not come to “Test drive”" },
        ...{ customer_id, due_at: "2026-11-19T15:00:00.000Z" },
      },
    ]);
    house.clock.advance(1000);
    await chores.appointment(customer_id, "2026-11-25 09:30 AM");
    expect(await chores.swept()).toEqual([]);
    const ended = { status: "done", ended_how: "appointment", ended_by: "Agent Tester" };
    expect(await chores.shown("done")).toMatchObject([ended]);
    expect(await chores.swept()).toEqual([]);
  });

  test("is not needed when they came after all, and needed again when they did not", async () => {
    await move(id, 2);
    await chores.swept();
    await move(id, 1);
    expect(await chores.swept("done")).toMatchObject([{ status: "dropped", ended_how: "moved" }]);
    await move(id, 2);
    expect(await chores.swept()).toMatchObject([{ rule: "no_show", status: "open" }]);
  });

  test("is not needed when the appointment was deleted", async () => {
    await move(id, 2);
    await chores.swept();
    await chores.manager(appointments.remove, { params: { id } });
    expect(await chores.swept("done")).toMatchObject([{ status: "dropped", ended_how: "gone" }]);
  });

  test("is nothing new when they have another appointment already, or after a month", async () => {
    await chores.at("2026-11-18T16:00:00Z");
    await chores.appointment(customer_id, "2026-11-30 09:30 AM");
    await move(id, 2);
    expect(await chores.swept()).toEqual([]);
    const other = await chores.appointment((await addCustomer(chores.agent)).id, "2026-10-01 09:30 AM");
    await move(other, 2);
    expect(await chores.swept()).toEqual([]);
  });
});

describe("an appointment tomorrow", () => {
  test("is asked about when the place opens, until it closes, and confirming does it", async () => {
    const { id: customer_id } = await addCustomer(chores.agent);
    const id = await chores.appointment(customer_id, "2026-11-20 03:00 PM");
    await chores.at("2026-11-19T13:59:00Z");
    expect(await chores.swept()).toEqual([]);
    await chores.at("2026-11-19T14:00:00Z");
    expect(await chores.swept()).toMatchObject([
      {
        ...{ rule: "unconfirmed", description: "Ask whether “Test drive” on Fri, Nov 20, 3:00 PM holds" },
        ...{ customer_id, due_at: "2026-11-19T23:00:00.000Z" },
      },
    ]);
    await chores.manager(appointments.confirm, { params: { id } });
    const ended = { status: "done", ended_how: "confirmed", ended_by: "Manager Tester" };
    expect(await chores.swept("done")).toMatchObject([ended]);
  });

  test("on a Monday is asked about on Saturday", async () => {
    await chores.appointment((await addCustomer(chores.agent)).id, "2026-11-23 03:00 PM");
    await chores.at("2026-11-21T13:59:00Z");
    expect(await chores.swept()).toEqual([]);
    await chores.at("2026-11-21T14:00:00Z");
    expect(await chores.swept()).toMatchObject([{ rule: "unconfirmed", due_at: "2026-11-21T23:00:00.000Z" }]);
  });

  test("that is made after closing is asked about until it takes place, and then no more", async () => {
    await chores.at("2026-11-19T23:30:00Z");
    await chores.appointment((await addCustomer(chores.agent)).id, "2026-11-20 03:00 PM");
    expect(await chores.swept()).toMatchObject([{ rule: "unconfirmed", due_at: "2026-11-20T20:00:00.000Z" }]);
    await chores.at("2026-11-20T20:00:00Z");
    expect(await chores.swept("done")).toMatchObject([{ status: "dropped", ended_how: "past" }]);
  });

  test.each([
    ["completing", 1],
    ["a no show", 2],
  ] as const)("is asked about no more after %s", async (_, status) => {
    const id = await chores.appointment((await addCustomer(chores.agent)).id, "2026-11-19 03:00 PM");
    const [task] = await chores.swept();
    await move(id, status);
    expect((await chores.swept("done")).find((one) => one.id === task?.id)).toMatchObject({ ended_how: "moved" });
  });

  test("is asked about no more after deleting it, and not at all once it is confirmed", async () => {
    const id = await chores.appointment((await addCustomer(chores.agent)).id, "2026-11-19 03:00 PM");
    const sure = await chores.appointment((await addCustomer(chores.agent)).id, "2026-11-19 04:00 PM");
    await chores.agent(appointments.confirm, { params: { id: sure } });
    expect(await chores.swept()).toHaveLength(1);
    await chores.manager(appointments.remove, { params: { id } });
    expect((await chores.agent(tasks.settle)).data).toEqual({ ended: 1 });
    expect(await chores.shown("done")).toMatchObject([{ ended_how: "gone" }]);
  });
});
