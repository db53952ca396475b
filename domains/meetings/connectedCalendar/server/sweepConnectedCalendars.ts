import { sql } from "kysely";
import { worker } from "#core/server/domainManifest.ts";
import type { Server } from "#core/server/serve.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { revocationMs, waitAfter } from "../rules.ts";
import { openCalendar, revokeCalendarsJob, sweepConnectedCalendarsJob, syncCalendarJob } from "./account.ts";
import { calendarsOfDeparted, dueCalendars } from "./eventStore.ts";
import { endAccount } from "./store.ts";
import { syncCalendar } from "./syncCalendar.ts";

/** Enqueues the calendars of all businesses with something to do, and ends those of people who left. */
export async function sweepConnectedCalendars({ within }: Pick<Server, "within">): Promise<void> {
  await within.eachCell("connected calendars", async ({ db, now, enqueue, audit }) => {
    const departed = await calendarsOfDeparted(db);
    for (const person of departed) {
      const ended = await endAccount(db, person, now());
      const { dealer_id, user_id } = person;
      if (ended) await audit({ action: "disconnected", subject: "connected calendar", subject_id: user_id, dealer_id });
    }
    if (departed.length > 0) enqueue(revokeCalendarsJob, {});
    for (const person of await dueCalendars(db, now())) enqueue(syncCalendarJob, person);
  });
}

/** Enqueues the calendars of a business that an appointment's change makes differ: of whoever hosts or hosted it. */
export async function writeChange({ within }: Pick<Server, "within">, { dealer_id }: { dealer_id: number }) {
  await within.business({ dealer_id }, "connected calendars", async ({ db, now, enqueue }) => {
    for (const person of await dueCalendars(db, now(), dealer_id))
      enqueue(syncCalendarJob, person, { dedupeKey: `${person.dealer_id}.${person.user_id}` });
  });
}

interface DueRevocation {
  readonly dealer_id: number;
  readonly id: number;
  readonly provider: string;
  readonly access_sealed: string;
  readonly asked_at: Date;
  readonly attempts: number;
  readonly is_shared: boolean;
}

const reason = "calendars that were disconnected";
const leaseMs = 5 * 60_000;

/** Ends the access to disconnected calendars at their providers, then forgets it. */
export async function revokeCalendars(server: Pick<Server, "within" | "ports" | "secret">): Promise<void> {
  const { within } = server;
  const due = await within.eachCell(reason, ({ db, now }) => takeDue(db, now()));
  for (const revocation of due.flat()) {
    const opened = openCalendar(server, revocation);
    // Providers end everything that a person allowed, so an account that is still used elsewhere is only forgotten here.
    const isEnded =
      !opened || revocation.is_shared || (await opened.calendars.revoke(opened.access)).kind === "revoked";
    await within.cellOf(revocation, reason, ({ db, now }) => settle(db, revocation, isEnded, now()));
  }
}

async function takeDue(db: Db, now: Date): Promise<DueRevocation[]> {
  const { rows } = await sql<DueRevocation>`
    update calendar_revocations r set next_at = ${new Date(now.getTime() + leaseMs)}, attempts = r.attempts + 1 from (
      select dealer_id, id from calendar_revocations where next_at <= ${now} order by next_at limit 20
      for update skip locked) due
    where r.dealer_id = due.dealer_id and r.id = due.id
    returning r.dealer_id, r.id, r.provider, r.access_sealed, r.asked_at, r.attempts, r.account <> '' and (
      exists (select from calendar_accounts c where c.provider = r.provider and c.account = r.account)
      or exists (select from review_accounts v where v.provider = r.provider and v.account = r.account)) as is_shared`.execute(
    db,
  );
  return rows;
}

async function settle(db: Db, { dealer_id, id, attempts, asked_at }: DueRevocation, isEnded: boolean, now: Date) {
  if (isEnded || now.getTime() - asked_at.getTime() >= revocationMs) {
    const known = db.deleteFrom("calendar_revocations").where("dealer_id", "=", dealer_id);
    return void (await known.where("id", "=", id).execute());
  }
  const next_at = new Date(now.getTime() + waitAfter(attempts));
  const known = db.updateTable("calendar_revocations").set({ next_at }).where("dealer_id", "=", dealer_id);
  await known.where("id", "=", id).execute();
}

export const connectedCalendarWorkers = [
  worker(syncCalendarJob, syncCalendar),
  worker(sweepConnectedCalendarsJob, sweepConnectedCalendars, { schedule: "*/5 * * * *" }),
  worker(revokeCalendarsJob, revokeCalendars, { schedule: "*/5 * * * *" }),
];
