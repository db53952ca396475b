import { countText } from "#core/count.ts";
import { useTime } from "#core/web/time/useTime.ts";
import type { DailyQuota, DailyRoom } from "#domains/quotas/rules.ts";
import classes from "./CampaignProgress.module.css";
import { isLate, lateQuestion, readStatus } from "./campaignStatus.ts";
import { sharedTexts as texts } from "./texts.ts";
import { waitText } from "./waitText.ts";

/** How far a part of the people is; its color follows from it. */
export type ProgressPart = "delivered" | "moving" | "failed" | "waiting";

interface Props {
  campaign: {
    readonly campaign_status: string;
    readonly campaign_send_time: string;
    /** When it started or will start; null for a draft. */
    readonly sent_at: string | null;
    readonly stats: { readonly audience: number; readonly skipped: number };
    readonly daily_room: DailyRoom | null;
  };
  kind: DailyQuota;
  /** Everyone whom the campaign writes to, each in one part. */
  parts: readonly { readonly part: ProgressPart; readonly label: string; readonly count: number }[];
  /** How many of them were handed over; none are expected before the start. */
  handed: number;
  expected: number;
  /** How long it still takes, if that is known. */
  forecast?: string;
}

/** One bar with everybody in it: delivered, on the way, failed and to go. */
export function CampaignProgress({ campaign, kind, parts, handed, expected, forecast = "" }: Props) {
  const time = useTime();
  const { sent_at, campaign_send_time } = campaign;
  const { audience, skipped } = campaign.stats;
  const status = readStatus(campaign.campaign_status);
  const why = isLate(status) && campaign_send_time !== "" ? lateQuestion(campaign_send_time) : status.why;
  const isBefore = expected === 0;
  const wait = waitText(forecast, kind, expected - handed, campaign.daily_room);
  return (
    <section className={classes.card} data-kind={status.kind} aria-label={texts.status}>
      <div className={classes.head}>
        <strong>{isBefore ? countText(audience) : `${Math.floor((100 * handed) / expected)}%`}</strong>
        <span>
          {isBefore ? texts.people : texts.sentOf(countText(handed), countText(expected))}
          {isBefore && status.kind === "scheduled" && sent_at && ` · ${texts.scheduled(time.dateTime(sent_at))}`}
        </span>
      </div>
      {why && <p className={classes.why}>{why}</p>}
      {wait && <p className={classes.forecast}>{wait}</p>}
      {!isBefore && (
        <>
          <div className={classes.bar} aria-hidden>
            {parts.map(({ part, label, count }) => (
              <span key={label} data-part={part} style={{ width: `${(100 * count) / expected}%` }} />
            ))}
          </div>
          <div className={classes.legend}>
            {parts.map(({ part, label, count }) => (
              <span key={label} data-part={part}>
                {label} <strong>{countText(count)}</strong>
              </span>
            ))}
            {skipped > 0 && <span className={classes.left}>{texts.leftOut(countText(skipped))}</span>}
          </div>
        </>
      )}
    </section>
  );
}
