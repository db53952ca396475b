import { createHash } from "node:crypto";
import type { Email as ParsedMail } from "postal-mime";
import { classOfFailure } from "./bounceClass.ts";
import { readDeliveryStatus, readFields } from "./deliveryStatus.ts";
import type { MailEvent } from "./email.ts";
import { referencesIn } from "./mailHeaders.ts";

/** What matters stands at the beginning; a long copy of our mail may follow. */
const longest = 50_000;
const longestParsed = 256 * 1024;

/** A mail that answers one of ours, taken apart. */
interface MailParts {
  readonly header: (name: string) => string;
  /** What it says, without the copy of our mail. */
  readonly words: string;
  /** The text of an attached part of this type; empty without one. */
  readonly part: (type: string) => string;
}

/**
 * What a mail says about one of ours: a bounce, a complaint, an automatic answer, or a request to unsubscribe by mail.
 * Undefined when it says none of that, or can't be read. Never throws, and proves nothing: the references in it do.
 */
export async function readMailReport(raw: Uint8Array): Promise<MailEvent | undefined> {
  const mail = await parseMail(raw);
  if (!mail) return undefined;
  const answer = takeApart(mail);
  const found = readComplaint(answer) ?? readStatusReport(answer) ?? readPlainAnswer(answer);
  if (!found) return undefined;
  const text = Buffer.from(raw.subarray(0, longestParsed)).toString("utf8");
  return { ...found, references: findReferences(mail, answer), event_id: idOf(mail, raw), raw: text };
}

type Finding = Pick<MailEvent, "kind" | "bounce" | "words">;

async function parseMail(raw: Uint8Array): Promise<ParsedMail | undefined> {
  const { default: PostalMime } = await import("postal-mime");
  try {
    const options = { forceRfc822Attachments: true, attachmentEncoding: "utf8", maxNestingDepth: 20 } as const;
    return await PostalMime.parse(raw.subarray(0, longestParsed), options);
  } catch {
    return undefined;
  }
}

function takeApart(mail: ParsedMail): MailParts {
  const headers = new Map<string, string>();
  for (const { key, value } of mail.headers) if (!headers.has(key)) headers.set(key, value);
  return {
    header: (name) => (name === "subject" ? mail.subject : headers.get(name)) ?? "",
    words: mail.text?.slice(0, longest) ?? (mail.html ?? "").slice(0, longest).replace(/<[^>]{0,1000}>/g, " "),
    part: (type) => textOf(mail.attachments.find(({ mimeType }) => mimeType === type)?.content),
  };
}

function textOf(content: ArrayBuffer | Uint8Array | string | undefined): string {
  if (content === undefined) return "";
  const text = typeof content === "string" ? content : Buffer.from(content as Uint8Array).toString("utf8");
  return text.slice(0, longest);
}

/** RFC 5965, and the copies of Outlook.com's senders program, which have their own header instead. */
function readComplaint({ header, part }: MailParts): Finding | undefined {
  const report = part("message/feedback-report");
  if (report === "") {
    const isOutlooks =
      header("x-hmxmroriginalrecipient") !== "" || /x-hmxmroriginalrecipient:/i.test(part("message/rfc822"));
    return isOutlooks ? { kind: "complained", words: "Marked as junk in Outlook.com" } : undefined;
  }
  const type = (readFields(report).get("feedback-type") ?? "").toLowerCase();
  if (type === "opt-out" || type === "opt-out-list") return { kind: "unsubscribed", words: `Feedback: ${type}` };
  // Others are about forged senders, or take a complaint back.
  if (!["abuse", "fraud", "other", "virus", "miscategorized"].includes(type)) return undefined;
  return { kind: "complained", words: `Feedback: ${type}` };
}

/** RFC 3464. */
function readStatusReport({ part }: MailParts): Finding | undefined {
  const report = part("message/delivery-status") || part("message/global-delivery-status");
  return report === "" ? undefined : readDeliveryStatus(report);
}

const automaticSubject =
  /^(re:\s*)?(automatic reply|auto(matic)?[- ]?(reply|response|answer)|autoreply|out of (the )?office|ooo\b|abwesen|respuesta autom|r.ponse automatique|vacation|i am out of|on vacation)/i;
