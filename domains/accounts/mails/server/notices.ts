import { sql } from "kysely";
import * as z from "zod/mini";
import { Instant } from "#core/fields.ts";
import { job } from "#core/job.ts";
import type { PersonKey } from "#core/people.ts";
import { worker } from "#core/server/domainManifest.ts";
import type { Server } from "#core/server/serve.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { deadlineIn } from "#ports/deadline.ts";
import { deviceOf, formatInTimeZone, noticeMail, noticeTopics } from "../rules.ts";

const Notice = z.object({
  /** Identifies the notice, so that a mail sent twice can be recognized. */
  reference: z.string(),
  dealer_id: z.number(),
  user_id: z.number(),
  about: z.enum(noticeTopics),
  /** Where it goes, if not to the person's own address: the former one. */
  to: z.optional(z.string()),
  /** Whose account it is about, if not the recipient's. */
  member: z.optional(z.string()),
  at: Instant,
  ip: z.string(),
  agent: z.string(),
});
type Notice = z.infer<typeof Notice>;

/** Emails a person about a security event of their account. */
export const noticeJob = job("accounts.notice", Notice, { retries: 8, retryDelay: 15 });

/** The recipient of a notice with their time zone; undefined when they may no longer sign in. */
async function noticeRecipientById(db: Db, dealer_id: number, id: number) {
  return db
    .selectFrom("users")
    .where("users.dealer_id", "=", dealer_id)
    .where("users.id", "=", id)
    .where("users.is_active", "=", true)
    .select(["users.first_name", "users.email"])
    .select(
      sql<string | null>`(
        select time_zone from locations
        where locations.dealer_id = users.dealer_id and (users.user_type = 'dealer' or exists (
          select from location_members as member
          where member.dealer_id = users.dealer_id and member.user_id = users.id and member.location_id = locations.id))
        order by locations.id limit 1)`.as("time_zone"),
    )
    .executeTakeFirst();
}

/** Those who own a business and can sign in. */
export async function ownersOf(db: Db, dealer_id: number): Promise<number[]> {
  const owners = db.selectFrom("users").where("dealer_id", "=", dealer_id).where("user_type", "=", "dealer");
  const rows = await owners.where("is_active", "=", true).select("id").orderBy("id").execute();
  return rows.map(({ id }) => id);
}

export async function fullNameOf(db: Db, { dealer_id, user_id }: PersonKey): Promise<string> {
  const person = db.selectFrom("users").where("dealer_id", "=", dealer_id).where("id", "=", user_id);
  const { first_name, last_name } = await person.select(["first_name", "last_name"]).executeTakeFirstOrThrow();
  return `${first_name} ${last_name}`.trim();
}

/** The browser of a session if the person has signed in before, but not from there since `since`. */
export async function unfamiliarBrowser(db: Db, session_id: number, since: Date) {
  return db
    .selectFrom("sessions as here")
    .where("here.id", "=", session_id)
    .where(({ exists, selectFrom }) => exists(selectFrom("sessions as before").where(before)))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("sessions as before")
            .where(before)
            .whereRef("before.agent", "=", "here.agent")
            .whereRef("before.ip", "=", "here.ip")
            .where("before.last_used_at", ">", since),
        ),
      ),
    )
    .select(["here.ip", "here.agent"])
    .executeTakeFirst();
}

/** The same person's other completed sign-ins. */
const before = sql<boolean>`before.dealer_id = here.dealer_id and before.user_id = here.user_id
  and before.id <> here.id and not before.is_pending`;

/** Sends a notice. Throws unless the mail provider certainly took it, so that the job is retried. */
async function notify({ within, ports, log }: Server, notice: Notice): Promise<void> {
  const { dealer_id, user_id, reference, about, at, ip, agent, member = "" } = notice;
  const leaveBy = deadlineIn(ports.clock);
  const recipient = await within.business({ dealer_id }, "notice", ({ db }) =>
    noticeRecipientById(db, dealer_id, user_id),
  );
  if (!recipient) return;
  const when = formatInTimeZone(recipient.time_zone ?? "America/New_York", new Date(at));
  const event = { first_name: recipient.first_name, when, device: deviceOf(agent), ip, member };
  const mail = noticeMail(about, event);
  const headers = { "Auto-Submitted": "auto-generated" };
  const result = await ports.email.send({ ...mail, to: notice.to ?? recipient.email, headers, reference }, leaveBy);
  if (result.kind === "busy" || result.kind === "lost") throw new Error(`A notice was not taken: ${result.kind}`);
  if (result.kind === "refused") log.warn({ user_id, reference }, "a notice was refused");
}

export const mailWorkers = [worker(noticeJob, notify)];
