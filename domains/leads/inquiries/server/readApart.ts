import { longestMail } from "#core/server/receivedMail.ts";
import { readInTurn } from "#ports/limitedThread.ts";
import type { Inquiry } from "../rules.ts";
import { type LeadMail, readLeadMail, readLeadText, wordsOnly } from "./readMail.ts";
import type { ReadTask } from "./readThread.ts";

/** Bytes that are read here: a thread takes longer to begin than any reading of so little. */
const shortest = 24_000;
/** Of what takes too long to read, this much is kept as its words. */
const keptLetters = 4_000;

/** A mail's inquiries; a long one's are read in a thread that is ended when it takes too long, and then its first words are kept. */
export async function readMailApart(raw: Uint8Array, zone: string): Promise<LeadMail> {
  const mail = raw.subarray(0, longestMail);
  if (mail.length < shortest) return readLeadMail(mail, zone);
  const read = await readInThread<LeadMail>({ mail, zone });
  return (
    read ?? {
      message_id: "",
      from: "",
      sent_by: "",
      subject: "",
      inquiries: [firstWords(new TextDecoder().decode(mail.subarray(0, keptLetters)))],
    }
  );
}

/** The inquiries in a request's text, read the same way. */
export async function readTextApart(text: string, zone: string): Promise<readonly Inquiry[]> {
  if (text.length < shortest) return readLeadText(text, zone);
  return (await readInThread<readonly Inquiry[]>({ text, zone })) ?? [firstWords(text)];
}

const firstWords = (text: string) => wordsOnly(text.slice(0, keptLetters), "", { name: "", email: "" });

const readInThread = <T>(task: ReadTask) => readInTurn<T>(new URL("./readThread.ts", import.meta.url), task);
