import * as z from "zod/mini";
import { Id } from "#core/fields.ts";
import { job } from "#core/job.ts";

/** Posts the reply that stands at its review's site, or takes it off. */
export const deliverReplyJob = job("reviews.deliverReply", z.object({ dealer_id: Id, review_id: Id }), { expires: 60 });
