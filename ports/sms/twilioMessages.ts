import * as z from "zod/mini";
import { refusalOf } from "./carrierErrors.ts";
import type { CarrierStatus, Refusal } from "./sms.ts";

/** A text as Twilio's API describes it; only what is used here. */
const Message = z.object({
  sid: z.string().check(z.regex(/^(SM|MM)[0-9a-fA-F]{32}$/)),
  status: z.string(),
  body: z.nullish(z.string()),
  direction: z.nullish(z.string()),
  date_created: z.nullish(z.string()),
  error_code: z.nullish(z.union([z.number(), z.string()])),
});
export type TwilioMessage = z.output<typeof Message>;

const Page = z.object({ messages: z.array(z.unknown()), next_page_uri: z.nullish(z.string()) });

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

/** Twilio's status in the port's words; undefined for one that says nothing about an outgoing text. */
export function statusOf(twilioStatus: string): CarrierStatus | undefined {
  return Object.hasOwn(statuses, twilioStatus) ? statuses[twilioStatus] : undefined;
}

/** Why a text failed; undefined while it has not. */
export function refusalWith(status: CarrierStatus, errorCode: string | number | null | undefined): Refusal | undefined {
  return status === "failed" ? refusalOf(errorCode ? String(errorCode) : "") : undefined;
}

/** The text in an answer; undefined when it is none. */
export function messageIn(value: unknown): TwilioMessage | undefined {
  const read = z.safeParse(Message, value);
  return read.success ? read.data : undefined;
}

/** The texts of one page of a list and the address of the next; undefined when it can't be understood whole. */
export function pageIn(value: unknown): { messages: TwilioMessage[]; next: string | undefined } | undefined {
  const page = z.safeParse(Page, value);
  if (!page.success) return undefined;
  const messages = page.data.messages.map(messageIn);
  if (!messages.every((message) => message !== undefined)) return undefined;
  return { messages, next: page.data.next_page_uri ?? undefined };
}
