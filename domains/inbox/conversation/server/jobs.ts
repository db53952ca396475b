import * as z from "zod/mini";
import { Id } from "#core/fields.ts";
import { job } from "#core/job.ts";

/** Downloads an inbound text's media from the carrier. */
export const fetchMediaJob = job("inbox.fetchMedia", z.object({ dealer_id: Id, media_id: Id }), { retries: 8 });
