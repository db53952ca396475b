import type { Server } from "#core/server/serve.ts";
import { fanOut } from "./fanOut.ts";
import { fanOutJob, pushJob, sweepNotificationsJob, textPhoneJob } from "./jobs.ts";
import { push } from "./push.ts";
import { sweep } from "./sweep.ts";
import { textPhone } from "./textPhone.ts";

export {
  type InboundMessageKey,
  type NotificationContent,
  type NotificationRecipients,
  notify,
  notifyMessage,
} from "./notify.ts";

/** Starts the workers that push and text. */
export async function workNotifications(server: Server): Promise<void> {
  const { jobs } = server.ports;
  await jobs.work(fanOutJob, (data) => fanOut(server, data));
  await jobs.work(pushJob, (data) => push(server, data));
  await jobs.work(textPhoneJob, (data) => textPhone(server, data));
  await jobs.work(sweepNotificationsJob, () => sweep(server));
  await jobs.schedule(sweepNotificationsJob, "17 3 * * *", {});
}
