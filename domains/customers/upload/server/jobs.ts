import * as z from "zod/mini";
import { Id } from "#core/fields.ts";
import { job } from "#core/job.ts";

const uploadKeyFields = z.object({ dealer_id: Id, location_id: Id, upload_id: Id });

// A short expiry detects a dead worker soon; a retry that comes too early waits for the first run's lock.
const settings = { expires: 15, retries: 8, concurrency: 2 } as const;

/** Imports an upload's rows as customers. */
export const importJob = job("customers.import", uploadKeyFields, settings);

/** Undoes an import. */
export const undoImportJob = job("customers.undoImport", z.extend(uploadKeyFields, { user_id: Id }), settings);

/** Resumes imports that a dead process left behind. */
export const recoverImportsJob = job("customers.recoverImports", z.object({ all: z.optional(z.boolean()) }), {
  retries: 0,
});

/** Deletes rows of uploads that are no longer needed. */
export const sweepUploadsJob = job("customers.sweepUploads", z.object({}), { retries: 0 });

/** Deletes a file of rejected rows after its URL has expired. */
export const removeRejectsJob = job("customers.removeRejects", z.object({ key: z.string() }));
