import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { appointmentCalendar } from "#domains/appointments/calendar/contract.ts";
import { appointments } from "#domains/appointments/contract.ts";
import { reminders } from "#domains/appointments/reminders/contract.ts";
import { createReminderFixture, type ReminderFixture } from "#testing/reminders/reminderFixture.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { remindCustomer, sweepReminders } from "./remindCustomer.ts";

let app: TestApp;
let fixture: ReminderFixture;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  fixture = await createReminderFixture(app);
});

const dayBefore = "2026-11-19T19:15:00Z";

describe("a coming appointment", () => {
  test("is reminded of a day and an hour before, once each", async () => {
    const { id, customer } = await fixture.book();
    await fixture.runAt("2026-11-19T19:14:00Z");
    expect(fixture.texts(customer.phone)).toEqual([]);
    await fixture.runAt(dayBefore);
    expect(fixture.texts(customer.phone)).toEqual([
      expect.stringMatching(
        /^Dealer .+: Reminder of your appointment on Fri, Nov 20 at 2:15 PM\. Reply C to confirm, R to change\.$/,
      ),
    ]);
    await fixture.runAt("2026-11-19T19:16:00Z");
    await fixture.runAt("2026-11-20T18:15:00Z");
    await fixture.runAt("2026-11-20T18:16:00Z");
    expect(fixture.texts(customer.phone)).toHaveLength(2);
    expect(await fixture.states(id)).toEqual(["24 sent", "1 sent"]);
    await fixture.setTime("2026-11-20T18:16:00Z");
    const { data } = await fixture.agent(reminders.ofAppointment, { params: { id } });
    expect(data).toMatchObject({
      is_number_held: 0,
      reminders: [
        { hours_before: 24, state: "sent", sent_at: "2026-11-19T19:15:00.000Z" },
        { hours_before: 1, state: "sent", sent_at: "2026-11-20T18:15:00.000Z" },
      ],
    });
  });

  test("shows the reminders of its present time only", async () => {
    const { id } = await fixture.book();
    await fixture.runAt("2026-11-19T12:00:00Z");
    await app.pool.query("update appointments set datetime = datetime + interval '2 hours' where id = $1", [id]);
    await fixture.runAt("2026-11-19T12:01:00Z");
    await fixture.setTime("2026-11-19T12:01:00Z");
    const { data } = await fixture.agent(reminders.ofAppointment, { params: { id } });
    expect(data.reminders.map(({ send_at }) => send_at)).toEqual([
      "2026-11-19T21:15:00.000Z",
      "2026-11-20T20:15:00.000Z",
    ]);
  });

  test("is planned by the booking itself, and sent when it is due without a sweep", async () => {
    const { id, customer } = await fixture.book();
    const planned = () => app.jobs.runAll();
    app.clock.set(new Date("2026-11-19T19:14:00Z"));
    await planned();
    expect(await fixture.states(id)).toEqual(["24 waiting", "1 waiting"]);
    expect(fixture.texts(customer.phone)).toEqual([]);
    app.clock.set(new Date(dayBefore));
    await planned();
    await planned();
    expect(fixture.texts(customer.phone)).toHaveLength(1);
    expect(await fixture.states(id)).toEqual(["24 sent", "1 waiting"]);
  });

  test("is planned by its location's settings once they change", async () => {
    await fixture.set({ is_on: 0 });
    const { id, customer } = await fixture.book("2026-11-19 02:15 PM");
    await app.jobs.runAll();
    expect(await fixture.states(id)).toEqual([]);
    await fixture.set({ is_on: 1, first_hours: 3, second_hours: 0 });
    await app.jobs.runAll();
    expect(await fixture.states(id)).toEqual(["3 waiting"]);
    app.clock.set(new Date("2026-11-19T16:15:00Z"));
    await app.jobs.runAll();
    expect(fixture.texts(customer.phone)).toHaveLength(1);
  });

  test("leaves a customer who waits for an answer waiting, and is marked as automatic", async () => {
    const { customer } = await fixture.book();
    await fixture.reply(customer.phone, "Do you have it in red?");
    await fixture.runAt("2026-11-19T12:00:00Z");
    await fixture.runAt(dayBefore);
    const { rows } = await app.pool.query(
      `select automatic, waiting_since is not null as waits from messages join chats on chats.id = messages.chat_id
       where chats.customer_id = $1 and is_from_customer = 0`,
      [customer.id],
    );
    expect(rows).toEqual([{ automatic: "reminder", waits: true }]);
  });

  test("is reminded of in the evening before when an hour before is in quiet hours", async () => {
    const { customer } = await fixture.book("2026-11-20 08:30 AM");
    await fixture.set({ first_hours: 1, second_hours: 0 });
    await fixture.runAt("2026-11-20T01:44:00Z");
    expect(fixture.texts(customer.phone)).toEqual([]);
    await fixture.runAt("2026-11-20T01:45:00Z");
    expect(fixture.texts(customer.phone)).toHaveLength(1);
  });

  test("in Spanish", async () => {
    await fixture.set({ language: "es" });
    const { customer } = await fixture.book();
    await fixture.runAt("2026-11-19T12:00:00Z");
    await fixture.runAt(dayBefore);
    expect(fixture.texts(customer.phone)).toEqual([
      expect.stringContaining("Le recordamos su cita: vie, 20 de nov, 2:15 p.m. Responda C para confirmar"),
    ]);
  });

  test("that was confirmed isn't asked about again", async () => {
    const { id, customer } = await fixture.book();
    await fixture.agent(appointments.confirm, { params: { id } });
    await fixture.runAt("2026-11-19T12:00:00Z");
    await fixture.runAt(dayBefore);
    expect(fixture.texts(customer.phone)).toEqual([expect.stringMatching(/2:15 PM\. Reply R to change\.$/)]);
  });
});

