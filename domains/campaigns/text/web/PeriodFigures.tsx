import { countText } from "#core/count.ts";
import { type Period, periodLabels } from "#core/periods.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { percentText } from "../../web/campaignStatus.ts";
import { textCampaigns } from "../contract.ts";
import classes from "./PeriodFigures.module.css";
import { campaignTexts } from "./texts.ts";

const { period: texts } = campaignTexts;

/** What all campaigns came to in the shown period, in one line; nothing while nothing was sent. */
export function PeriodFigures({ period }: { period: Period }) {
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
