import type { Address, Email as ParsedMail } from "postal-mime";
import { parseMail, textOfHtml } from "#core/server/receivedMail.ts";
import { type Inquiry, kindOfWords } from "../rules.ts";
import { findAdf, readAdf } from "./adf.ts";
import { agreedWords, plainWords } from "./inquiryText.ts";
import { readLabelled } from "./labelledWords.ts";
import { XmlTooLarge } from "./xmlTree.ts";

/** What a mail holds: its inquiries, and what tells it from others. */
export interface LeadMail {
  readonly message_id: string;
  readonly from: string;
  /** Who sent it, wherever answers go. */
  readonly sent_by: string;
  readonly subject: string;
  readonly inquiries: readonly Inquiry[];
}

/**
 * The inquiries in a raw mail: ADF in its text, in its HTML or in an attachment; else lines with labels; else its words.
 * Every mail becomes one inquiry at least, so that none is lost. Never throws.
 *
 * @param zone the location's time zone.
 */
export async function readLeadMail(raw: Uint8Array, zone: string): Promise<LeadMail> {
  const mail = await parseMail(raw);
  const subject = (mail?.subject ?? "").slice(0, 500);
  const text = mail?.text ?? "";
  const html = mail?.html ?? "";
  // In HTML, ADF is text that a browser shows, or tags that it doesn't know.
  const shown = /<\s*(adf|prospect)\b/i.test(html) ? html : html === "" ? "" : textOfHtml(html);
  const parts = [text, shown, ...attached(mail)];
  const isText = text.trim() !== "";
  const words = isText ? text : plainWords(shown);
  const sender = senderOf(mail);
  return {
    message_id: (mail?.messageId ?? "").slice(0, 500),
    from: sender.email,
    sent_by: addressOf(mail?.from)?.address ?? "",
    subject,
    inquiries: inquiriesIn(parts, zone) ?? [
      readLabelled(isText ? text : shown, subject) ??
        wordsOnly(mail ? words : new TextDecoder().decode(raw), subject, sender),
    ],
  };
}

/** The inquiries in a text, by ADF where there is any; a text alone is one, too. Never throws. */
export function readLeadText(text: string, zone: string): readonly Inquiry[] {
  return inquiriesIn([text], zone) ?? [readLabelled(text, "") ?? wordsOnly(text, "", { name: "", email: "" })];
}

function inquiriesIn(parts: readonly string[], zone: string): readonly Inquiry[] | undefined {
  for (const part of parts) {
    if (findAdf(part) === undefined) continue;
    const found = adfIn(part, zone);
    if (found) return found;
  }
  return undefined;
}

function adfIn(text: string, zone: string): readonly Inquiry[] | undefined {
  try {
    const found = readAdf(text, zone);
    return found.length > 0 ? found : undefined;
  } catch (error) {
    if (error instanceof XmlTooLarge) return undefined;
    throw error;
  }
}

/** Attachments that may be ADF, by what they are called or are. */
function attached(mail: ParsedMail | undefined): string[] {
  return (mail?.attachments ?? [])
    .filter(
      ({ filename, mimeType }) => /\.(xml|adf|txt)$/i.test(filename ?? "") || /xml|adf|text\/plain/i.test(mimeType),
    )
    .slice(0, 10)
    .map(({ content }) => textIn(content));
}

/** Text in UTF-8, or in windows-1252 where it isn't. */
function textIn(content: ArrayBuffer | Uint8Array | string): string {
  if (typeof content === "string") return content;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    return new TextDecoder("windows-1252").decode(content);
  }
}

const addressOf = (one: Address | undefined) => (one && "address" in one ? one : undefined);

function senderOf(mail: ParsedMail | undefined): { name: string; email: string } {
  const sender = addressOf(mail?.replyTo?.[0]) ?? addressOf(mail?.from);
  return { name: sender?.name ?? "", email: sender?.address ?? "" };
}

/** A mail that says nothing by tags or labels: who wrote it is its person. */
export function wordsOnly(text: string, subject: string, sender: { name: string; email: string }): Inquiry {
  const [first_name = "", ...rest] = sender.name.trim().split(/\s+/);
  const words = plainWords(text);
  return {
    read_by: "text",
    kind: kindOfWords(subject) ?? "sales",
    provider: "",
    provider_id: "",
    requested_at: undefined,
    person: {
      first_name: first_name.slice(0, 100),
      last_name: rest.join(" ").slice(0, 100),
      email: sender.email.slice(0, 254),
      phone: "",
      other_phones: [],
      address: "",
      prefers: "",
    },
    vehicles: [],
    comments: [subject, words].filter((part) => part.trim() !== "").join("\n"),
    agreed_words: agreedWords(words),
  };
}
