import * as z from "zod/mini";
import { events } from "#core/event.ts";
import { absentId, Id, inOrder } from "#core/words.ts";

/** What a list of chats is named by in an address. What can be no name is answered like a tag that doesn't exist. */
export const ListName = z
  .string()
  .check(inOrder([(name) => name.length <= 100 && /^[\p{L}\p{N}]+(-[\p{L}\p{N}]+)*$/u.test(name), absentId]));

/** What the operator lets chats be sorted by. */
export const Tag = z.object({
  id: Id,
  tag: z.string(),
  /** The same, as other clients read it. */
  name: z.string(),
  /** Its name in an address: `/inbox/{slug}`. */
  slug: z.string(),
});
export type Tag = z.infer<typeof Tag>;

export const tagEvents = events({
  listChanged: {
    event: "tags-changed",
    to: "dealer",
    about: "The operator added or deleted a tag.",
    payload: z.object({}),
  },
});
