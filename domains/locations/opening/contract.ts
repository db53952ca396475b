import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Instant } from "#core/fields.ts";
import { staff } from "#core/people.ts";

export const locationOpening = calls("locationOpening", {
  next: {
    method: "GET",
    path: "/locations/opening",
    allow: staff,
    supportAccess: "reads",
    about: "When the acting location opens on its next open day after today. Null when it opens on none.",
    data: z.object({ opens_at: z.nullable(Instant) }),
  },
});
