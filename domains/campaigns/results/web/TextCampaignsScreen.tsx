import { countText } from "#core/count.ts";
import { type Period, periodLabels } from "#core/periods.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { type TextCampaign, textCampaigns } from "../../text/contract.ts";
import { CampaignList, useCampaignFilter } from "./CampaignList.tsx";
import { percentText } from "./campaignStatus.ts";
import classes from "./text/PeriodFigures.module.css";
import { textChannel } from "./text/textChannel.ts";
import { campaignTexts } from "./text/texts.ts";

const loadDialogs = () => import("./text/textDialogs.tsx");
const dialogs = {
  message: lazyDialog(loadDialogs, "MessageDialog"),
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

const { period: texts } = campaignTexts;

/** What all campaigns came to in the shown period, in one line; nothing while nothing was sent. */
function PeriodFigures({ period }: { period: Period }) {
  const { data } = useCall(textCampaigns.figures, { body: { period } }, { keepPrevious: true, staleTime: 30_000 });
  if (!data || data.sent === 0) return null;
  const { sent, delivered, replies, unsubscribes } = data;
  const figures = [
    [texts.sent, countText(sent), ""],
    [texts.delivered, countText(delivered), percentText(delivered, sent)],
    [texts.replies, countText(replies), percentText(replies, delivered)],
    [texts.optOuts, countText(unsubscribes), percentText(unsubscribes, delivered)],
  ] as const;
  return (
    <section className={classes.line} aria-label={texts.label(periodLabels[period])}>
      <h2>{periodLabels[period]}</h2>
      <dl>
        {figures.map(([label, count, share]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <strong>{count}</strong> {share}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
