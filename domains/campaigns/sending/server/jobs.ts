import type { IntervalWork } from "#core/server/domainManifest.ts";
import { interleaveNew } from "./conversations.ts";
import { attributeNewOutcomes } from "./outcomes.ts";
import { sendApart, sendEmails, sendTexts } from "./sendDue.ts";
import { settleOverdue } from "./settle.ts";
import { startDue } from "./start.ts";

/** The work of campaigns, each in one process at a time. */
export const sendingJobs: readonly IntervalWork[] = [
  { name: "campaigns.start", seconds: 5, wokenBy: "campaigns", work: startDue },
  { name: "campaigns.texts", seconds: 1, wokenBy: "campaigns", work: sendApart("sms", sendTexts) },
  { name: "campaigns.emails", seconds: 1, wokenBy: "campaigns", work: sendApart("email", sendEmails) },
  { name: "campaigns.settle", seconds: 15, wokenBy: "campaigns", work: settleOverdue },
  { name: "campaigns.conversations", seconds: 5, wokenBy: "campaigns", work: interleaveNew },
  { name: "campaigns.outcomes", seconds: 30, work: attributeNewOutcomes },
];
