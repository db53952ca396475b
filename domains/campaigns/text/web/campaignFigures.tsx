import { Button } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import type { DataOf } from "#core/call.ts";
import { countText } from "#core/count.ts";
import { Can } from "#core/web/session/Can.tsx";
import { StatusWord } from "#core/web/status/StatusBadge.tsx";
import { type CampaignStats, textCampaigns } from "../contract.ts";
import classes from "./CampaignFigures.module.css";
import { percentText } from "./campaignStatus.ts";
import { detailTexts as texts } from "./texts.ts";

type Detail = DataOf<typeof textCampaigns.one>["campaignDetail"];

/** What came of the campaign. */
export function Results({ stats }: { stats: CampaignStats }) {
  const { figures } = texts;
  const share = (count: number) => figures.ofDelivered(percentText(count, stats.delivered));
  const shown = [
    [figures.delivered, percentText(stats.delivered, stats.handed), figures.of(countText(stats.handed))],
    [figures.replies, countText(stats.replies), share(stats.replies)],
    [figures.appointments, countText(stats.appointments), figures.within],
    [figures.unsubscribed, countText(stats.unsubscribes), share(stats.unsubscribes)],
  ];
  return (
    <dl className={classes.figures}>
      {shown.map(([label, figure, compared]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <strong>{figure}</strong>
            <span>{compared}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface FailuresProps {
  failures: Detail["failures"];
  failed: number;
  onMakeList: () => void;
}

/** Failed texts by reason, and a list of everybody who wasn't reached. */
export function Failures({ failures, failed, onMakeList }: FailuresProps) {
  return (
    <section className={classes.card}>
      <div className={classes.head}>
        <h2>{failed === 0 ? texts.failed.none : texts.failed.title(countText(failed))}</h2>
        {failed > 0 && (
          <Can use={textCampaigns.listNotReached}>
            <Button variant="subtle" size="compact-sm" onClick={onMakeList}>
              {texts.failed.makeList}
            </Button>
          </Can>
        )}
      </div>
      <ul>
        {failures.map(({ error_code, text, count }) => (
          <li key={error_code + text}>
            <span>{text || error_code}</span>
            <Meter share={count / Math.max(1, failed)} tone="red" />
            <strong>{countText(count)}</strong>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The limits at which it pauses by itself, with today's values. */
export function Brake({ brake: { limits, handed, least } }: { brake: Detail["brake"] }) {
  const isOver = handed >= least && limits.some(({ percent, limit_percent }) => percent > limit_percent);
  return (
    <section className={classes.card}>
      <div className={classes.head}>
        <h2>{texts.brake.title}</h2>
        <StatusWord tone={isOver ? "amber" : "green"} icon={isOver ? IconAlertTriangle : IconCircleCheck}>
          {isOver ? texts.brake.over : texts.brake.clear}
        </StatusWord>
      </div>
      <ul>
        {limits.map(({ kind, text, percent, limit_percent }) => (
          <li key={kind}>
            <span>{text}</span>
            <Meter share={percent / limit_percent} tone={percent > limit_percent ? "red" : "green"} />
            <span>{texts.brake.of(percent, limit_percent)}</span>
          </li>
        ))}
      </ul>
      <p>{handed < least ? texts.brake.early(least) : texts.brake.about}</p>
    </section>
  );
}

/** Who got nothing, by reason. */
export function LeftOut({ reasons, skipped }: { reasons: Detail["reasons"]; skipped: number }) {
  return (
    <section className={classes.card}>
      <div className={classes.head}>
        <h2>{texts.skipped(countText(skipped))}</h2>
      </div>
      <ul>
        {reasons.map(({ reason, text, count }) => (
          <li key={reason}>
            <span>{text}</span>
            <strong>{countText(count)}</strong>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Meter({ share, tone }: { share: number; tone: "red" | "green" }) {
  return (
    <span className={classes.meter} data-tone={tone} aria-hidden>
      <span style={{ width: `${Math.min(100, 100 * share)}%` }} />
    </span>
  );
}
