import * as z from "zod/mini";
import { job } from "#core/job.ts";
import { Id } from "#core/words.ts";

const ofOne = z.object({ dealer_id: Id, location_id: Id, upload_id: Id });

// A worker that died is found out soon; a second one that comes too early waits for the first.
const settings = { expires: 15, retries: 8, concurrency: 2 } as const;

/** Makes customers of an upload's rows. */
export const importJob = job("customers.import", ofOne, settings);

/** Takes back what an import did. */
export const undoImportJob = job("customers.undoImport", z.extend(ofOne, { user_id: Id }), settings);

/** Finds imports that a process which died has left behind. */
export const recoverImportsJob = job("customers.recoverImports", z.object({ all: z.optional(z.boolean()) }), {
  retries: 0,
});

/** Lets go of rows that nobody needs any more. */
export const sweepUploadsJob = job("customers.sweepUploads", z.object({}), { retries: 0 });

/** Deletes a file of rejected rows when its address no longer works. */
export const removeRejectsJob = job("customers.removeRejects", z.object({ key: z.string() }));
