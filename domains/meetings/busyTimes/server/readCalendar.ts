import type { PersonKey } from "#core/people.ts";
import { openSeal } from "#core/server/seal.ts";
import type { Server } from "#core/server/serve.ts";
import { findSource, markSource, replaceBusyTimes, zoneOfMember } from "./store.ts";

/** What an address is sealed for. */
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
    // Another address was set meanwhile, or none: this answer is nobody's.
    if ((await findSource(db, person))?.url_sealed !== sealed) return;
    if (answer.kind === "failed") return markSource(db, person, { problem: answer.words, etag: "" });
    if (answer.kind === "read") await replaceBusyTimes(db, person, answer.busy);
    // What was said of an unchanged calendar is as true as before.
    const read =
      answer.kind === "read" ? { etag: answer.etag, problem: answer.warning ?? "", file_read_at: now() } : {};
    await markSource(db, person, { read_at: now(), ...read });
  });
}
