import { Button, UnstyledButton } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { countText } from "#core/count.ts";
import { StatusWord } from "#core/web/status/StatusBadge.tsx";
import classes from "./CampaignFigures.module.css";
import { sharedTexts as texts } from "./texts.ts";

interface CampaignFigure {
  readonly label: string;
  readonly figure: string;
  /** What it is compared with: "of 1,000". */
  readonly compared: string;
  /** An info icon with the definition. */
  readonly about?: ReactNode;
}

/** What came of a campaign. */
export function FigureGrid({ figures }: { figures: readonly CampaignFigure[] }) {
  return (
    <dl className={classes.figures}>
      {figures.map(({ label, figure, compared, about }) => (
        <div key={label}>
          <dt>
            {label} {about}
          </dt>
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
  title: string;
  failures: readonly { readonly error_code: string; readonly text: string; readonly count: number }[];
  failed: number;
  /** A button beside the title. */
  action?: ReactNode;
  /** Opens the people behind a code. */
  onShow?: (error_code: string) => void;
}

/** Failures by reason, each with its share. */
export function Failures({ title, failures, failed, action, onShow }: FailuresProps) {
  return (
    <section className={classes.card}>
      <div className={classes.head}>
        <h2>{title}</h2>
        {action}
      </div>
      <ul>
        {failures.map(({ error_code, text, count }) => (
          <li key={error_code + text}>
            <Reason text={text || error_code} onShow={onShow && (() => onShow(error_code))} />
            <Meter share={count / Math.max(1, failed)} tone="red" />
            <strong>{countText(count)}</strong>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A small button in the head of a card of figures. */
export function FigureButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button variant="subtle" size="compact-sm" onClick={onClick}>
      {children}
    </Button>
  );
}

interface BrakeProps {
  brake: {
    readonly handed: number;
    readonly least: number;
    readonly limits: readonly {
      readonly kind: string;
      readonly text: string;
      readonly count: number;
      readonly percent: number;
      readonly limit_percent: number;
    }[];
  };
  /** Said until enough were sent to judge by. */
  early: string;
}

/** The limits at which it pauses by itself, with today's values. */
export function Brake({ brake: { limits, handed, least }, early }: BrakeProps) {
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
        {limits.map(({ kind, text, count, percent, limit_percent }) => (
          <li key={kind} className={classes.limit}>
            <span>{text}</span>
            <Meter share={percent / limit_percent} tone={percent > limit_percent ? "red" : "green"} />
            <span>{texts.brake.of(count, handed, limit_percent)}</span>
          </li>
        ))}
      </ul>
      <p>{handed < least ? early : texts.brake.about}</p>
    </section>
  );
}

interface LeftOutProps {
  campaign: {
    readonly reasons: readonly { readonly reason: string; readonly text: string; readonly count: number }[];
    readonly stats: { readonly skipped: number };
  };
  /** Opens the people behind a reason. */
  onShow?: (reason: string) => void;
}

/** Who got nothing, by reason; not shown when everybody got it. */
export function LeftOut({ campaign: { reasons, stats }, onShow }: LeftOutProps) {
  if (stats.skipped === 0) return null;
  return (
    <section className={classes.card}>
      <div className={classes.head}>
        <h2>{texts.leftOut(countText(stats.skipped))}</h2>
      </div>
      <ul>
        {reasons.map(({ reason, text, count }) => (
          <li key={reason}>
            <Reason text={text} onShow={onShow && (() => onShow(reason))} />
            <strong>{countText(count)}</strong>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A reason, which opens its people where a table of them is. */
function Reason({ text, onShow }: { text: string; onShow: (() => void) | undefined }) {
  if (!onShow) return <span>{text}</span>;
  return (
    <UnstyledButton className={classes.reason} title={texts.showPeople} onClick={onShow}>
      {text}
    </UnstyledButton>
  );
}

function Meter({ share, tone }: { share: number; tone: "red" | "green" }) {
  return (
    <span className={classes.meter} data-tone={tone} aria-hidden>
      <span style={{ width: `${Math.min(100, 100 * share)}%` }} />
    </span>
  );
}
