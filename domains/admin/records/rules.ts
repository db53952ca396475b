import type { SendOption } from "#domains/campaigns/rules.ts";
import type { PlatformMessage } from "./contract.ts";

const statusLabels: Record<PlatformMessage["message_status"], string> = {
  queued: "Sending",
  sending: "Sending",
  sent: "Sent",
  delivered: "Delivered",
  failed: "Failed",
  unknown: "Unknown",
  received: "Received",
};

/** The delivery status as people read it. */
export function statusText({ message_status, error }: Pick<PlatformMessage, "message_status" | "error">): string {
  return message_status === "failed" && error ? `Failed: ${error}` : statusLabels[message_status];
}

const sentTypes: Record<SendOption, string> = {
  now: "Now",
  later: "Scheduled",
  timezone: "By time zone",
};

/** When a campaign goes, in words. */
export const sentTypeText = (option: SendOption): string => sentTypes[option];

/** The same as markup, of our own words only. */
export const sentTypeMarkup = (option: SendOption): string => `<span>${sentTypeText(option)}</span>`;

/** An entry of an audit trail, with names resolved. */
export interface AuditLogEntry {
  readonly action: string;
  readonly subject: string;
  readonly subject_id: number | null;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly ip: string;
  readonly person: string | null;
  /** The business that owns the trail; null for the platform's own. */
  readonly business: string | null;
  /** The person belongs to the platform. */
  readonly isOperator: boolean;
  /** The name of the affected user, when it is not the person. */
  readonly target: string | null;
}

/** Actions that already name their subject. */
const namesSubject =
  /^(signed|(failed|was refused) to sign in|entered a wrong|gave a wrong|re-entered the password|changed the (password|name|photo)|removed the photo|ended (a session|all))/;
/** Passive actions, whose sentence starts with the subject. */
const isPassive = /^(was |is |got |proof of )/;

/** "Ann Lee (Hill Motors) deleted customer 12 from 10.0.0.1" */
export function sentenceOf(entry: AuditLogEntry): string {
  const { action, subject, ip, detail } = entry;
  const who = `${entry.person ?? "The system"}${businessOf(entry)}`;
  const what = subject === "account" ? "the account" : subjectText(entry);
  const sentence =
    namesSubject.test(action) && !entry.target
      ? `${who} ${action}`
      : isPassive.test(action)
        ? `${capitalize(what)} ${action}, by ${who}`
        : `${who} ${action} ${what}`;
  const more = detailOf(detail);
  return `${sentence}${more && ` (${more})`}${ip && ` from ${ip}`}`;
}

function businessOf({ business, isOperator, person }: AuditLogEntry): string {
  if (business === null) return isOperator ? " (Rooftop)" : "";
  // The operator and automatic actions act for a business but belong to none.
  return isOperator || person === null ? ` for ${business}` : ` (${business})`;
}

function subjectText({ subject, subject_id, target }: AuditLogEntry): string {
  if (target) return `${subject} ${target}`;
  return subject_id === null ? subject : `${subject} ${subject_id}`;
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The remaining details: short values only, without ids and empty ones. */
function detailOf(detail: Readonly<Record<string, unknown>>): string {
  return Object.entries(detail)
    .filter(([name, value]) => !name.endsWith("_id") && value !== "" && value !== null && typeof value !== "object")
    .map(([name, value]) => `${name.replaceAll("_", " ")}: ${String(value)}`)
    .join(", ");
}
