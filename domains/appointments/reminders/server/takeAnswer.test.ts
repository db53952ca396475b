import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { appointmentCalendar } from "#domains/appointments/calendar/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { createReminderFixture, type ReminderFixture } from "#testing/reminders/reminderFixture.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";

let app: TestApp;
let fixture: ReminderFixture;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  fixture = await createReminderFixture(app);
});

async function reminded() {
  const { id, customer } = await fixture.book();
  await fixture.runAt("2026-11-19T12:00:00Z");
  await fixture.runAt("2026-11-19T19:15:00Z");
  expect(fixture.texts(customer.phone)).toHaveLength(1);
  return { id, phone: customer.phone };
}

/** Signs in again first: in the reminder's time, sessions have ended. */
async function sweepAndList(show: "all" | "done" = "all") {
  await fixture.setTime(app.clock.now().toISOString());
  return fixture.sweepAndList(show);
}

async function chatOf(customer_id: number) {
  const { rows } = await app.pool.query(
    "select id, waiting_since is not null as waits from chats where customer_id = $1",
    [customer_id],
  );
  const { id, waits } = rows[0];
  const { data } = await fixture.agent(inbox.messages, { params: { chat_id: Number(id) }, body: {} });
  return { waits, events: data.allEvents.map(({ kind }) => kind) };
}

describe("C", () => {
  test("confirms the appointment, thanks the customer, and leaves nobody waiting", async () => {
    const { id, phone } = await reminded();
    await fixture.reply(phone, " c! ");
    const row = await fixture.appointment(id);
    expect(row).toMatchObject({ confirmed_at: "2026-11-19T19:15:00.000Z", change_asked_at: null, status: 0 });
    expect(fixture.texts(phone)[1]).toBe("Thanks! You're confirmed for Fri, Nov 20 at 2:15 PM.");
    expect(await chatOf(row?.customer_id ?? 0)).toEqual({ waits: false, events: ["confirmed"] });
    await fixture.reply(phone, "C");
    expect(fixture.texts(phone)).toHaveLength(2);
    expect(await chatOf(row?.customer_id ?? 0)).toMatchObject({ waits: true });
  });

  test("ends the task to ask for a confirmation", async () => {
    const { phone } = await reminded();
    expect(await sweepAndList()).toMatchObject([{ rule: "unconfirmed" }]);
    await fixture.reply(phone, "C");
    expect(await sweepAndList("done")).toMatchObject([{ ended_how: "confirmed", ended_by: "" }]);
  });

  test("of somebody who asked something before doesn't answer that", async () => {
    const { id, phone } = await reminded();
    await fixture.reply(phone, "Can I bring my trade-in?");
    app.clock.advance(1000);
    await fixture.reply(phone, "C");
    const row = await fixture.appointment(id);
    expect(row?.confirmed_at).not.toBeNull();
    expect(await chatOf(row?.customer_id ?? 0)).toMatchObject({ waits: true });
  });

  test.each([
    ["without a reminder", async () => fixture.book(), ""],
    ["two days after the reminder", reminded, "2026-11-21T12:00:00Z"],
  ])("%s is a text like any other", async (_name, prepare, later) => {
    const prepared = await prepare();
    const phone = "customer" in prepared ? prepared.customer.phone : prepared.phone;
    if (later) app.clock.set(new Date(later));
    const before = fixture.texts(phone).length;
    await fixture.reply(phone, "C");
    expect(fixture.texts(phone)).toHaveLength(before);
    expect((await fixture.appointment(prepared.id))?.confirmed_at).toBeNull();
  });

  test("that the carrier reports twice counts once", async () => {
    const { phone } = await reminded();
    const text = fixture.talk.inbound(phone, "C");
    await app.sms.listener.onInboundText(text);
    await app.sms.listener.onInboundText(text);
    app.jobs.queued.push(...app.jobs.queued);
    await app.jobs.runAll();
    expect(fixture.texts(phone)).toHaveLength(2);
  });
});

describe("R", () => {
  test("makes a task, marks the chat, and leaves the customer waiting for a person", async () => {
    const { id, phone } = await reminded();
    await fixture.reply(phone, "C");
    app.clock.advance(1000);
    await fixture.reply(phone, "R");
    const row = await fixture.appointment(id);
    expect(row).toMatchObject({ confirmed_at: null, change_asked_at: "2026-11-19T19:15:01.000Z" });
    expect(fixture.texts(phone)[2]).toBe("Thanks for letting us know. We'll text you to find another time.");
    expect(await chatOf(row?.customer_id ?? 0)).toEqual({ waits: true, events: ["confirmed", "asked to change"] });
    expect(await sweepAndList()).toMatchObject([
      {
        rule: "reschedule",
        description: "Find another time: customer can't make “Test drive” on Fri, Nov 20, 2:15 PM",
        due_at: "2026-11-19T20:15:01.000Z",
      },
    ]);
  });

  test("is settled by moving the appointment, and undoing the move asks again", async () => {
    const { id, phone } = await reminded();
    await fixture.reply(phone, "r");
    await sweepAndList();
    await fixture.appointment(id);
    const body = { starts: "2026-11-23T10:00", ends: "2026-11-23T10:30", version: 1, confirmed: 1 } as const;
    await fixture.agent(appointmentCalendar.move, { params: { id }, body });
    expect((await fixture.appointment(id))?.change_asked_at).toBeNull();
    expect(await sweepAndList("done")).toEqual(
      expect.arrayContaining([expect.objectContaining({ rule: "reschedule", ended_how: "rescheduled" })]),
    );
    await fixture.agent(appointmentCalendar.undoMove, { params: { id }, body: { version: 2 } });
    expect((await fixture.appointment(id))?.change_asked_at).toBe("2026-11-19T19:15:00.000Z");
  });

  test("goes to the appointment's host, who is notified", async () => {
    const { id, phone } = await reminded();
    const { rows } = await app.pool.query("select created_by from appointments where id = $1", [id]);
    await app.pool.query("update appointments set host_id = created_by where id = $1", [id]);
    await fixture.reply(phone, "R");
    await fixture.setTime(app.clock.now().toISOString());
    const found = (await sweepAndList()).find(({ rule }) => rule === "reschedule");
    expect(found?.assigned_to).toBe(Number(rows[0].created_by));
  });

  test("followed by C is fine after all", async () => {
    const { id, phone } = await reminded();
    await fixture.reply(phone, "R");
    await sweepAndList();
    await fixture.reply(phone, "C");
    expect(await fixture.appointment(id)).toMatchObject({ change_asked_at: null, confirmed_at: expect.any(String) });
    const ended = (await sweepAndList("done")).find(({ rule }) => rule === "reschedule");
    expect(ended).toMatchObject({ status: "done", ended_how: "confirmed" });
  });
});
