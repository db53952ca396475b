import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Instant } from "#core/fields.ts";
import { staff } from "#core/people.ts";

export const calendarFeed = calls("calendarFeed", {
  get: {
    method: "GET",
    path: "/meetings/feed",
    allow: staff,
    about:
      "Whether the caller has a calendar address, and when a calendar last read it. The address itself is shown once, when it is made.",
    data: z.object({ created_at: z.nullable(Instant), read_at: z.nullable(Instant) }),
  },
  renew: {
    method: "POST",
    path: "/meetings/feed",
    allow: staff,
    audit: "own rows",
    about:
      "Creates a private address from which calendar apps read the caller's meetings and appointments. The earlier one stops working.",
    data: z.object({ url: z.string() }),
    successMessage: "Calendar address created",
    rate: { points: 20, seconds: 3600, by: "person" },
  },
  stop: {
    method: "DELETE",
    path: "/meetings/feed",
    allow: staff,
    audit: "trail",
    about: "Ends the caller's calendar address.",
    successMessage: "Calendar address turned off",
  },
});
