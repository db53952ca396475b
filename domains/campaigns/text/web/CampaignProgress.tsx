import type { DataOf } from "#core/call.ts";
import { countText } from "#core/count.ts";
import type { textCampaigns } from "../contract.ts";
import classes from "./CampaignProgress.module.css";
import { type CampaignStatus, isLate, lateQuestion } from "./campaignStatus.ts";
import { progressParts } from "./progressParts.ts";
import { detailTexts as texts } from "./texts.ts";

interface Props {
  campaign: DataOf<typeof textCampaigns.one>["campaignDetail"];
  status: CampaignStatus;
  /** When it started or will start; empty for a draft. */
  when: string;
}

/** One bar with everybody in it: delivered, on the way, failed and to go. */
export function CampaignProgress({ campaign: { stats, status_counts, campaign_send_time }, status, when }: Props) {
  const { parts, handed, expected } = progressParts(status_counts);
  const why = isLate(status) && campaign_send_time !== "" ? lateQuestion(campaign_send_time) : status.why;
  const isBefore = expected === 0;
  return (
    <section className={classes.card} data-kind={status.kind} aria-label={texts.table.status}>
      <div className={classes.head}>
        <strong>{isBefore ? countText(stats.audience) : `${Math.floor((100 * handed) / expected)}%`}</strong>
        <span>
          {isBefore ? texts.people : texts.sentOf(countText(handed), countText(expected))}
          {isBefore && status.kind === "scheduled" && when && ` · ${texts.scheduled(when)}`}
        </span>
      </div>
      {why && <p className={classes.why}>{why}</p>}
      {!isBefore && (
        <>
          <div className={classes.bar} aria-hidden>
            {parts.map(({ part, count }) => (
              <span key={part} data-part={part} style={{ width: `${(100 * count) / expected}%` }} />
            ))}
          </div>
          <div className={classes.legend}>
            {parts.map(({ part, count }) => (
              <span key={part} data-part={part}>
                {texts.parts[part]} <strong>{countText(count)}</strong>
              </span>
            ))}
            {stats.skipped > 0 && <span className={classes.left}>{texts.leftOut(countText(stats.skipped))}</span>}
          </div>
        </>
      )}
    </section>
  );
}
