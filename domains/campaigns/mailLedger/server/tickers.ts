import type { TickerWork } from "#core/server/domainManifest.ts";
import { feedApart } from "../../ledger/server/public.ts";
import { feedMails } from "./feedMails.ts";
import { settleOverdueMails } from "./settleOverdueMails.ts";

/** The work of email campaigns besides what all campaigns share, each in one process at a time. */
export const mailLedgerTickers: readonly TickerWork[] = [
  {
    name: "campaigns.mails",
    seconds: 1,
    work: feedApart("email", new URL("./feedMails.ts", import.meta.url), feedMails),
  },
  { name: "campaigns.settleMails", seconds: 15, work: settleOverdueMails },
];
