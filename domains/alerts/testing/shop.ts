import type { Caller } from "#core/client.ts";
import { type Dealership, freshPhone } from "#core/testing/dealership.ts";
import { openTestHouse } from "#core/testing/house.ts";
import { type Talk, talkOf } from "#domains/inbox/testing/talk.ts";
import { alerts } from "../contract.ts";
import { sweepAlerts } from "../server/public.ts";

export const aMinute = 60_000;
export const anHour = 60 * aMinute;

/** A business as tests of alerts need it. */
export interface Shop {
  readonly dealer: Dealership;
  readonly agent: Caller;
  readonly manager: Caller;
  readonly talk: Talk;
}

/** What tests of alerts do over and over, on a house of their own. Close the house after the tests of a file. */
export async function openWatch() {
  const house = await openTestHouse();
  const sweep = () => sweepAlerts(house.server);
  const shown = async (call: Caller, more: { resolved?: number; kind?: "danger"; period?: "today" | "year" } = {}) =>
    (await call(alerts.table, { body: { period: "year", ...more } })).data;
  return {
    house,
    sweep,
    shown,
    all: (call: Caller) => shown(call, { resolved: 1 }),

    /** A business of its own at a moment of New York's clocks. */
    async shopAt(moment: string): Promise<Shop> {
      house.clock.set(new Date(moment));
      await house.pool.query("delete from rate_limits");
      const dealer = await house.dealership();
      const [agent, manager] = [await house.signIn(dealer.agent), await house.signIn(dealer.manager)];
      return { dealer, agent, manager, talk: talkOf(house, dealer, agent) };
    },

    /** A customer who has just texted; answers the chat. */
    async textIn({ dealer, talk }: Shop, words = "Is it still there?"): Promise<number> {
      const phone = freshPhone();
      await house.sms.listener.inbound(talk.inbound(phone, words));
      const { rows } = await house.pool.query(
        `select chats.id from chats join customers using (dealer_id)
         where customers.id = chats.customer_id and chats.dealer_id = $1 and phone = $2`,
        [dealer.dealer_id, phone],
      );
      return rows[0].id;
    },

    /** Lets the clock move on, to the millisecond, and looks. */
    async later(milliseconds: number): Promise<void> {
      house.clock.advance(milliseconds);
      await sweep();
    },

    /** What the location's people were told. */
    told({ dealer_id, location_id }: Dealership): unknown[] {
      const heard = house.events.in({ kind: "location", dealer_id, location_id });
      return heard.flatMap(({ event, payload }) => (event === "alert-changed" ? [payload] : []));
    },
  };
}
