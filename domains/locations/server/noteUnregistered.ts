import * as z from "zod/mini";
import { Id } from "#core/fields.ts";
import { job } from "#core/job.ts";
import { worker } from "#core/server/domainManifest.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { isUnregisteredCode } from "../registration/rules.ts";
import { noteUnregistered } from "./numberStore.ts";

/** Notes that a carrier refused a number as unregistered. */
export const noteUnregisteredJob = job(
  "locations.noteUnregistered",
  z.object({ dealer_id: Id, number: z.string(), left_at: z.string() }),
  { expires: 30 },
);

interface RefusedText {
  readonly dealer_id: number;
  /** Our number. */
  readonly from: string;
  readonly left_at: Date;
  /** The carrier's code. */
  readonly code: string | undefined;
}

/**
 * Has it noted when a carrier refused a text because our number isn't registered; nothing for other codes.
 *
 * @returns whether that was the reason.
 */
export function noteUnregisteredSoon(
  { enqueue }: Pick<UnitOfWork, "enqueue">,
  { dealer_id, from: number, left_at, code }: RefusedText,
): boolean {
  if (!isUnregisteredCode(code)) return false;
  enqueue(noteUnregisteredJob, { dealer_id, number, left_at: left_at.toISOString() }, { dedupeKey: number });
  return true;
}

export const registrationWorkers = [
  worker(noteUnregisteredJob, async ({ within }, { left_at, ...key }) => {
    await within.cellOf(key, "an unregistered number", (unit) =>
      noteUnregistered(unit, { ...key, left_at: new Date(left_at) }, unit.now()),
    );
  }),
];
