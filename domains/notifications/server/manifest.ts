import { sql } from "kysely";
import { callGroup, type DomainManifest, type WorkerServer, worker } from "#core/server/domainManifest.ts";
import { type Person, type PersonRecords, personPattern } from "#core/server/personRecords.ts";
import type { Server } from "#core/server/serve.ts";
import { notifications } from "../contract.ts";
import { retentionDays } from "../rules.ts";
import { notificationHandlers } from "./handlers.ts";
import { fanOutJob, pushJob, sweepNotificationsJob, textPhoneJob } from "./jobs.ts";
import type { LoadNewestInbound } from "./public.ts";
import { fanOut, push } from "./push.ts";
import { removeExpired, removeNotificationsBefore } from "./store.ts";
import { textPhone } from "./textPhone.ts";

const notificationWorkers = [
  worker(fanOutJob, fanOut),
  worker(pushJob, (server, data) => push(server, data, inboundLoader(server))),
  worker(textPhoneJob, (server, data) => textPhone(server, data, inboundLoader(server))),
  worker(sweepNotificationsJob, sweep, { schedule: "17 3 * * *" }),
];

function inboundLoader({ domains }: WorkerServer): LoadNewestInbound {
  const [newestInbound] = domains.flatMap((domain) => domain.newestInbound ?? []);
  if (!newestInbound) throw new Error("No domain knows what customers wrote");
  return newestInbound;
}

/** Removes old notifications and devices with expired sign-ins. */
async function sweep({ within }: Server): Promise<void> {
  await within.eachCell("notifications", async ({ db, now }) => {
    await removeExpired(db, now());
    await removeNotificationsBefore(db, new Date(now().getTime() - retentionDays * 24 * 3600 * 1000));
  });
}

const inTheirChats = ({ chat_ids }: Person) => sql`chat_id = any(${[...chat_ids]}::bigint[])`;

/** Those about tasks and alerts name the customer in their text alone. */
const notificationPersonRecords: PersonRecords = {
  tables: [
    {
      table: "notifications",
      rows: (person) => sql`${inTheirChats(person)} or title || ' ' || text ~* ${personPattern(person)}::text`,
      erase: "delete",
    },
    { table: "phone_notices", rows: inTheirChats, erase: "delete" },
  ],
};

export const notificationsManifest: DomainManifest = {
  name: "notifications",
  calls: [callGroup(notifications, notificationHandlers)],
  workers: notificationWorkers,
  person: notificationPersonRecords,
  tables: ["notifications", "phone_notices", "push_subscriptions"],
  reads: ["users", "sessions", "locations", "location_members"],
};
