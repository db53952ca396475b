import type { Caller } from "#core/client.ts";
import { type Dealership, freshPhone } from "#core/testing/dealership.ts";
import type { TestHouse } from "#core/testing/house.ts";
import { notifications } from "../contract.ts";
import { type News, notify } from "../server/public.ts";

let count = 0;

/** A browser's subscription, as its JSON; nobody else has the address. */
export function subscription(): { endpoint: string; json: string } {
  count += 1;
  const endpoint = `https://push.example.com/${process.pid}/${count}`;
  return { endpoint, json: JSON.stringify({ endpoint, keys: { p256dh: "a-point", auth: "a-secret" } }) };
}

/** What tests of notifications do over and over, with one business. */
export function tellingOf(house: TestHouse, dealer: Dealership) {
  const { dealer_id, location_id } = dealer;
  return {
    /** Has the caller's browser told of news; answers its address. */
    async subscribe(call: Caller): Promise<string> {
      const { endpoint, json } = subscription();
      await call(notifications.updateToken, { body: { fcm_token: json } });
      return endpoint;
    },

    /** The ids of people by their addresses. */
    async ids(...emails: string[]): Promise<number[]> {
      const asked = "select id::float8 as id from users where email = any($1) order by array_position($1, email)";
      const { rows } = await house.pool.query(asked, [emails]);
      return rows.map(({ id }) => id);
    },

    /** Tells people of something at the first location, as other parts of the product do. */
    async tell(emails: readonly string[], news: Partial<News> & Pick<News, "chat_id">): Promise<void> {
      const user_ids = await this.ids(...emails);
      const whole: News = { kind: "mention", title: "Ana mentioned you", text: "Please call back", ...news };
      await house.server.within.business({ dealer_id, location_id }, "test", (unit) =>
        notify(unit, { dealer_id, location_id, user_ids }, whole),
      );
    },

    /** A text of a customer to the first location, and all that follows. */
    async text(from: string, body: string, to = dealer.number): Promise<void> {
      count += 1;
      const sid = `SM${process.pid}n${count}`;
      await house.sms.listener.inbound({ sid, from, to, body, media: [], carrierAnsweredOptOut: false });
    },

    /** Keeps a proved notification phone for the first location. */
    async notificationPhone(phone = freshPhone()): Promise<string> {
      const set = "update locations set notification_phone_no = $3 where dealer_id = $1 and id = $2";
      await house.pool.query(set, [dealer_id, location_id, phone]);
      return phone;
    },

    /** The addresses that something was pushed to since the last look, in order of the alphabet. */
    pushedTo(): string[] {
      const seen = house.pushes.pushed.splice(0);
      return seen.map(({ target }) => (target.kind === "web" ? target.endpoint : target.token)).sort();
    },
  };
}