describe("no reminder", () => {
  test("goes out for an appointment that was just made", async () => {
    await fixture.setTime("2026-11-20T14:00:00Z");
    const { id, customer } = await fixture.book();
    await fixture.runAt("2026-11-20T14:01:00Z");
    expect(fixture.texts(customer.phone)).toEqual([]);
    expect(await fixture.states(id)).toEqual(["24 skipped late", "1 waiting"]);
  });

  test("goes out before anybody turned them on, or after they were turned off", async () => {
    const { customer } = await fixture.book();
    await fixture.runAt("2026-11-19T12:00:00Z");
    await fixture.setTime("2026-11-19T12:01:00Z");
    await fixture.set({ is_on: 0 });
    await fixture.runAt(dayBefore);
    await fixture.runAt("2026-11-20T18:15:00Z");
    expect(fixture.texts(customer.phone)).toEqual([]);
  });

  test.each([
    ["was canceled", "delete from appointments where id = $1", []],
    ["took place already", "update appointments set status = 1 where id = $1", ["24 skipped changed"]],
    [
      "is a deleted customer's",
      "update customers set deleted_at = now() where id = (select customer_id from appointments where id = $1)",
      ["24 skipped removed"],
    ],
    ["is at a location without a number", "delete from phone_numbers where $1 > 0", ["24 skipped no_number"]],
  ])("goes out for an appointment that %s", async (_name, change, states) => {
    const { id, customer } = await fixture.book();
    await fixture.runAt("2026-11-19T12:00:00Z");
    await app.pool.query(change, [id]);
    await fixture.runAt(dayBefore);
    expect(fixture.texts(customer.phone)).toEqual([]);
    expect(await fixture.states(id)).toEqual(expect.arrayContaining(states));
  });

  test("goes out to somebody who texted STOP", async () => {
    const { id, customer } = await fixture.book();
    await fixture.runAt("2026-11-19T12:00:00Z");
    await fixture.reply(customer.phone, "STOP");
    const before = fixture.texts(customer.phone).length;
    await fixture.runAt(dayBefore);
    expect(fixture.texts(customer.phone)).toHaveLength(before);
    expect((await fixture.states(id))[0]).toBe("24 skipped opted_out");
  });
});

