import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Instant } from "#core/fields.ts";
import { staff } from "#core/people.ts";

export const marketingStop = calls("marketingStop", {
  current: {
    method: "GET",
    path: "/campaigns/text/stop",
    allow: staff,
    supportAccess: "reads",
    about: "Why and since when Rooftop holds all campaigns back; null while it doesn't.",
    data: z.object({ stop: z.nullable(z.object({ reason: z.string(), since: Instant })) }),
  },
});
