import type { Caller } from "#core/client.ts";
import { notifications } from "#domains/notifications/contract.ts";
import { type NotificationContent, notify } from "#domains/notifications/server/public.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import type { TestApp } from "#testing/testApp.ts";

let count = 0;

/** A browser's push subscription with a unique endpoint. */
export function subscription(): { endpoint: string; json: string } {
  count += 1;
  const endpoint = `https://push.example.com/${process.pid}/${count}`;
  return { endpoint, json: JSON.stringify({ endpoint, keys: { p256dh: "a-point", auth: "a-secret" } }) };
}

/** Actions that the notification tests share, for one dealer. */
export function createNotificationFixture(app: TestApp, dealer: Dealership) {
  const { dealer_id, location_id } = dealer;
  return {
    /** Registers the caller's browser for push; returns its endpoint. */
    async subscribe(call: Caller): Promise<string> {
      const { endpoint, json } = subscription();
      await call(notifications.updateToken, { body: { fcm_token: json } });
      return endpoint;
    },

    /** User ids by email, in the given order. */
    async userIds(...emails: string[]): Promise<number[]> {
      const query = "select id::float8 as id from users where email = any($1) order by array_position($1, email)";
      const { rows } = await app.pool.query(query, [emails]);
      return rows.map(({ id }) => id);
    },

    /** Notifies people at the first location, as other domains do. */
    async notify(
      emails: readonly string[],
      news: Partial<NotificationContent> & Pick<NotificationContent, "chat_id">,
    ): Promise<void> {
      const user_ids = await this.userIds(...emails);
      const content: NotificationContent = {
        kind: "mention",
        title: "Ana mentioned you",
        text: "Please call back",
        ...news,
      };
      await app.server.within.business({ dealer_id, location_id }, "test", (unit) =>
        notify(unit, { dealer_id, location_id, user_ids }, content),
      );
    },

    /** Delivers a customer's text to the first location. */
    async receiveText(from: string, body: string, to = dealer.number): Promise<void> {
      count += 1;
      const sid = `SM${process.pid}n${count}`;
      await app.sms.listener.onInboundText({ sid, from, to, body, media: [], carrierAnsweredOptOut: false });
    },

    /** Sets the first location's notification phone. */
    async setNotificationPhone(phone = freshPhone()): Promise<string> {
      const update = "update locations set notification_phone_no = $3 where dealer_id = $1 and id = $2";
      await app.pool.query(update, [dealer_id, location_id, phone]);
      return phone;
    },

    /** Takes the endpoints that were pushed to since the last call, sorted. */
    takePushTargets(): string[] {
      const pushed = app.pushes.pushed.splice(0);
      return pushed.map(({ target }) => (target.kind === "web" ? target.endpoint : target.token)).sort();
    },
  };
}
