import { createPublicKey, verify } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import * as z from "zod/mini";
import { classOfFailure } from "./bounceClass.ts";
import type { MailEvent } from "./email.ts";
import { referencesIn } from "./mailHeaders.ts";

const text = z.catch(z.string(), "");
const SendgridEvent = z.object({
  event: text,
  sg_event_id: z.string().check(z.minLength(1), z.maxLength(200)),
  "smtp-id": text,
  reference: text,
  type: text,
  status: text,
  reason: text,
  response: text,
});
type SendgridEvent = z.output<typeof SendgridEvent>;

/** Checks the signature (ECDSA on P-256) over the timestamp and the raw body. The key is bare DER in base64. */
export function isFromSendgrid(key: string, headers: IncomingHttpHeaders, body: Buffer): boolean {
  const signature = headers["x-twilio-email-event-webhook-signature"];
  const timestamp = headers["x-twilio-email-event-webhook-timestamp"];
  if (typeof signature !== "string" || typeof timestamp !== "string") return false;
  try {
    const publicKey = createPublicKey({ key: Buffer.from(key, "base64"), format: "der", type: "spki" });
    return verify("sha256", Buffer.concat([Buffer.from(timestamp), body]), publicKey, Buffer.from(signature, "base64"));
  } catch {
    return false;
  }
}

/** The events of one request; `unreadable` when it isn't a list. What we don't need is left out. */
export function sendgridEvents(body: string): readonly MailEvent[] | "unreadable" {
  const list = parseList(body);
  if (!list) return "unreadable";
  return list.flatMap((item) => {
    const event = SendgridEvent.safeParse(item);
    const found = event.success ? read(event.data) : undefined;
    if (!event.success || !found) return [];
    const references = referencesIn(`${event.data["smtp-id"]} ${event.data.reference}`);
    const raw = JSON.stringify(item, null, 2);
    return [{ ...found, references, event_id: `sendgrid:${event.data.sg_event_id}`, raw }];
  });
}

function read(event: SendgridEvent): Pick<MailEvent, "kind" | "bounce" | "words"> | undefined {
  const words = (event.reason || event.response).slice(0, 500);
  switch (event.event) {
    case "delivered":
      return { kind: "delivered", words };
    case "deferred":
      return { kind: "deferred", words };
    case "spamreport":
      return { kind: "complained", words: "Marked as spam" };
    case "unsubscribe":
    case "group_unsubscribe":
      return { kind: "unsubscribed", words: "By the provider's own link" };
    case "bounce":
      return { kind: "bounced", bounce: bounceOf(event), words };
    // `dropped` was never handed over: the provider remembers an earlier bounce or complaint.
    default:
      return undefined;
  }
}

/** A `blocked` mail was refused for now, whatever the code says. */
function bounceOf({ type, status, reason, response }: SendgridEvent) {
  const said = classOfFailure({ status, words: reason || response });
  if (type === "blocked") return said === "policy" ? "policy" : "soft";
  return said ?? "hard";
}

function parseList(body: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
