import { invalidField, orNotFound } from "#core/failure.ts";
import { CallResult, type Handlers, type StaffContext } from "#core/server/serve.ts";
import { notificationEvents, type notifications } from "../contract.ts";
import { parsePushTarget } from "../rules.ts";
import {
  markRead,
  newestNotifications,
  removeBySession,
  saveSubscription,
  subscriptionOf,
  unreadCount,
} from "./store.ts";

export const notificationHandlers: Handlers<typeof notifications> = {
  async list(context) {
    const person = personOf(context);
    return {
      notifications: await newestNotifications(context.db, person),
      unread_count: await unreadCount(context.db, person),
    };
  },

  async read(context, { params: { notification_id } }) {
    orNotFound(await markRead(context.db, personOf(context), context.now(), notification_id));
    return publishRead(context);
  },

  async readAll(context) {
    await markRead(context.db, personOf(context), context.now());
    return publishRead(context);
  },

  async updateToken(context, { body: { fcm_token } }) {
    const { within, ports, origin, who } = context;
    const target = parsePushTarget(fcm_token);
    if (!target || (target.kind === "web" && !ports.push.accepts(target))) {
      throw invalidField("fcm_token", "This device can't receive notifications. Turn them on again");
    }
    // The app can't know that this server has no Firebase set up, so this is not an error.
    if (!ports.push.accepts(target))
      return new CallResult("Notifications aren't available on this device", { kind: "none" }, "info");
    const signIn = { ...personOf(context), session_id: who.session_id };
    await within.cellOf(signIn, "push", ({ db, now }) => saveSubscription(db, signIn, target, now()), origin);
    return { kind: target.kind };
  },

  async device({ within, ports, scope, who }) {
    const subscription = await within.cellOf.read(scope, "push", (db) => subscriptionOf(db, who.session_id));
    return {
      key: ports.push.vapidPublicKey,
      kind: subscription?.kind ?? "none",
      endpoint: subscription?.endpoint ?? "",
      firebase: ports.push.reachesFirebase ? 1 : 0,
    };
  },

  async removeDevice({ within, origin, scope, who }) {
    await within.cellOf(scope, "push", ({ db }) => removeBySession(db, who.session_id), origin);
  },
};

const personOf = ({ scope, who }: Pick<StaffContext, "scope" | "who">) => ({
  dealer_id: scope.dealer_id,
  user_id: who.user_id,
});

/** Updates the unread count in the person's other windows. */
async function publishRead(context: StaffContext) {
  const person = personOf(context);
  const unread_count = await unreadCount(context.db, person);
  context.publish(notificationEvents.read, { unread_count }, person);
  return { unread_count };
}
