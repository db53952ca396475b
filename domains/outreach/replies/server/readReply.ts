import { longestMail, parseMail, textOfHtml } from "#core/server/receivedMail.ts";
import { readInTurn } from "#ports/limitedThread.ts";
import { type CutText, cutQuoted, type MailHeader } from "../rules.ts";

/** What a mail that answers one of ours says. */
export interface ReadReply extends CutText {
  readonly message_id: string;
  /** Who sent it; empty where it doesn't say. */
  readonly sender: string;
  readonly subject: string;
  readonly headers: readonly MailHeader[];
  /** The names of its attachments, pictures within the text left out. */
  readonly files: readonly string[];
}

const longestWords = 10_000;
const longestQuoted = 20_000;
const longestText = 200_000;
const mostFiles = 20;
/** Bytes that are read here: a thread takes longer to begin than any reading of so little. */
const shortest = 24_000;

/** Reads a raw mail; a long one's are read in a thread that is ended when it takes too long, and then its first words are kept. */
export async function readReplyApart(raw: Uint8Array): Promise<ReadReply> {
  const mail = raw.subarray(0, longestMail);
  if (mail.length < shortest) return readReply(mail);
  return (await readInTurn<ReadReply>(new URL("./readThread.ts", import.meta.url), mail)) ?? unread(mail);
}

/** Never throws. */
export async function readReply(raw: Uint8Array): Promise<ReadReply> {
  const mail = await parseMail(raw);
  if (!mail) return unread(raw);
  const { text = "", html = "", attachments, headers } = mail;
  const isText = text.trim() !== "";
  const { words, quoted } = cutQuoted(tidy(isText ? text : textOfHtml(html)));
  const { from } = mail;
  return {
    message_id: line(mail.messageId ?? "", 500),
    sender: line((from && "address" in from ? from.address : "") ?? "", 254),
    subject: line(mail.subject ?? "", 200),
    headers: headers.map(({ key, value }) => ({ key: key.toLowerCase(), value: value.slice(0, 500) })),
    // What is too long for the words goes on in what is quoted.
    words: shortened(words, longestWords),
    quoted: shortened([words.slice(longestWords), quoted].filter(Boolean).join("\n\n"), longestQuoted),
    files: attachments
      .filter(({ disposition, related }) => disposition !== "inline" && !related)
      .slice(0, mostFiles)
      .map(({ filename }) => line(filename ?? "", 100) || "Attachment"),
  };
}

function unread(raw: Uint8Array): ReadReply {
  const words = shortened(new TextDecoder().decode(raw.subarray(0, 4_000)), longestWords);
  return { message_id: "", sender: "", subject: "", headers: [], words, quoted: "", files: [] };
}

const tidy = (text: string) =>
  text
    .slice(0, longestText)
    .replaceAll("\u00a0", " ")
    .replace(/[^\S\n]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n");

/** What Postgres can store. */
const shortened = (text: string, max: number) => text.replaceAll("\u0000", "").slice(0, max).toWellFormed().trim();

const line = (text: string, max: number) => shortened(text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim(), max);
