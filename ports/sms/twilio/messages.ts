import * as z from "zod/mini";
import type { CarrierStatus } from "#core/carrierStatus.ts";
import { refusalOf } from "../carrierErrors.ts";
import type { Refusal } from "../sms.ts";

/** The fields of Twilio's message resource that are used here. */
const Message = z.object({
  sid: z.string().check(z.regex(/^(SM|MM)[0-9a-fA-F]{32}$/)),
  status: z.string(),
  body: z.nullish(z.string()),
  direction: z.nullish(z.string()),
  date_created: z.nullish(z.string()),
  error_code: z.nullish(z.union([z.number(), z.string()])),
});
export type TwilioMessage = z.output<typeof Message>;

/** What is asked of the answer to a send: of the rest, nothing is used. */
const SentMessage = z.pick(Message, { sid: true, status: true, error_code: true });

const MessagePage = z.object({ messages: z.array(z.unknown()), next_page_uri: z.nullish(z.string()) });

const statuses: Readonly<Record<string, CarrierStatus>> = {
  accepted: "queued",
  scheduled: "queued",
  queued: "queued",
  sending: "queued",
  sent: "sent",
  partially_delivered: "sent",
  delivered: "delivered",
  read: "delivered",
  undelivered: "failed",
  failed: "failed",
  canceled: "failed",
};

/** Maps Twilio's status to the port's; undefined for one that does not apply to an outbound text. */
export function carrierStatusOf(twilioStatus: string): CarrierStatus | undefined {
  return Object.hasOwn(statuses, twilioStatus) ? statuses[twilioStatus] : undefined;
}

/** The refusal of a failed text; undefined for any other status. */
export function refusalIfFailed(
  status: CarrierStatus,
  errorCode: string | number | null | undefined,
): Refusal | undefined {
  return status === "failed" ? refusalOf(errorCode ? String(errorCode) : "") : undefined;
}

/** Parses the answer to a send; undefined when it is invalid. */
export function parseSentMessage(value: unknown): z.output<typeof SentMessage> | undefined {
  const parsed = z.safeParse(SentMessage, value);
  return parsed.success ? parsed.data : undefined;
}

function parseMessage(value: unknown): TwilioMessage | undefined {
  const parsed = z.safeParse(Message, value);
  return parsed.success ? parsed.data : undefined;
}

/** Parses a list page and its link to the next one; undefined when any part is invalid. */
export function parseMessagePage(value: unknown): { messages: TwilioMessage[]; next: string | undefined } | undefined {
  const page = z.safeParse(MessagePage, value);
  if (!page.success) return undefined;
  const messages = page.data.messages.map(parseMessage);
  if (!messages.every((message) => message !== undefined)) return undefined;
  return { messages, next: page.data.next_page_uri ?? undefined };
}
