import * as z from "zod/mini";
import { inOrder, type Rule } from "#core/words.ts";

/* What staff write to a customer, now or for later. */

/** Texts to one customer; the carrier takes 1,600 characters, the product's own limit is two messages. */
export const longestText = 320;

const sendable = [
  [(text: string) => text.length <= longestText, `A message can have at most ${longestText} characters`],
  [(text: string) => !text.includes("\u0000"), "This contains a character that can't be sent"],
] as const satisfies Rule<string>[];

/** What is said when there is neither a text nor a file. */
export const emptyMessage = "Message cannot be empty";

/** A text with words in it. */
export const RequiredText = z
  .string({ error: emptyMessage })
  .check(z.trim(), inOrder([(text) => text.length > 0, emptyMessage], ...sendable));

/** A text that may be empty where a file goes with it. */
export const MessageText = z._default(z.string({ error: emptyMessage }), "").check(z.trim(), inOrder(...sendable));

/** So many members can be told of one message. */
export const mostMentions = 20;

/** Given by the browser with each message, so that sending it again after a lost answer sends nothing twice. */
export const ClientId = z.optional(z.string().check(z.minLength(8), z.maxLength(64)));
