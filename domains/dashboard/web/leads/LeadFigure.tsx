import { Anchor } from "@mantine/core";
import { Link } from "react-router";
import { countText } from "#core/count.ts";
import type { LeadCounts } from "../../leads/contract.ts";
import { type LeadStep, ratesOf, stepDefinitions } from "../../leads/rules.ts";
import classes from "./LeadFigure.module.css";
import { leadTexts as texts } from "./texts.ts";

/** Where a figure's rows are: an address, or what opens them. */
export type LeadRowsWay = string | (() => void);

interface Props {
  value: string;
  /** What it counts, for screen readers: "Sold of Google". */
  label: string;
  way: LeadRowsWay | undefined;
  className?: string | undefined;
}

/** A figure that opens its rows. */
export function LeadFigure({ value, label, way, className }: Props) {
  const look = { className, inherit: true, "aria-label": `${label}: ${value}` };
  if (way === undefined) return <span className={className}>{value}</span>;
  if (typeof way !== "string")
    return (
      <Anchor component="button" type="button" {...look} onClick={way}>
        {value}
      </Anchor>
    );
  return (
    <Anchor component={Link} to={way} {...look}>
      {value}
    </Anchor>
  );
}

interface StepFigureProps {
  counts: LeadCounts;
  step: LeadStep;
  /** Whose leads they are; empty: everyone's. */
  of: string;
  way: LeadRowsWay | undefined;
  /** After the number in a phone's card, which has no head. */
  unit?: string;
}

/** What a number counts, in a phone's card. */
export const CardUnit = ({ children }: { children: string }) => <span className={classes.unit}> {children}</span>;

/** The leads of a step with its shares of the step before and of all; a zero opens nothing. */
export function StepFigure({ counts, step, of, way, unit = "" }: StepFigureProps) {
  const rates = ratesOf(counts, step);
  const label = texts.rowsOf(stepDefinitions[step].label, of);
  return (
    <span className={classes.step}>
      <span>
        <LeadFigure value={countText(counts[step])} label={label} way={counts[step] === 0 ? undefined : way} />
        {unit !== "" && <CardUnit>{unit}</CardUnit>}
      </span>
      {rates && (
        <span className={classes.rates} title={texts.ratesAbout(rates.ofBefore, rates.ofAll)}>
          {`${rates.ofBefore}%`}
          <CardUnit>{texts.ofBefore}</CardUnit>
          {` · ${rates.ofAll}%`}
          <CardUnit>{texts.ofAll}</CardUnit>
        </span>
      )}
    </span>
  );
}
