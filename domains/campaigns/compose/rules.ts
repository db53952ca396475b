import { countText } from "#core/count.ts";
import { unfinishedInMail } from "#domains/templates/rules.ts";
import { mailSubmitTexts } from "../email/contract.ts";
import { clippedBytes, type preflightKinds } from "../email/fields.ts";
import { complaintLimitPercent } from "../email/rules.ts";

/** What to mend, or not, before an email leaves. */
export interface EmailFinding {
  readonly kind: (typeof preflightKinds)[number];
  /** An error refuses the email; a warning doesn't. */
  readonly level: "error" | "warning" | "ok";
  readonly text: string;
}

/** What the check looks at. */
export interface CheckedEmail {
  readonly subject: string;
  readonly preheader: string;
  /** As written, without the footer. */
  readonly content: string;
  /** The addresses of its pictures that were uploaded here and deleted since. */
  readonly deletedPictures?: ReadonlySet<string>;
  /** Of the whole email. */
  readonly bytes: number;
  readonly links: readonly string[];
  readonly isBlank: boolean;
  readonly hasPostalAddress: boolean;
  readonly hasMailServer: boolean;
  /** Of the last 30 days, in percent of the emails. */
  readonly complaintPercent: number;
}

const kilobytes = (bytes: number) => `${countText(Math.ceil(bytes / 1_000))} kB`;
/** Longer ones are cut in most lists of mail. */
const longSubject = 70;
/** From here on mailbox providers begin to file a sender's email as spam. */
const warnComplaintPercent = 0.1;

/** Everything that was looked at, with what to do where there is something to do. */
export function preflightFindings(mail: CheckedEmail): EmailFinding[] {
  const unfinished = unfinishedFindings(mail);
  const isFine = (kind: EmailFinding["kind"]) => !unfinished.some((finding) => finding.kind === kind);
  return [
    contentFinding(mail),
    subjectFinding(mail.subject),
    unfinished,
    isFine("variables") ? variablesAreKnown : undefined,
    addressFinding(mail.hasPostalAddress),
    serverFinding(mail),
    sizeFinding(mail.bytes),
    altFinding(mail.content),
    isFine("links") ? linksFinding(mail) : undefined,
    complaintsFinding(mail.complaintPercent),
  ].flatMap((finding) => finding ?? []);
}

const contentFinding = ({ isBlank }: CheckedEmail): EmailFinding | undefined =>
  isBlank ? { kind: "size", level: "error", text: "Write the email first." } : undefined;

function subjectFinding(subject: string): EmailFinding {
  if (subject.trim() === "") return { kind: "subject", level: "error", text: "Enter a subject." };
  if (subject.length > longSubject) {
    return {
      kind: "subject",
      level: "warning",
      text: "Most email apps cut off a subject this long. Keep it to 70 characters.",
    };
  }
  return { kind: "subject", level: "ok", text: "The subject fits." };
}

const variablesAreKnown: EmailFinding = { kind: "variables", level: "ok", text: "All variables are valid." };

function addressFinding(hasPostalAddress: boolean): EmailFinding {
  return hasPostalAddress
    ? { kind: "address", level: "ok", text: "Mailing address and unsubscribe link are in the footer." }
    : {
        kind: "address",
        level: "error",
        text: "Enter this location's mailing address. The law requires one below every marketing email.",
      };
}

const serverFinding = ({ hasMailServer }: CheckedEmail): EmailFinding | undefined =>
  hasMailServer ? undefined : { kind: "server", level: "error", text: mailSubmitTexts.server };

function sizeFinding(bytes: number): EmailFinding {
  return bytes > clippedBytes
    ? {
        kind: "size",
        level: "warning",
        text: `The email has ${kilobytes(bytes)}. Gmail cuts it at 102 kB, footer included. Shorten it.`,
      }
    : { kind: "size", level: "ok", text: `${kilobytes(bytes)}. Gmail shows up to 102 kB.` };
}

/** Pictures that say nothing to who can't see them, or whose program doesn't load them. */
export function picturesWithoutAlt(html: string): number {
  const pictures = html.match(/<img\b[^>]*>/gi) ?? [];
  return pictures.filter((picture) => !/\salt\s*=\s*(?:"[^"]*[^"\s][^"]*"|'[^']*[^'\s][^']*')/i.test(picture)).length;
}

function altFinding(content: string): EmailFinding | undefined {
  if (!/<img\b/i.test(content)) return undefined;
  const missing = picturesWithoutAlt(content);
  if (missing === 0) return { kind: "alt", level: "ok", text: "Every picture has a description." };
  const pictures = missing === 1 ? "1 picture has" : `${countText(missing)} pictures have`;
  return {
    kind: "alt",
    level: "warning",
    text: `${pictures} no description. Add one for people who don't load pictures.`,
  };
}

function linksFinding({ links }: CheckedEmail): EmailFinding {
  if (links.length === 0) return { kind: "links", level: "warning", text: "No links, so no clicks will be counted." };
  return { kind: "links", level: "ok", text: links.length === 1 ? "1 link." : `${countText(links.length)} links.` };
}

/** What the author has yet to fill in or mend. */
function unfinishedFindings({ subject, preheader, content, deletedPictures }: CheckedEmail): EmailFinding[] {
  const mail = { email_subject: subject, email_preheader: preheader, campaign_template: content };
  const parts = unfinishedInMail(mail, deletedPictures);
  return parts.map(({ kind, text }) => ({ kind: findingOf[kind], level: "error", text: `${text}.` }));
}

const findingOf = {
  placeholder: "placeholders",
  variable: "variables",
  link: "links",
  button: "links",
  picture: "pictures",
} as const;

function complaintsFinding(percent: number): EmailFinding {
  const share = `${percent}% of the last 30 days' emails were marked as spam.`;
  if (percent > complaintLimitPercent) {
    const text = `${share} Campaigns pause at ${complaintLimitPercent}%. Email only people who expect it.`;
    return { kind: "complaints", level: "warning", text };
  }
  return { kind: "complaints", level: percent >= warnComplaintPercent ? "warning" : "ok", text: share };
}
