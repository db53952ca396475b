import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { CampaignList } from "../../web/CampaignList.tsx";
import { type EmailCampaign, emailCampaigns } from "../contract.ts";
import { emailChannel } from "./emailChannel.ts";
import { shareText } from "./emailFigures.ts";
import { emailTexts } from "./texts.ts";

const loadDialogs = () => import("./emailDialogs.tsx");
const dialogs = {
  message: lazyDialog(loadDialogs, "EmailMessageDialog"),
  lists: lazyDialog(loadDialogs, "EmailListsDialog"),
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
