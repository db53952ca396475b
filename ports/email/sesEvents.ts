import * as z from "zod/mini";
import { classOfStatus } from "./bounceClass.ts";
import type { MailEvent } from "./email.ts";
import { referencesIn } from "./mailHeaders.ts";
import type { SnsNotification } from "./sns.ts";

const text = z.catch(z.string(), "");
const Recipient = z.object({ status: text, diagnosticCode: text });
const recipients = z.catch(z.array(Recipient), []);

/** SES says what happened in `eventType`, older notifications in `notificationType`. */
const SesMessage = z.object({
  eventType: text,
  notificationType: text,
  mail: z.catch(z.unknown(), undefined),
  bounce: z.catch(
    z.optional(z.object({ bounceType: text, bounceSubType: text, bouncedRecipients: recipients })),
    undefined,
  ),
  complaint: z.catch(z.optional(z.object({ complaintFeedbackType: text })), undefined),
  deliveryDelay: z.catch(z.optional(z.object({ delayType: text })), undefined),
});
type SesMessage = z.output<typeof SesMessage>;

/** What an SES event says. They come in any order, and one mail may be delivered and then bounce. */
export function sesEvents({ id, message }: SnsNotification): readonly MailEvent[] {
  const parsed = SesMessage.safeParse(message);
  const found = parsed.success ? read(parsed.data) : undefined;
  if (!parsed.success || !found) return [];
  // Our Message-ID is replaced by SES, so the envelope's sender and the original headers tell which mail it was.
  const references = referencesIn(JSON.stringify(parsed.data.mail ?? ""));
  return [{ ...found, references, event_id: `ses:${id}`, raw: JSON.stringify(message, null, 2) }];
}

function read(message: SesMessage): Pick<MailEvent, "kind" | "bounce" | "words"> | undefined {
  const { bounce, complaint, deliveryDelay } = message;
  switch (message.eventType || message.notificationType) {
    case "Delivery":
      return { kind: "delivered", words: "" };
    case "DeliveryDelay":
      return { kind: "deferred", words: deliveryDelay?.delayType ?? "" };
    case "Complaint":
      // Somebody took it out of the junk folder.
      if (complaint?.complaintFeedbackType === "not-spam") return undefined;
      return { kind: "complained", words: complaint?.complaintFeedbackType ?? "" };
    case "Subscription":
      return { kind: "unsubscribed", words: "By the provider's own link" };
    case "Bounce": {
      const [first] = bounce?.bouncedRecipients ?? [];
      const words = (first?.diagnosticCode || bounce?.bounceSubType || "").slice(0, 500);
      return { kind: "bounced", bounce: bounceOf(bounce?.bounceType ?? "", first?.status ?? ""), words };
    }
    default:
      return undefined;
  }
}

function bounceOf(type: string, status: string) {
  if (type !== "Permanent") return "soft";
  return classOfStatus(status) === "policy" ? "policy" : "hard";
}