const bounceSubject =
  /(undeliver|delivery (status notification|failure|has failed|problem)|failure notice|returned mail|warning: message .{1,40} delayed|mail delivery (failed|failure|system)|could not be delivered|not delivered|nondeliverable|rejected|unzustellbar|nicht (zugestellt|zustellbar)|no se (puede|pudo|ha podido) entregar|no entregado|devuelto|[ée]chec de (la )?(remise|distribution)|non (remis|distribu)|mancata consegna|niet (bezorgd|worden bezorgd)|n[ãa]o (foi )?entregue|falha na entrega)/i;

/** Mails without a report inside: older bounces, automatic answers, and people who write to the unsubscribe address. */
function readPlainAnswer({ header, words, part }: MailParts): Finding | undefined {
  // A copy of our mail may follow below such a line; its words are not the server's.
  const [said = ""] = words.split(
    /^-{2,}.{0,40}(original message|copy of|included is|return(ed)? message|below this line).*$/im,
  );
  // Nobody writes to such an address but to leave, whatever program does it for them.
  if (/(^|[\s<,])u\+c\./i.test(recipientsOf(header)))
    return { kind: "unsubscribed", words: firstWords(header("subject")) };
  const bounce = classOfFailure({ words: said });
  if (header("x-failed-recipients") !== "")
    return { kind: "bounced", bounce: bounce ?? "soft", words: firstWords(said) };
  const hasNoSender = /^\s*<\s*>\s*$/.test(header("return-path"));
  const isFromDaemon = /(mailer-daemon|postmaster|mail delivery)/i.test(header("from"));
  const isAnswer = isAutomatic(header);
  const isBounce = isAnswer
    ? hasNoSender && isFromDaemon && !automaticSubject.test(header("subject").trim())
    : hasNoSender || isFromDaemon;
  if (isBounce && (bounceSubject.test(header("subject")) || part("text/rfc822-headers") !== "")) {
    if (/\b(delayed|will (be )?retr(y|ied)|not yet been delivered|warning message only|still trying)\b/i.test(said))
      return { kind: "deferred", words: firstWords(said) };
    if (bounce) return { kind: "bounced", bounce, words: firstWords(said) };
  }
  return isAnswer ? { kind: "auto_replied", words: firstWords(header("subject")) } : undefined;
}

function isAutomatic(header: MailParts["header"]): boolean {
  const submitted = header("auto-submitted").trim().toLowerCase();
  return (
    /^auto-(replied|notified)/.test(submitted) ||
    header("x-autoreply") !== "" ||
    header("x-autorespond") !== "" ||
    /^auto_?reply/i.test(header("precedence").trim()) ||
    automaticSubject.test(header("subject").trim())
  );
}

const recipientHeaders = [
  "x-original-to",
  "delivered-to",
  "envelope-to",
  "x-envelope-to",
  "x-forwarded-to",
  "to",
  "cc",
] as const;
const recipientsOf = (header: MailParts["header"]) => recipientHeaders.map(header).join(" ");

/** The envelope's first, then what the report says of our mail, then the words: some copy the headers into them. */
function findReferences(mail: ParsedMail, { header, words }: MailParts): string[] {
  const attached = mail.attachments.filter(({ mimeType }) => /^(message|text)\//.test(mimeType));
  const texts = [recipientsOf(header), ...attached.map(({ content }) => textOf(content)), words];
  const replied = `${header("in-reply-to")} ${header("references")}`;
  return [...new Set([...texts, (mail.html ?? "").slice(0, longest), replied].flatMap(referencesIn))].slice(0, 10);
}

const firstWords = (text: string) => text.replace(/\s+/g, " ").trim().slice(0, 500);

/** A forwarder that repeats a mail keeps its Message-ID. */
function idOf(mail: ParsedMail, raw: Uint8Array): string {
  const hash = createHash("sha256");
  // One without an id is the same when all of it is.
  hash.update(mail.messageId ? `${mail.messageId} ${mail.date ?? ""}` : raw);
  return `mail:${hash.digest("hex").slice(0, 40)}`;
}
