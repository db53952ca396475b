import * as z from "zod/mini";
import { Id } from "#core/fields.ts";
import { job } from "#core/job.ts";

/** Removes files from storage: those of an erased person, and an export after its URL has expired. */
export const removeFilesJob = job("customers.removePersonsFiles", z.object({ keys: z.array(z.string()) }));

/** Erases what was under way while a person was erased: a text that came in, media being fetched. */
export const eraseLateJob = job("customers.eraseLate", z.object({ dealer_id: Id, customer_ids: z.array(Id) }));
