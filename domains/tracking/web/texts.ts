import { nounCount } from "#core/count.ts";
import type { MessageState } from "#domains/inbox/conversation/contract.ts";
import type { LoggedText, ShownTexts } from "../contract.ts";

/** What the screen of texts says. */
export const textLogTexts = {
  title: "SMS tracking",
  table: "Texts",
  searchHint: "Search names, phones",
  source: "Texts by source",
  through: (source: string) => `through ${source}`,
  type: "Type",
  shown: {
    all: "All",
    received: "Received",
    sent: "Sent by the team",
    automatic: "Automatic",
    campaign: "Campaigns",
    invite: "Review invites",
  } satisfies Record<ShownTexts, string>,
  types: {
    received: () => "Received",
    sent: (by) => (by ? `Sent by ${by}` : "Sent"),
    automatic: () => "Automatic",
    campaign: (by) => `Campaign: ${by}`,
    invite: (by) => (by ? `Review invite by ${by}` : "Review invite"),
  } satisfies Record<LoggedText["type"], (by: string) => string>,
  states: {
    queued: "Waiting",
    sending: "Sending",
    sent: "Sent",
    delivered: "Delivered",
    failed: "Failed",
    unknown: "Unknown",
    received: "Received",
  } satisfies Record<MessageState, string>,
  columns: { date: "Date", time: "Time", from: "Sms From", to: "Sms To", type: "Sms Type", state: "Status" },
  segments: (count: number) => `Sent as ${nounCount(count, "message")}`,
  noneOfSource: (source: string) => `Texts to your number for ${source} appear here.`,
  none: "Texts to and from your customers appear here.",
  openConversation: "Open conversation",
} as const;
