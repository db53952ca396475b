import type { Server } from "#core/server/serve.ts";
import { pushJob, spreadJob, sweepNotificationsJob, textPhoneJob } from "./jobs.ts";
import { push } from "./push.ts";
import { spread } from "./spread.ts";
import { sweep } from "./sweep.ts";
import { textPhone } from "./textPhone.ts";

export { type Addressees, type NewMessage, type News, notify, notifyMessage } from "./notify.ts";

/** Starts the workers that push and text. */
export async function workNotifications(server: Server): Promise<void> {
  const { jobs } = server.ports;
  await jobs.work(spreadJob, (data) => spread(server, data));
  await jobs.work(pushJob, (data) => push(server, data));
  await jobs.work(textPhoneJob, (data) => textPhone(server, data));
  await jobs.work(sweepNotificationsJob, () => sweep(server));
  await jobs.schedule(sweepNotificationsJob, "17 3 * * *", {});
}
