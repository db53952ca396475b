import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { staff } from "#core/people.ts";

/* Apart from the other calls, because the menu's count is in every first view. */

export const nextCounts = calls("nextCounts", {
  mine: {
    method: "GET",
    path: "/next/counts",
    allow: staff,
    supportAccess: "reads",
    about: "How many customers and tasks wait for the caller, or for anyone, at the acting location.",
    data: z.object({ waiting: z.number() }),
  },
});
