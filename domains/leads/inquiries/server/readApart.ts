import { runInThread, type ThreadLimits } from "#ports/limitedThread.ts";
import type { Inquiry } from "../rules.ts";
import { type LeadMail, longestMail, readLeadMail, readLeadText, wordsOnly } from "./readMail.ts";
import type { ReadTask } from "./readThread.ts";

/** For one mail. */
const threadLimits: ThreadLimits = {
  cpuMs: 3_000,
  wallMs: 60_000,
  resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
};
/** Bytes that are read here: a thread takes longer to begin than any reading of so little. */
const shortest = 24_000;
/** Threads at a time; further mails wait. */
const mostThreads = 2;
/** Of what takes too long to read, this much is kept as its words. */
const keptLetters = 4_000;

/** A mail's inquiries; a long one's are read in a thread that is ended when it takes too long, and then its first words are kept. */
export async function readMailApart(raw: Uint8Array, zone: string): Promise<LeadMail> {
  const mail = raw.subarray(0, longestMail);
  if (mail.length < shortest) return readLeadMail(mail, zone);
  const read = await inTurn(() => readInThread<LeadMail>({ mail, zone }));
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
  return (await inTurn(() => readInThread<readonly Inquiry[]>({ text, zone }))) ?? [firstWords(text)];
}

const firstWords = (text: string) => wordsOnly(text.slice(0, keptLetters), "", { name: "", email: "" });

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= mostThreads) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** @returns undefined for what took too long, or too much memory. */
async function readInThread<T>(task: ReadTask): Promise<T | undefined> {
  try {
    return await runInThread<T>(new URL("./readThread.ts", import.meta.url), task, threadLimits);
  } catch {
    return undefined;
  }
}
