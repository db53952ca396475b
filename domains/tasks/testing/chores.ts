import type { Caller } from "#core/client.ts";
import type { TestHouse } from "#core/testing/house.ts";
import type { AppointmentDraft } from "#domains/appointments/contract.ts";
import { appointments } from "#domains/appointments/contract.ts";
import { talkOf } from "#domains/inbox/testing/talk.ts";
import { phoningOf } from "#domains/inbox/voice/testing/phoning.ts";
import { type TaskView, tasks } from "../contract.ts";
import { sweep } from "../server/sweep.ts";

/** What tests of the rules do over and over, as the people of a business of their own. */
export async function choresOf(house: TestHouse) {
  const dealer = await house.dealership();
  const signIn = async () => {
    await house.pool.query("delete from rate_limits");
    return { agent: await house.signIn(dealer.agent), manager: await house.signIn(dealer.manager) };
  };
  let people = await signIn();
  // Whoever is signed in by now.
  const agent = ((...given: Parameters<Caller>) => people.agent(...given)) as Caller;
  const manager = ((...given: Parameters<Caller>) => people.manager(...given)) as Caller;
  const talk = talkOf(house, dealer, agent);
  const phoning = phoningOf(house, dealer, agent);
  return {
    dealer,
    agent,
    manager,
    talk,

    /** Lets the clock show a time, and everybody sign in again: sessions may have run out. */
    async at(time: string) {
      house.clock.set(new Date(time));
      people = await signIn();
    },

    /** What the minute's job does; then what the location's tasks are. */
    async swept(show: TaskView = "all") {
      await sweep(house.server);
      return this.shown(show);
    },

    async shown(show: TaskView = "all") {
      return (await agent(tasks.table, { body: { show } })).data;
    },

    /** A text from a customer whom we wrote to before. */
    async text(message = "Is it still there?", from?: { id: number; phone: string; chat_id: number }) {
      const customer = from ?? (await talk.chat());
      await house.sms.listener.inbound(talk.inbound(customer.phone, message));
      return customer;
    },

    /** A call from a phone that nobody took. */
    async missedCall(from?: string) {
      const call = phoning.newCall(from);
      await house.voice.listener.incoming(call);
      await house.voice.listener.dialed(call, "unanswered", undefined);
      return { call, chat: await phoning.chatOf(call.from) };
    },

    /** An appointment on the clocks of the location, `2026-11-23 03:00 PM`. */
    async appointment(customer_id: number, time: string, title = "Test drive") {
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
