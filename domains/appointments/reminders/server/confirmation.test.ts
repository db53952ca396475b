import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { appointments } from "#domains/appointments/contract.ts";
import { quickAppointments } from "#domains/appointments/quick/contract.ts";
import { reminders } from "#domains/appointments/reminders/contract.ts";
import { consent } from "#domains/customers/consent/contract.ts";
import { customers } from "#domains/customers/contract.ts";
import { freshPhone } from "#testing/dealership.ts";
import { createReminderFixture, type ReminderFixture } from "#testing/reminders/reminderFixture.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { remindCustomer } from "./remindCustomer.ts";

let app: TestApp;
let fixture: ReminderFixture;
let person: { id: number; phone: string };
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  fixture = await createReminderFixture(app);
  // 12:15 PM in New York, 9:15 AM in Los Angeles: no quiet hours anywhere.
  await fixture.setTime("2026-11-18T17:15:00Z");
  const { id } = await fixture.talk.customer();
  person = { id, phone: `+1212${freshPhone().slice(5)}` };
  await app.pool.query("update customers set phone = $2 where id = $1", [id, person.phone]);
});

const inThreeDays = {
  title: "Test drive",
  type: 0,
  notes: "",
  appointment_date: "2026-11-21",
  customTimeHours: "02",
  customTimeMinutes: "15",
  customTimeAmPm: "PM",
} as const;
const book = async (more: object = {}) =>
  (
    await fixture.agent(appointments.add, {
      body: { ...inThreeDays, customer_id: person.id, confirms_by_text: 1, ...more },
    })
  ).data.id;
const pass = async (seconds: number) => {
  app.clock.advance(seconds * 1000);
  await app.jobs.runAll();
};
const asked = async (customer_id: number | string = person.id, call = fixture.agent) =>
  (await call(reminders.confirmation, { body: { customer_id } })).data;

describe("a confirmation", () => {
  test("leaves once, 20 seconds after booking, and R asks for another time", async () => {
    const id = await book();
    await pass(0);
    await pass(19);
    expect(fixture.texts(person.phone)).toEqual([]);
    await pass(2);
    const said = /^Dealer .+: You're booked for Sat, Nov 21 at 2:15 PM\. Reply R to change\.$/;
    expect(fixture.texts(person.phone)).toEqual([expect.stringMatching(said)]);
    const { rows } = await app.pool.query(
      "select dealer_id, id as reminder_id from appointment_reminders where appointment_id = $1 and hours_before = 0",
      [id],
    );
    await Promise.all(Array.from({ length: 10 }, () => remindCustomer(app.jobServer, rows[0])));
    await pass(60);
    expect(fixture.texts(person.phone)).toHaveLength(1);
    const shown = (await fixture.agent(reminders.ofAppointment, { params: { id } })).data.reminders;
    expect(shown).toMatchObject([{ hours_before: 0, state: "sent" }]);
  });

  test("isn't sent without being asked for, nor for what begins right away", async () => {
    await book({ confirms_by_text: 0 });
    await book({
      timeType: "now",
      appointment_date: "",
      customTimeHours: "",
      customTimeMinutes: "",
      customTimeAmPm: "",
    });
    await pass(60);
    expect(fixture.texts(person.phone)).toEqual([]);
  });

  test("goes with a booking that is taken back in time", async () => {
    const id = await book();
    await pass(0);
    await pass(10);
    await fixture.agent(quickAppointments.takeBack, { params: { id } });
    await pass(60);
    expect(fixture.texts(person.phone)).toEqual([]);
  });

  test("of a booking that moves before it leaves names the new time, once", async () => {
    const id = await book();
    await pass(0);
    await app.pool.query("update appointments set datetime = datetime + interval '1 day' where id = $1", [id]);
    await pass(60);
    await pass(60);
    expect(fixture.texts(person.phone)).toEqual([expect.stringContaining("Sun, Nov 22 at 2:15 PM")]);
  });

  test("isn't sent to who opted out before it leaves", async () => {
    const id = await book();
    await pass(0);
    await fixture.manager(consent.opt, { body: { user_id: person.id, opt_type: "out" } });
    expect(await asked()).toEqual({ is_default: 0, reason: "opted_out" });
    await pass(60);
    expect(fixture.texts(person.phone)).toEqual([]);
    expect(await fixture.states(id)).toContain("0 skipped opted_out");
  });

  test("waits for the end of quiet hours", async () => {
    // 11 PM in New York.
    await fixture.setTime("2026-11-19T04:00:00Z");
    await book();
    await pass(0);
    await pass(60);
    expect(fixture.texts(person.phone)).toEqual([]);
    await pass(14 * 3_600);
    expect(fixture.texts(person.phone)).toHaveLength(1);
  });

  test("begins as the location wants it", async () => {
    expect(await asked()).toEqual({ is_default: 0, reason: "" });
    await fixture.set({ confirms: 1 });
    expect(await asked()).toEqual({ is_default: 1, reason: "" });
    expect(await asked("")).toEqual({ is_default: 1, reason: "" });
    await expect(asked(999_999_999)).rejects.toMatchObject({ status: 422 });
  });
});

describe("a new customer", () => {
  const known = { adds_customer: 1, customer_id: "", new_first_name: "Ana", confirms_by_text: 0 } as const;
  const find = async (phone: string) =>
    (await fixture.agent(customers.search, { body: { search_param: phone } })).data.allCustomers;

  test("is added with the booking, without consent, and texted", async () => {
    const phone = `+1212${freshPhone().slice(5)}`;
    const id = await book({ ...known, new_last_name: "Vega", new_phone: phone, confirms_by_text: 1 });
    await pass(0);
    const [ana] = await find(phone);
    expect(ana).toMatchObject({ first_name: "Ana", last_name: "Vega", phone, consent_state: "unknown" });
    expect(id).toBeGreaterThan(0);
    await pass(30);
    expect(fixture.texts(phone)).toHaveLength(1);
  });

  test("whose phone is somebody's is offered as that one, and nothing is stored", async () => {
    const refused = book({ ...known, new_phone: person.phone });
    await expect(refused).rejects.toMatchObject({
      status: 409,
      data: { reason: "known_customer", customer_id: person.id, customer_name: "Cara Moss" },
    });
    const { rows } = await app.pool.query("select from appointments where customer_id = $1", [person.id]);
    expect(rows).toHaveLength(0);
  });

  test("is one for many presses at once", async () => {
    const phone = freshPhone();
    const answers = await Promise.allSettled(Array.from({ length: 12 }, () => book({ ...known, new_phone: phone })));
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await find(phone)).toHaveLength(1);
  });

  test("isn't kept when the time is doubted", async () => {
    const phone = freshPhone();
    const doubtful = book({ ...known, new_phone: phone, appointment_date: "2026-11-01", confirmed: 0 });
    await expect(doubtful).rejects.toMatchObject({ status: 409, data: { reason: "doubtful" } });
    expect(await find(phone)).toHaveLength(0);
  });

  test.each([
    [{ new_first_name: "" }, { new_first_name: "First name is required" }],
    [{ new_phone: "" }, { new_phone: "Phone no. is required" }],
    [{ new_email: "nobody" }, { new_email: "Enter a valid email address" }],
    [{ adds_customer: 0 }, { customer_id: "Please select a customer" }],
  ])("needs %j", async (change, fields) => {
    await expect(book({ ...known, new_phone: freshPhone(), ...change })).rejects.toMatchObject({ status: 422, fields });
  });
});
