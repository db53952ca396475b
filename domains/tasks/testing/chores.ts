import type { Caller } from "#core/client.ts";
import type { TestHouse } from "#core/testing/house.ts";
import type { AppointmentDraft } from "#domains/appointments/contract.ts";
import { appointments } from "#domains/appointments/contract.ts";
import { talkOf } from "#domains/inbox/testing/talk.ts";
import { phoningOf } from "#domains/inbox/voice/testing/phoning.ts";
import { type TaskView, tasks } from "../contract.ts";
import { sweep } from "../server/sweep.ts";

/** A business with signed-in people and shortcuts, for tests of the task rules. */
export async function choresOf(app: TestHouse) {
  const dealer = await app.dealership();
  const signIn = async () => {
    await app.pool.query("delete from rate_limits");
    return { agent: await app.signIn(dealer.agent), manager: await app.signIn(dealer.manager) };
  };
  let people = await signIn();
  // Forwards to the current sign-in.
  const agent = ((...args: Parameters<Caller>) => people.agent(...args)) as Caller;
  const manager = ((...args: Parameters<Caller>) => people.manager(...args)) as Caller;
  const talk = talkOf(app, dealer, agent);
  const phoning = phoningOf(app, dealer, agent);
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
      await sweep(app.server);
      return this.list(show);
    },

    async list(show: TaskView = "all") {
      return (await agent(tasks.table, { body: { show } })).data;
    },

    /** Receives a text from a customer we wrote to before. */
    async receiveText(message = "Is it still there?", from?: { id: number; phone: string; chat_id: number }) {
      const customer = from ?? (await talk.chat());
      await app.sms.listener.inbound(talk.inbound(customer.phone, message));
      return customer;
    },

    /** Receives a call that nobody answers. */
    async missedCall(from?: string) {
      const call = phoning.newCall(from);
      await app.voice.listener.incoming(call);
      await app.voice.listener.dialed(call, "unanswered", undefined);
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

export type Chores = Awaited<ReturnType<typeof choresOf>>;
