import * as z from "zod/mini";
import { inOrder, type Rule } from "#core/words.ts";

/* The text of a message to a customer, sent now or scheduled. */

/** Carriers accept 1,600 characters; the product's limit is two SMS segments. */
export const longestText = 320;

const sendable = [
  [(text: string) => text.length <= longestText, `A message can have at most ${longestText} characters`],
  [(text: string) => !text.includes("\u0000"), "This contains a character that can't be sent"],
] as const satisfies Rule<string>[];

export const emptyMessage = "Message cannot be empty";

/** A text that must not be empty. */
export const RequiredText = z
  .string({ error: emptyMessage })
  .check(z.trim(), inOrder([(text) => text.length > 0, emptyMessage], ...sendable));

/** A text that may be empty when a file is attached. */
export const MessageText = z._default(z.string({ error: emptyMessage }), "").check(z.trim(), inOrder(...sendable));

export const mostMentions = 20;

/** Chosen by the browser per message, so that a retry after a lost response sends nothing twice. */
export const ClientId = z.optional(z.string().check(z.minLength(8), z.maxLength(64)));
