import { classOfFailure } from "./bounceClass.ts";
import type { MailResult } from "./email.ts";

/** The fields that nodemailer adds to its errors. */
export interface SmtpError extends Error {
  readonly code?: string;
  readonly syscall?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

/** Failures before the server accepted anything: the mail was not sent. */
const preSendCodes = ["EDNS", "EAUTH", "ETLS", "EPROTOCOL", "NoAuth"];
const preSendMessages =
  /^(Connection timeout|Greeting never received|Connection pool was closed|Reached maximum number)/;

/** What a failed try to send says about the mail. */
export function resultOf(error: SmtpError): MailResult {
  const { code = "", responseCode, response, message } = error;
  if (isUnreachable(error)) return { kind: "busy" };
  if (code === "EENVELOPE" && responseCode === undefined) return { kind: "refused", words: message, bounce: "hard" };
  if (responseCode !== undefined && responseCode >= 500) return refusalOf(response ?? message, error.command ?? "");
  if (responseCode !== undefined) return { kind: "busy" };
  return { kind: "lost", why: message };
}

/** Only an answer to the recipient says that nobody has the address; the content may be refused for anything else. */
function refusalOf(words: string, command: string): MailResult {
  const found = classOfFailure({ words });
  const bounce = found === "hard" && !/^RCPT/i.test(command) ? undefined : found;
  return { kind: "refused", words, ...(bounce && { bounce }) };
}

/** True when the server took no mail at all: the next one would fare the same. */
export function isOverloaded(error: SmtpError): boolean {
  return isUnreachable(error) || error.responseCode === 421;
}

const isUnreachable = ({ code = "", syscall, message }: SmtpError) =>
  syscall === "connect" || preSendCodes.includes(code) || preSendMessages.test(message);
