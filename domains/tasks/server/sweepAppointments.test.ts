import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { appointments } from "#domains/appointments/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import { createTaskFixture, type TaskFixture } from "#testing/tasks/taskFixture.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { tasks } from "../contract.ts";

let app: TestApp;
let fixture: TaskFixture;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  fixture = await createTaskFixture(app);
  await fixture.setTime("2026-11-18T15:00:00Z");
});

const move = (id: number, status: 0 | 1 | 2) => fixture.agent(appointments.update, { params: { id, status } });

describe("a customer who did not show up", () => {
  let id: number;
  let customer_id: number;
  beforeEach(async () => {
    customer_id = (await addCustomer(fixture.agent)).id;
    id = await fixture.addAppointment(customer_id, "2026-11-18 09:30 AM");
  });

  test("creates a task that a new appointment ends", async () => {
    expect(await fixture.sweepAndList()).toEqual([]);
    await move(id, 2);
    expect(await fixture.sweepAndList()).toMatchObject([
      {
        rule: "no_show",
        description: "Reschedule: no show for “Test drive”",
        customer_id,
        due_at: "2026-11-19T15:00:00.000Z",
      },
    ]);
    app.clock.advance(1000);
    await fixture.addAppointment(customer_id, "2026-11-25 09:30 AM");
    expect(await fixture.sweepAndList()).toEqual([]);
    const ended = { status: "done", ended_how: "appointment", ended_by: "Agent Tester" };
    expect(await fixture.list("done")).toMatchObject([ended]);
    expect(await fixture.sweepAndList()).toEqual([]);
  });

  test("is dropped when they came after all, and reopens when they did not", async () => {
    await move(id, 2);
    await fixture.sweepAndList();
    await move(id, 1);
    expect(await fixture.sweepAndList("done")).toMatchObject([{ status: "dropped", ended_how: "moved" }]);
    await move(id, 2);
    expect(await fixture.sweepAndList()).toMatchObject([{ rule: "no_show", status: "open" }]);
  });

  test("is dropped when the appointment is deleted", async () => {
    await move(id, 2);
    await fixture.sweepAndList();
    await fixture.manager(appointments.remove, { params: { id } });
    expect(await fixture.sweepAndList("done")).toMatchObject([{ status: "dropped", ended_how: "gone" }]);
  });

  test("creates nothing when they have another appointment, or after a month", async () => {
    await fixture.setTime("2026-11-18T16:00:00Z");
    await fixture.addAppointment(customer_id, "2026-11-30 09:30 AM");
    await move(id, 2);
    expect(await fixture.sweepAndList()).toEqual([]);
    const other = await fixture.addAppointment((await addCustomer(fixture.agent)).id, "2026-10-01 09:30 AM");
    await move(other, 2);
    expect(await fixture.sweepAndList()).toEqual([]);
  });
});

describe("an appointment tomorrow", () => {
  test("is due during business hours of the day before, and confirming ends it", async () => {
    const { id: customer_id } = await addCustomer(fixture.agent);
    const id = await fixture.addAppointment(customer_id, "2026-11-20 03:00 PM");
    await fixture.setTime("2026-11-19T13:59:00Z");
    expect(await fixture.sweepAndList()).toEqual([]);
    await fixture.setTime("2026-11-19T14:00:00Z");
    expect(await fixture.sweepAndList()).toMatchObject([
      {
        rule: "unconfirmed",
        description: "Confirm “Test drive” on Fri, Nov 20, 3:00 PM",
        customer_id,
        due_at: "2026-11-19T23:00:00.000Z",
      },
    ]);
    await fixture.manager(appointments.confirm, { params: { id } });
    const ended = { status: "done", ended_how: "confirmed", ended_by: "Manager Tester" };
    expect(await fixture.sweepAndList("done")).toMatchObject([ended]);
  });

  test("on a Monday is asked about on Saturday", async () => {
    await fixture.addAppointment((await addCustomer(fixture.agent)).id, "2026-11-23 03:00 PM");
    await fixture.setTime("2026-11-21T13:59:00Z");
    expect(await fixture.sweepAndList()).toEqual([]);
    await fixture.setTime("2026-11-21T14:00:00Z");
    expect(await fixture.sweepAndList()).toMatchObject([{ rule: "unconfirmed", due_at: "2026-11-21T23:00:00.000Z" }]);
  });

  test("added after closing is asked about until it takes place", async () => {
    await fixture.setTime("2026-11-19T23:30:00Z");
    await fixture.addAppointment((await addCustomer(fixture.agent)).id, "2026-11-20 03:00 PM");
    expect(await fixture.sweepAndList()).toMatchObject([{ rule: "unconfirmed", due_at: "2026-11-20T20:00:00.000Z" }]);
    await fixture.setTime("2026-11-20T20:00:00Z");
    expect(await fixture.sweepAndList("done")).toMatchObject([{ status: "dropped", ended_how: "past" }]);
  });

  test.each([
    ["completing", 1],
    ["a no show", 2],
  ] as const)("is dropped after %s", async (_, status) => {
    const id = await fixture.addAppointment((await addCustomer(fixture.agent)).id, "2026-11-19 03:00 PM");
    const [task] = await fixture.sweepAndList();
    await move(id, status);
    expect((await fixture.sweepAndList("done")).find((one) => one.id === task?.id)).toMatchObject({
      ended_how: "moved",
    });
  });

  test("is dropped after deletion, and never asked about once confirmed", async () => {
    const id = await fixture.addAppointment((await addCustomer(fixture.agent)).id, "2026-11-19 03:00 PM");
    const sure = await fixture.addAppointment((await addCustomer(fixture.agent)).id, "2026-11-19 04:00 PM");
    await fixture.agent(appointments.confirm, { params: { id: sure } });
    expect(await fixture.sweepAndList()).toHaveLength(1);
    await fixture.manager(appointments.remove, { params: { id } });
    expect((await fixture.agent(tasks.settle)).data).toEqual({ ended: 1 });
    expect(await fixture.list("done")).toMatchObject([{ ended_how: "gone" }]);
  });
});
