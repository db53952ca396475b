import type { Caller } from "#core/client.ts";
import type { TestHouse } from "#core/testing/house.ts";
import { clients } from "../contract.ts";

export interface Rooftops {
  readonly dealer_id: number;
  /** The first did not ask for a number, the second has asked before the third. */
  readonly locations: readonly [number, number, number];
  readonly owner: string;
}

/** What the operator does with numbers, and what came of it. */
export function purchasingOf(house: TestHouse) {
  let operator: Caller;
  return {
    /** Signs the operator in; again after a day without a call. */
    async signIn(): Promise<void> {
      operator = await house.signIn((await house.operator()).email);
    },

    buy: (dealerId: number, selectedNumber: string) =>
      operator(clients.buyNumber, { body: { dealerId, selectedNumber } }),

    page: async (id: number) => (await operator(clients.one, { params: { id } })).data,

    /** A client with three locations, all without a number. */
    async client(): Promise<Rooftops> {
      const { dealer_id, owner } = await house.dealership();
      await house.pool.query("delete from phone_numbers where dealer_id = $1", [dealer_id]);
      await house.pool.query("insert into locations (dealer_id, title) values ($1, 'Third')", [dealer_id]);
      const { rows } = await house.pool.query<{ id: number }>(
        "select id::float8 as id from locations where dealer_id = $1 order by id",
        [dealer_id],
      );
      const [never = 0, first = 0, second = 0] = rows.map(({ id }) => id);
      await house.pool.query(
        `update locations set phone_no_request = 2,
           phone_no_requested_at = now() - make_interval(hours => case id when $2 then 2 else 1 end)
         where dealer_id = $1 and id in ($2, $3)`,
        [dealer_id, first, second],
      );
      return { dealer_id, locations: [never, first, second], owner };
    },

    /** All that is known of a number: who has it here, whether the carrier sold it, and how its purchases ended. */
    async stateOf(number: string) {
      const assigned = await house.pool.query(
        "select dealer_id::float8, location_id::float8, provider, provider_sid from phone_numbers where number = $1",
        [number],
      );
      const purchases = await house.pool.query<{ state: string }>(
        "select state from number_purchases where number = $1 order by id",
        [number],
      );
      return {
        assigned: assigned.rows,
        owned: house.sms.numbers.owned.has(number),
        purchases: purchases.rows.map(({ state }) => state),
      };
    },

    async requestOf(location_id: number): Promise<number> {
      const { rows } = await house.pool.query("select phone_no_request from locations where id = $1", [location_id]);
      return rows[0].phone_no_request;
    },

    /** How often the carrier was asked to sell a number. */
    timesAsked: (number: string) => house.sms.numbers.asked.filter((one) => one === number).length,

    told: (dealer_id: number): readonly { event: string; payload: unknown }[] =>
      house.events.in({ kind: "dealer", dealer_id }),

    /** Lets minutes pass, doing what is due. */
    async minutes(count: number): Promise<void> {
      for (let minute = 0; minute < count; minute++) {
        house.clock.advance(60_000);
        await house.jobs.doAll();
      }
    },
  };
}
