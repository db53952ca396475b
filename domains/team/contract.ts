import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { roles, staff } from "#core/people.ts";
import { Id } from "#core/words.ts";

/** Somebody who works at a location, as colleagues see them. */
export const TeamMember = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  /** Both names in one. */
  name: z.string(),
  name_initials: z.string(),
  user_type: z.enum(roles),
  email: z.string(),
  user_image: z.nullable(z.string()),
});
export type TeamMember = z.infer<typeof TeamMember>;

export const team = calls("team", {
  chat: {
    method: "GET",
    path: "/teams/chat",
    allow: staff,
    about: "Who works at the acting location, the asking person included: whom one can mention, or give a chat to.",
    data: z.object({ teamMembers: z.array(TeamMember) }),
  },
});
