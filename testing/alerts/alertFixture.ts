import type { Caller } from "#core/client.ts";
import { alerts } from "#domains/alerts/contract.ts";
import { defaultAlertRules } from "#domains/alerts/rules.ts";
import { sweepAlerts } from "#domains/alerts/server/sweepAlerts.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { createInboxFixture, type InboxFixture } from "#testing/inbox/inboxFixture.ts";
import { startTestApp } from "#testing/testApp.ts";

export const aMinute = 60_000;
export const anHour = 60 * aMinute;

/** A business with signed-in people, for tests of alerts. */
export interface AlertFixture {
  readonly dealer: Dealership;
  readonly agent: Caller;
  readonly manager: Caller;
  readonly talk: InboxFixture;
}

/** Starts an app for tests of alerts. The test file closes the app. */
export async function startAlertTest() {
  const app = await startTestApp();
  const sweep = () => sweepAlerts(app.server);
  const list = async (call: Caller, more: { resolved?: number; kind?: "danger"; period?: "today" | "year" } = {}) =>
    (await call(alerts.table, { body: { period: "year", ...more } })).data;
  return {
    app,
    sweep,
    list,
    listAll: (call: Caller) => list(call, { resolved: 1 }),

    /** Sets the clock and adds a business, which asks for alerts about customers who wait. */
    async dealerAt(moment: string): Promise<AlertFixture> {
      app.clock.set(new Date(moment));
      await app.pool.query("delete from rate_limits");
      const dealer = await app.dealership();
      const [agent, manager] = [await app.signIn(dealer.agent), await app.signIn(dealer.manager)];
      await manager(alerts.changeRules, { body: { ...defaultAlertRules, untouched_on: 1 } });
      return { dealer, agent, manager, talk: createInboxFixture(app, dealer, agent) };
    },

    /** Receives a text from a new customer. @returns the chat's id. */
    async receiveText({ dealer, talk }: AlertFixture, words = "Is it still there?"): Promise<number> {
      const phone = freshPhone();
      await app.sms.listener.onInboundText(talk.inbound(phone, words));
      const { rows } = await app.pool.query(
        `select chats.id from chats join customers using (dealer_id)
         where customers.id = chats.customer_id and chats.dealer_id = $1 and phone = $2`,
        [dealer.dealer_id, phone],
      );
      return rows[0].id;
    },

    /** Advances the clock and sweeps. */
    async advance(milliseconds: number): Promise<void> {
      app.clock.advance(milliseconds);
      await sweep();
    },

    /** The payloads of the location's alert events. */
    eventsOf({ dealer_id, location_id }: Dealership): unknown[] {
      const events = app.events.inRoom({ kind: "location", dealer_id, location_id });
      return events.flatMap(({ event, payload }) => (event === "alert-changed" ? [payload] : []));
    },
  };
}
