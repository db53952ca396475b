import type { Caller } from "#core/client.ts";
import { clients } from "#domains/admin/clients/contract.ts";
import type { TestApp } from "#testing/testApp.ts";

export interface ClientWithLocations {
  readonly dealer_id: number;
  /** The first has no request; the second requested a number before the third. */
  readonly locations: readonly [number, number, number];
  readonly owner: string;
}

/** The operator's actions with numbers, and ways to inspect their results. */
export function purchasingFixture(app: TestApp) {
  let operator: Caller;
  return {
    /** Signs the operator in; needed again after a day without a call. */
    async signIn(): Promise<void> {
      operator = await app.signIn((await app.operator()).email);
    },

    buy: (dealerId: number, selectedNumber: string) =>
      operator(clients.buyNumber, { body: { dealerId, selectedNumber } }),

    page: async (id: number) => (await operator(clients.one, { params: { id } })).data,

    /** A client with three locations, all without a number. */
    async client(): Promise<ClientWithLocations> {
      const { dealer_id, owner } = await app.dealership();
      await app.pool.query("delete from phone_numbers where dealer_id = $1", [dealer_id]);
      await app.pool.query("insert into locations (dealer_id, title) values ($1, 'Third')", [dealer_id]);
      const { rows } = await app.pool.query<{ id: number }>(
        "select id::float8 as id from locations where dealer_id = $1 order by id",
        [dealer_id],
      );
      const [never = 0, first = 0, second = 0] = rows.map(({ id }) => id);
      await app.pool.query(
        `update locations set phone_no_request = 2,
           phone_no_requested_at = now() - make_interval(hours => case id when $2 then 2 else 1 end)
         where dealer_id = $1 and id in ($2, $3)`,
        [dealer_id, first, second],
      );
      return { dealer_id, locations: [never, first, second], owner };
    },

    /** Who has a number here, whether the carrier sold it, and the states of its purchases. */
    async numberState(number: string) {
      const assigned = await app.pool.query(
        "select dealer_id::float8, location_id::float8, provider, provider_sid from phone_numbers where number = $1",
        [number],
      );
      const purchases = await app.pool.query<{ state: string }>(
        "select state from number_purchases where number = $1 order by id",
        [number],
      );
      return {
        assigned: assigned.rows,
        owned: app.sms.numbers.owned.has(number),
        purchases: purchases.rows.map(({ state }) => state),
      };
    },

    async requestOf(location_id: number): Promise<number> {
      const { rows } = await app.pool.query("select phone_no_request from locations where id = $1", [location_id]);
      return rows[0].phone_no_request;
    },

    /** How often the carrier was asked to sell a number. */
    buyRequests: (number: string) => app.sms.numbers.purchaseRequests.filter((one) => one === number).length,

    eventsOf: (dealer_id: number): readonly { event: string; payload: unknown }[] =>
      app.events.inRoom({ kind: "dealer", dealer_id }),

    /** Advances the clock minute by minute and runs due jobs. */
    async advanceMinutes(count: number): Promise<void> {
      for (let minute = 0; minute < count; minute++) {
        app.clock.advance(60_000);
        await app.jobs.runAll();
      }
    },
  };
}
