import type { TickerWork } from "#core/server/domainManifest.ts";
import { attributeOutcomes } from "./attributeOutcomes.ts";
import { feed } from "./feed.ts";
import { feedApart } from "./feedApart.ts";
import { settleOverdue } from "./settleOverdue.ts";
import { startDue } from "./startDue.ts";

/** The work of campaigns, each in one process at a time. */
export const ledgerTickers: readonly TickerWork[] = [
  { name: "campaigns.start", seconds: 5, work: startDue },
  { name: "campaigns.feed", seconds: 1, work: feedApart("sms", new URL("./feed.ts", import.meta.url), feed) },
  { name: "campaigns.settle", seconds: 15, work: settleOverdue },
  { name: "campaigns.outcomes", seconds: 30, work: attributeOutcomes },
];