test("a moved appointment is reminded of at its new time only", async () => {
  const { id, customer } = await fixture.book();
  await fixture.runAt("2026-11-19T12:00:00Z");
  await fixture.setTime("2026-11-19T15:00:00Z");
  const body = { starts: "2026-11-23T10:00", ends: "2026-11-23T10:30", version: 1, confirmed: 1 } as const;
  await fixture.agent(appointmentCalendar.move, { params: { id }, body });
  await fixture.runAt(dayBefore);
  expect(fixture.texts(customer.phone)).toEqual([]);
  await fixture.runAt("2026-11-22T15:00:00Z");
  expect(fixture.texts(customer.phone)).toEqual([expect.stringContaining("Mon, Nov 23 at 10:00 AM")]);
});

describe("after an interruption", () => {
  test("a reminder is caught up on while it is of use", async () => {
    const { customer } = await fixture.book();
    await fixture.runAt("2026-11-19T12:00:00Z");
    await fixture.runAt("2026-11-19T23:00:00Z");
    expect(fixture.texts(customer.phone)).toHaveLength(1);
  });

  test("one that would come too late is left out", async () => {
    const { id, customer } = await fixture.book();
    await fixture.runAt("2026-11-19T12:00:00Z");
    await fixture.runAt("2026-11-20T18:46:00Z");
    expect(fixture.texts(customer.phone)).toEqual([]);
    expect(await fixture.states(id)).toEqual(["24 skipped late", "1 skipped late"]);
  });

  test("jobs that died with their process are handed over again, and nobody is texted twice", async () => {
    const { customer } = await fixture.book();
    await fixture.runAt("2026-11-19T12:00:00Z");
    app.clock.set(new Date(dayBefore));
    await sweepReminders(app.server);
    app.jobs.queued.splice(0);
    await sweepReminders(app.server);
    await sweepReminders(app.server);
    await app.jobs.runAll();
    expect(fixture.texts(customer.phone)).toHaveLength(1);
  });

  test("a process that dies while it sends leaves all or nothing", async () => {
    const { id, customer } = await fixture.book();
    await fixture.runAt("2026-11-19T12:00:00Z");
    app.clock.set(new Date(dayBefore));
    const { rows } = await app.pool.query(
      "select dealer_id, id as reminder_id from appointment_reminders where appointment_id = $1 and hours_before = 24",
      [id],
    );
    const { within } = app.server;
    const business: typeof within.business = (location, reason, work) =>
      within.business(location, reason, async (unit) => {
        await work(unit);
        throw new Error("killed");
      });
    const key = { dealer_id: Number(rows[0].dealer_id), reminder_id: Number(rows[0].reminder_id) };
    const { length } = app.jobs.queued;
    await expect(remindCustomer({ within: { business } }, key)).rejects.toThrow("killed");
    expect(app.jobs.queued).toHaveLength(length);
    expect(fixture.texts(customer.phone)).toEqual([]);
    await fixture.runAt(dayBefore);
    expect(fixture.texts(customer.phone)).toHaveLength(1);
  });
});

test("several nodes at once text one customer once", async () => {
  const { id, customer } = await fixture.book();
  await fixture.runAt("2026-11-19T12:00:00Z");
  app.clock.set(new Date(dayBefore));
  await Promise.all([sweepReminders(app.server), sweepReminders(app.server), sweepReminders(app.server)]);
  const { rows } = await app.pool.query(
    "select dealer_id, id as reminder_id from appointment_reminders where appointment_id = $1 and hours_before = 24",
    [id],
  );
  const key = { dealer_id: Number(rows[0].dealer_id), reminder_id: Number(rows[0].reminder_id) };
  await Promise.all(Array.from({ length: 8 }, () => remindCustomer(app.server, key)));
  await app.jobs.runAll();
  expect(fixture.texts(customer.phone)).toHaveLength(1);
});

test("another business's settings remind nobody here", async () => {
  await fixture.set({ is_on: 0 });
  const { customer } = await fixture.book();
  const other = await createReminderFixture(app);
  await other.runAt("2026-11-19T12:00:00Z");
  await other.runAt(dayBefore);
  expect(fixture.texts(customer.phone)).toEqual([]);
});
