import * as z from "zod/mini";
import { classOfFailure } from "./bounceClass.ts";
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

/** A mail that SES received and an SNS action of its receipt rule passed on whole (at most 150 kB). */
const SesReceived = z.object({
  notificationType: z.literal("Received"),
  content: z.string(),
  receipt: z.object({
    recipients: z.catch(z.array(z.string()), []),
    action: z.catch(z.object({ encoding: text }), { encoding: "" }),
  }),
});

/** The mail in an SES notification, with its envelope's recipients as a header; undefined in any other. */
export function sesMail({ message }: SnsNotification): Buffer | undefined {
  const { success, data } = SesReceived.safeParse(message);
  if (!success) return undefined;
  const { content, receipt } = data;
  const mail = Buffer.from(content, /^base64$/i.test(receipt.action.encoding) ? "base64" : "utf8");
  const recipients = receipt.recipients.filter((one) => /^[^\s<>,;]{1,254}$/.test(one)).slice(0, 50);
  const head = recipients.map((recipient) => `X-Original-To: ${recipient}\r\n`).join("");
  return Buffer.concat([Buffer.from(head), mail]);
}

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
      const [first = { status: "", diagnosticCode: "" }] = bounce?.bouncedRecipients ?? [];
      const { bounceType = "", bounceSubType = "" } = bounce ?? {};
      const words = (first.diagnosticCode || bounceSubType).slice(0, 500);
      return { kind: "bounced", bounce: bounceOf(bounceType, bounceSubType, first), words };
    }
    default:
      return undefined;
  }
}

/** Transient ones that are about the mail, not the mailbox. */
const aboutTheMail = /^(MessageTooLarge|ContentRejected|AttachmentRejected)$/;

/** What the receiving server said counts; without words of its own, SES gave the address up for good. */
function bounceOf(type: string, subType: string, { status, diagnosticCode }: z.output<typeof Recipient>) {
  if (aboutTheMail.test(subType)) return "policy";
  const said = classOfFailure({ status, words: diagnosticCode });
  if (type === "Permanent") return said ?? "hard";
  return said === "policy" ? "policy" : "soft";
}
