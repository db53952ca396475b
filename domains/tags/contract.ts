import * as z from "zod/mini";
import { events } from "#core/event.ts";
import { absentId, Id, inOrder } from "#core/fields.ts";

/** The URL slug of a chat list. An invalid slug is treated like a tag that doesn't exist. */
export const ChatListSlug = z
  .string({ error: absentId })
  .check(inOrder([(name) => name.length <= 100 && /^[\p{L}\p{N}]+(-[\p{L}\p{N}]+)*$/u.test(name), absentId]));

/** A label for chats, defined by the operator. */
export const Tag = z.object({
  id: Id,
  tag: z.string(),
  /** The same as `tag`, for other clients. */
  name: z.string(),
  /** Its slug in URLs: `/inbox/{slug}`. */
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
