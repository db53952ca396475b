import * as z from "zod/mini";
import { type FieldRule, inOrder, opaqueText } from "#core/fields.ts";

/* The text of a message to a customer, sent now or scheduled. */

/** Carriers accept 1,600 characters; the product's limit is two SMS segments. */
export const maxTextLength = 320;

const sendable = [
  [(text: string) => text.length <= maxTextLength, `A message can have up to ${maxTextLength} characters`],
  [(text: string) => !text.includes("\u0000"), "This contains a character that can't be sent"],
] as const satisfies FieldRule<string>[];

export const emptyMessageText = "Message cannot be empty";

/** A text that must not be empty. */
export const RequiredText = z
  .string({ error: emptyMessageText })
  .check(z.trim(), inOrder([(text) => text.length > 0, emptyMessageText], ...sendable));

/** A text that may be empty when a file is attached. */
export const MessageText = z._default(z.string({ error: emptyMessageText }), "").check(z.trim(), inOrder(...sendable));

/** Chosen by the browser per message, so that a retry after a lost response sends nothing twice. */
export const ClientId = z.optional(opaqueText(8, 64, "Give each message an id of 8 to 64 characters"));
