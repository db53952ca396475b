import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id, Instant } from "#core/fields.ts";
import { operator } from "#core/people.ts";

export const platformTextIntents = ["stop", "start", "help", "asked", "other"] as const;
export const replyStates = ["none", "queued", "sending", "sent", "failed", "unknown"] as const;

/** A text that someone sent to the platform's own number. */
export const PlatformText = z.object({
  id: Id,
  phone: z.string(),
  message: z.string(),
  media_count: z.number(),
  /** `asked`: probably a request to stop, in other words. */
  intent: z.enum(platformTextIntents),
  /** The automatic reply; empty without one. */
  reply: z.string(),
  reply_state: z.enum(replyStates),
  received_at: Instant,
});
export type PlatformText = z.infer<typeof PlatformText>;

export const platformTexts = calls("platformTexts", {
  table: {
    method: "POST",
    path: "/admin/platform-texts/dt",
    allow: operator,
    about:
      "Texts to the platform's own number, newest first, page by page. They belong to no business. The search covers text and phone.",
    table: true,
    data: PlatformText,
  },
});
