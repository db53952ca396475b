import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { sentFlag } from "#core/fields.ts";
import { owner } from "#core/people.ts";

/** The steps, in the order in which they are shown. */
export const stepNames = ["number", "registration", "customers", "team", "text"] as const;

/** `waiting`: we have to act; `blocked`: another step comes first. */
export const stepStates = ["done", "open", "waiting", "blocked"] as const;

export const FirstStep = z.object({ step: z.enum(stepNames), state: z.enum(stepStates) });
export type FirstStep = z.infer<typeof FirstStep>;

/** The first steps of the acting location. */
export const FirstRun = z.object({
  steps: z.array(FirstStep),
  /** 1: the owner hid the list. */
  hidden: z.literal([0, 1]),
  /** 1: the location has conversations. */
  has_chats: z.literal([0, 1]),
  /** A few of those who joined or are invited. */
  team: z.array(z.object({ first_name: z.string(), initials: z.string(), is_invited: z.literal([0, 1]) })),
});
export type FirstRun = z.infer<typeof FirstRun>;

export const firstRun = calls("firstRun", {
  steps: {
    method: "GET",
    path: "/first-run",
    allow: owner,
    supportAccess: "reads",
    about:
      "The first steps of the acting location, computed from its rows: number, its registration with carriers where it needs one, customers, team, first text.",
    data: FirstRun,
  },
  hide: {
    method: "POST",
    path: "/first-run/hide",
    allow: owner,
    audit: "own rows",
    about: "Hides the first steps from the caller, or shows them again.",
    body: z.object({ hidden: sentFlag }),
    data: z.object({ hidden: z.literal([0, 1]) }),
  },
});
