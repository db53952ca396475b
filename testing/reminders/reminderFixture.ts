import { appointments } from "#domains/appointments/contract.ts";
import { reminders } from "#domains/appointments/reminders/contract.ts";
import { sweepReminders } from "#domains/appointments/reminders/server/remindCustomer.ts";
import { createTaskFixture } from "#testing/tasks/taskFixture.ts";
import type { TestApp } from "#testing/testApp.ts";

/** A business that reminds its customers a day and an hour before, on Wednesday, November 18, 10 AM. */
export async function createReminderFixture(app: TestApp) {
  const tasks = await createTaskFixture(app);
  await tasks.setTime("2026-11-18T15:00:00Z");
  const fixture = {
    ...tasks,
    settings: { is_on: 1, first_hours: 24, second_hours: 1, language: "en", confirms: 0 } as const,

    async set(change: object = {}) {
      await tasks.manager(reminders.changeSettings, { body: { ...fixture.settings, ...change } });
    },

    /** A customer of the area code 212 with an appointment on a day of November, at the location's clock. */
    async book(time = "2026-11-20 02:15 PM", customer?: { id: number; phone: string }) {
      const who = customer ?? (await tasks.talk.customer());
      const digits = String(1_000_000 + (who.id % 8_999_999)).slice(-7);
      const phone = customer ? customer.phone : `+1212${digits.replace(/^[01]/, "2")}`;
      if (!customer) await app.pool.query("update customers set phone = $2 where id = $1", [who.id, phone]);
      return { id: await tasks.addAppointment(who.id, time), customer: { id: who.id, phone } };
    },

    /** Runs the minute's job at a time, and what it hands over. */
    async runAt(time: string) {
      app.clock.set(new Date(time));
      await sweepReminders(app.server);
      await app.jobs.runAll();
    },

    /** The words of the texts that a phone got. */
    texts: (phone: string) => tasks.talk.sentTo(phone).map(({ body }) => body),

    async reply(phone: string, words: string) {
      await app.sms.listener.onInboundText(tasks.talk.inbound(phone, words));
      await app.jobs.runAll();
    },

    async appointment(id: number) {
      await tasks.setTime(app.clock.now().toISOString());
      const { data } = await tasks.agent(appointments.table, { body: {} });
      return data.find((row) => row.id === id);
    },

    async states(appointment_id: number) {
      const { rows } = await app.pool.query(
        `select hours_before, state, reason from appointment_reminders where appointment_id = $1
         order by starts_at, hours_before desc`,
        [appointment_id],
      );
      return rows.map(({ hours_before, state, reason }) => `${hours_before} ${state} ${reason}`.trim());
    },
  };
  await fixture.set();
  return fixture;
}

export type ReminderFixture = Awaited<ReturnType<typeof createReminderFixture>>;
