import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id, Instant, inOrder, opaqueText, required } from "#core/fields.ts";
import { staff } from "#core/people.ts";
import { Chat } from "#domains/inbox/contract.ts";

/** A message that matches the search. */
export const FoundMessage = z.object({
  message_id: Id,
  chat: Chat,
  is_from_customer: z.literal([0, 1]),
  datetime: Instant,
  /** The message's text around the first match. */
  excerpt: z.string(),
  /** The matches in the excerpt, as [start, end) in UTF-16 code units. */
  marks: z.array(z.tuple([z.number(), z.number()])),
});
export type FoundMessage = z.infer<typeof FoundMessage>;

export const minSearchCharacters = 2;

export const inboxSearch = calls("inboxSearch", {
  search: {
    method: "POST",
    path: "/inbox/search",
    allow: staff,
    supportAccess: "reads",
    about:
      "The location's chats whose customer matches every word by name, phone or email, in list order (active first), and all messages that contain every word, newest first. Messages are searched only if a word has three letters or digits in a row. The first answer holds the first page of both; a cursor asks for more of its part. A page may be short or empty and still have a cursor: then the search isn't finished.",
    body: z.object({
      search_param: required("Type at least 2 characters", 100).check(
        inOrder([(text) => [...text].length >= minSearchCharacters, "Type at least 2 characters"]),
      ),
      cursor: z.optional(opaqueText(0, 100, "Please search again")),
    }),
    data: z.object({
      chats: z.array(Chat),
      messages: z.array(FoundMessage),
      /** 0: no word was long enough to look for in messages. */
      searches_messages: z.literal([0, 1]),
      next_cursor: z.object({ chats: z.nullable(z.string()), messages: z.nullable(z.string()) }),
    }),
  },
});
