import * as z from "zod/mini";
import { Id } from "#core/fields.ts";
import { job } from "#core/job.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { atOnceIfNoticed, type RegistrationChange, type RegistrationKey, updateRegistration } from "./store.ts";

/* When the carrier is asked about a registration next. Its looks come in rounds: each number once, then the review. */

/** Takes a registration on, as far as it goes now. */
export const advanceJob = job("textRegistration.advance", z.object({ dealer_id: z.number(), registration_id: Id }), {
  retries: 3,
  retryDelay: 30,
  expires: 300,
});

type Planning = Pick<UnitOfWork, "db" | "now" | "enqueue">;

/**
 * Ends a round of looks, and has the next one begin after some milliseconds, in the transaction that changes the
 * registration; at once where the carrier has said meanwhile that something changed.
 */
export async function lookLater(
  { db, now, enqueue }: Planning,
  key: RegistrationKey,
  milliseconds: number,
  change: RegistrationChange = {},
): Promise<void> {
  const look_at = new Date(now().getTime() + milliseconds);
  const planned = await updateRegistration(db, key, {
    ...change,
    looked: [],
    look_at: atOnceIfNoticed(look_at, now()),
  });
  const wait = planned ? planned.getTime() - now().getTime() : milliseconds;
  enqueue(advanceJob, key, { delaySeconds: Math.max(0, Math.ceil(wait / 1_000)) });
}

/** Continues a round of looks: at once, or after a pause in which nobody looks, whatever the carrier says. */
export async function continueRound(
  { db, now, enqueue }: Planning,
  key: RegistrationKey,
  milliseconds = 0,
  change: RegistrationChange = {},
): Promise<void> {
  await updateRegistration(db, key, { ...change, look_at: new Date(now().getTime() + milliseconds) });
  enqueue(advanceJob, key, { delaySeconds: Math.ceil(milliseconds / 1_000) });
}
