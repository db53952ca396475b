import * as z from "zod/mini";
import { Id } from "#core/fields.ts";
import { job } from "#core/job.ts";
import type { PersonKey } from "#core/people.ts";
import { worker } from "#core/server/domainManifest.ts";
import { openSeal } from "#core/server/seal.ts";
import type { Server } from "#core/server/serve.ts";
import { findSource, markSource, replaceBusyTimes, takeDueSources, zoneOfMember } from "./store.ts";

/** Reads one person's own calendar. The next run is scheduled anyway, so there are no retries. */
export const readCalendarJob = job("meetings.readCalendar", z.object({ dealer_id: Id, user_id: Id }), {
  retries: 0,
  expires: 60,
  concurrency: 2,
});

/** Finds the calendars that are due. */
export const sweepCalendarsJob = job("meetings.sweepCalendars", z.object({}), {
  retries: 0,
  expires: 60,
  concurrency: 1,
});

/** The purpose under which a calendar's address is sealed. */
export const sealPurpose = "calendar source";

const aDay = 86_400_000;
const daysAhead = 60;
/** How long an unchanged file's times hold; read beyond the days ahead by as much, and a day more for a server that fails. */
const fileHoldsMs = aDay;
const marginDays = 2;

/** Asks a person's own calendar when they are busy, and keeps that alone. While it fails, what was read before stays. */
export async function readCalendar(
  { within, ports, secret }: Pick<Server, "within" | "ports" | "secret">,
  person: PersonKey,
): Promise<void> {
  const { dealer_id } = person;
  const reason = "a person's own calendar";
  const query = await within.business({ dealer_id }, reason, async ({ db, now }) => {
    const source = await findSource(db, person);
    const url = source && openSeal(secret, sealPurpose, source.url_sealed);
    if (!source || url === undefined) return undefined;
    const at = now().getTime();
    const span = { from: new Date(at - aDay), before: new Date(at + (daysAhead + marginDays) * aDay) };
    // The same file isn't the same times: what repeats has moved into the days ahead.
    const isRecent = source.file_read_at !== null && at - source.file_read_at.getTime() < fileHoldsMs;
    return {
      url,
      etag: isRecent ? source.etag : "",
      ...span,
      zone: await zoneOfMember(db, person),
      sealed: source.url_sealed,
    };
  });
  if (!query) return;
  const { sealed, ...asked } = query;
  const answer = await ports.calendars.busy(asked);
  await within.business({ dealer_id }, reason, async ({ db, now }) => {
    // The address changed meanwhile, so this answer is discarded.
    if ((await findSource(db, person))?.url_sealed !== sealed) return;
    if (answer.kind === "failed") return markSource(db, person, { problem: answer.words, etag: "" });
    if (answer.kind === "read") await replaceBusyTimes(db, person, answer.busy);
    // What was said of an unchanged calendar is as true as before.
    const read =
      answer.kind === "read" ? { etag: answer.etag, problem: answer.warning ?? "", file_read_at: now() } : {};
    await markSource(db, person, { read_at: now(), ...read });
  });
}

const everyMs = 15 * 60_000;

/** Enqueues the calendars of all businesses that weren't asked for a quarter of an hour. */
export async function sweepCalendars({ within }: Pick<Server, "within">): Promise<void> {
  await within.eachCell("own calendars", async (unit) => {
    const now = unit.now();
    for (const key of await takeDueSources(unit.db, new Date(now.getTime() - everyMs), now))
      unit.enqueue(readCalendarJob, key);
  });
}

export const calendarWorkers = [
  worker(readCalendarJob, readCalendar),
  worker(sweepCalendarsJob, sweepCalendars, { schedule: "*/5 * * * *" }),
];
