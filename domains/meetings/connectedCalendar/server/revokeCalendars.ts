import { sql } from "kysely";
import type { Server } from "#core/server/serve.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { revocationMs, waitAfter } from "../rules.ts";
import { openCalendar } from "./openCalendar.ts";

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
  const due = await within.platform(reason, ({ db, now }) => takeDue(db, now()));
  for (const revocation of due) {
    const opened = openCalendar(server, revocation);
    // Providers end everything that a person allowed, so an account that is still used elsewhere is only forgotten here.
    const isEnded =
      !opened || revocation.is_shared || (await opened.calendars.revoke(opened.access)).kind === "revoked";
    await within.platform(reason, ({ db, now }) => settle(db, revocation, isEnded, now()));
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
