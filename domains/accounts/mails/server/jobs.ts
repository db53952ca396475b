import * as z from "zod/mini";
import { job } from "#core/job.ts";
import { Instant } from "#core/words.ts";

const Notice = z.object({
  /** Names the notice, so that a mail which arrives twice can be recognised. */
  reference: z.string(),
  dealer_id: z.number(),
  user_id: z.number(),
  about: z.enum(["password changed", "new sign-in"]),
  at: Instant,
  ip: z.string(),
  agent: z.string(),
});
export type Notice = z.infer<typeof Notice>;

/** Tells a person by mail what happened to their account. */
export const noticeJob = job("accounts.notice", Notice, { retries: 8, retryDelay: 15 });
