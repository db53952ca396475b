import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id } from "#core/fields.ts";
import { owner } from "#core/people.ts";

/** Test mails of a person within a minute, and within a day. */
export const testMailLimits = { minute: 5, day: 30 } as const;

export const testMails = calls("testMails", {
  send: {
    method: "POST",
    path: "/locations/sender/{id}/test",
    allow: owner,
    audit: "trail",
    about:
      "Sends the caller a marketing email as customers would get it, with its footer and a working unsubscribe link. It counts in no figure.",
    params: z.object({ id: Id }),
    data: z.object({ to: z.string() }),
    rate: { points: 60, seconds: 600, by: "person" },
    ownTransactions: true,
  },
});
