import * as z from "zod/mini";
import { Instant } from "#core/fields.ts";
import { job } from "#core/job.ts";
import { noticeTopics } from "../rules.ts";

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
export type Notice = z.infer<typeof Notice>;

/** Emails a person about a security event of their account. */
export const noticeJob = job("accounts.notice", Notice, { retries: 8, retryDelay: 15 });
