import type { LostText, TextSearchResult } from "../sms.ts";
import { carrierStatusOf, parseMessagePage, refusalIfFailed, type TwilioMessage } from "./messages.ts";
import type { TwilioRest } from "./rest.ts";

/** Allows for clock skew, and for Twilio's timestamps in whole seconds. */
const clockSkew = 60_000;
const maxPages = 10;
const trialPrefix = "Sent from your Twilio trial account - ";

/** Looks for a text whose response was lost among those from our number to that phone at that time. */
export async function findMessage(rest: TwilioRest, messagesPath: string, lost: LostText): Promise<TextSearchResult> {
  const earliest = lost.since.getTime() - clockSkew;
  const latest = lost.until.getTime() + clockSkew;
  const candidates: TwilioMessage[] = [];
  // Not filtered by DateSent: a text still in Twilio's queue has none, but must be found, too.
  const query = new URLSearchParams({ To: lost.to, From: lost.from, PageSize: "200" });
  let path: string | undefined = `${messagesPath}?${query}`;
  for (let page = 0; path; page++) {
    if (page === maxPages) return { kind: "unclear", why: "The carrier's list is too long" };
    const answer = await rest.get(path);
    const list = answer.status === 200 ? parseMessagePage(answer.body) : undefined;
    if (!list) return { kind: "unclear", why: `The carrier's list could not be read (status ${answer.status})` };
    candidates.push(...list.messages.filter((message) => matches(message, lost, earliest, latest)));
    const oldest = list.messages.at(-1);
    // The list is newest first.
    path = oldest && createdAt(oldest) >= earliest ? list.next : undefined;
  }
  return resultOf(candidates);
}

function resultOf(candidates: readonly TwilioMessage[]): TextSearchResult {
  const [only, ...others] = candidates;
  // The list lags behind, so a missing text may still appear.
  if (!only) return { kind: "absent", surely: false };
  if (others.length > 0) return { kind: "unclear", why: `${candidates.length} texts could be this one` };
  const status = carrierStatusOf(only.status);
  if (!status) return { kind: "unclear", why: `The carrier calls it ${only.status}` };
  const refusal = refusalIfFailed(status, only.error_code);
  return { kind: "found", sid: only.sid, status, ...(refusal && { refusal }) };
}

function matches(message: TwilioMessage, lost: LostText, earliest: number, latest: number): boolean {
  const body = message.body ?? "";
  const created = createdAt(message);
  return (
    (body === lost.body || body === trialPrefix + lost.body) &&
    message.direction !== "inbound" &&
    !lost.notSids.includes(message.sid) &&
    created >= earliest &&
    created <= latest
  );
}

function createdAt(message: TwilioMessage): number {
  return Date.parse(message.date_created ?? "");
}
