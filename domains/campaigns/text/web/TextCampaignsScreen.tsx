import { countText } from "#core/count.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useCampaignFilter } from "../../web/CampaignFilters.tsx";
import { CampaignList } from "../../web/CampaignList.tsx";
import { percentText } from "../../web/campaignStatus.ts";
import { type TextCampaign, textCampaigns } from "../contract.ts";
import { PeriodFigures } from "./PeriodFigures.tsx";
import { textChannel } from "./textChannel.ts";
import { campaignTexts } from "./texts.ts";

const loadDialogs = () => import("./campaignDialogs.tsx");
const dialogs = {
  message: lazyDialog(loadDialogs, "MessageDialog"),
  lists: lazyDialog(loadDialogs, "ListsDialog"),
  statistics: lazyDialog(loadDialogs, "AnalyticsDialog"),
};

const { columns } = campaignTexts;
const afterStart = (row: TextCampaign, text: string) => (row.stats.handed === 0 ? "–" : text);

const results = [
  {
    key: "delivered",
    label: columns.delivered,
    render: (row: TextCampaign) => afterStart(row, percentText(row.stats.delivered, row.stats.handed)),
  },
  {
    key: "replies",
    label: columns.replies,
    render: (row: TextCampaign) => afterStart(row, countText(row.stats.replies)),
  },
];

/** The location's text campaigns. */
export function TextCampaignsScreen() {
  const { period } = useCampaignFilter();
  return (
    <CampaignList channel={textChannel} call={textCampaigns.table} results={results} dialogs={dialogs}>
      <PeriodFigures period={period || "month"} />
    </CampaignList>
  );
}
