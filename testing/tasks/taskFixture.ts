import type { Caller } from "#core/client.ts";
import type { AppointmentDraft } from "#domains/appointments/contract.ts";
import { appointments } from "#domains/appointments/contract.ts";
import { type TaskView, tasks } from "#domains/tasks/contract.ts";
import { sweepTasks } from "#domains/tasks/server/sweepTasks.ts";
import { createCallFixture } from "#testing/inbox/callFixture.ts";
import { createInboxFixture } from "#testing/inbox/inboxFixture.ts";
import type { TestApp } from "#testing/testApp.ts";

/** A business with signed-in people and shortcuts, for tests of the task rules. */
export async function createTaskFixture(app: TestApp) {
  const dealer = await app.dealership();
  const signIn = async () => {
    await app.pool.query("delete from rate_limits");
    return { agent: await app.signIn(dealer.agent), manager: await app.signIn(dealer.manager) };
  };
  let people = await signIn();
  // Forwards to the current sign-in.
  const agent = ((...args: Parameters<Caller>) => people.agent(...args)) as Caller;
  const manager = ((...args: Parameters<Caller>) => people.manager(...args)) as Caller;
  const talk = createInboxFixture(app, dealer, agent);
  const phoning = createCallFixture(app, dealer, agent);
  return {
    dealer,
    agent,
    manager,
    talk,

    /** Sets the clock and signs everybody in again, because sessions may have expired. */
    async setTime(time: string) {
      app.clock.set(new Date(time));
      people = await signIn();
    },

    /** Runs the minute's job and lists the location's tasks. */
    async sweepAndList(show: TaskView = "all") {
      await sweepTasks(app.server);
      return this.list(show);
    },

    async list(show: TaskView = "all") {
      return (await agent(tasks.table, { body: { show } })).data;
    },

    /** Receives a text from a customer we wrote to before. */
    async receiveText(message = "Is it still there?", from?: { id: number; phone: string; chat_id: number }) {
      const customer = from ?? (await talk.chat());
      await app.sms.listener.onInboundText(talk.inbound(customer.phone, message));
      return customer;
    },

    /** Receives a call that nobody answers, whose caller hangs up after so many seconds. */
    async missedCall(from?: string, seconds = 20) {
      const call = phoning.newCall(from);
      await app.voice.listener.onIncomingCall(call);
      await app.voice.listener.onDialed(call, "unanswered", undefined);
      await app.voice.listener.onCallEnded(call, seconds);
      return { call, chat: await phoning.chatOf(call.from) };
    },

    /** Adds an appointment at the location's wall time, `2026-11-23 03:00 PM`. */
    async addAppointment(customer_id: number, time: string, title = "Test drive") {
      const [appointment_date = "", clock = "", customTimeAmPm = ""] = time.split(" ");
      const [customTimeHours = "", customTimeMinutes = ""] = clock.split(":");
      const wall = {
        timeType: "custom",
        appointment_date,
        customTimeHours,
        customTimeMinutes,
        customTimeAmPm,
      } as const;
      const body: AppointmentDraft = { title, type: 0, customer_id, notes: "", ...wall };
      return (await agent(appointments.add, { body })).data.id;
    },
  };
}

export type TaskFixture = Awaited<ReturnType<typeof createTaskFixture>>;
