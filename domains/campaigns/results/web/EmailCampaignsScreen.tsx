import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { type EmailCampaign, emailCampaigns } from "../../email/contract.ts";
import { CampaignList } from "./CampaignList.tsx";
import { emailChannel } from "./email/emailChannel.ts";
import { shareText } from "./email/emailFigures.ts";
import { emailTexts } from "./email/texts.ts";

const loadDialogs = () => import("./email/emailDialogs.tsx");
const dialogs = {
  message: lazyDialog(loadDialogs, "EmailMessageDialog"),
  statistics: lazyDialog(loadDialogs, "EmailAnalyticsDialog"),
};

const { columns } = emailTexts;

const results = [
  {
    key: "delivered",
    label: columns.delivered,
    render: ({ stats }: EmailCampaign) => shareText(stats.delivered, stats.handed),
  },
  {
    key: "opened",
    label: columns.opened,
    render: ({ stats }: EmailCampaign) => shareText(stats.opened, stats.delivered_count),
  },
];

/** The location's email campaigns. */
export function EmailCampaignsScreen() {
  return <CampaignList channel={emailChannel} call={emailCampaigns.table} results={results} dialogs={dialogs} />;
}
