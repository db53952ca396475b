import { Link } from "react-router";
import { countText } from "#core/count.ts";
import { leadsAddress } from "#domains/leads/rules.ts";
import { monthLater } from "#domains/tracking/sources/rules.ts";
import { percentOf } from "../../rules.ts";
import type { GoalStep } from "../contract.ts";
import classes from "./Progress.module.css";
import { goalTexts as texts } from "./texts.ts";

interface Props {
  step: GoalStep;
  done: number;
  /** Null: no goal. */
  goal: number | null;
  member_id: number;
  /** `2026-11` */
  month: string;
}

/** How far somebody is in a month; opens the leads that count. */
export function Progress({ step, done, goal, member_id, month }: Props) {
  const to = leadsAddress({ reached: step, owner_id: member_id, isReachedThen: true, ...daysOfMonth(month) });
  return (
    <span className={classes.progress}>
      <Link to={to} className={classes.figure} aria-label={texts.progress(texts.steps[step], done, goal)}>
        {goal === null ? countText(done) : texts.of(done, goal)}
      </Link>
      {goal !== null && (
        <span className={classes.bar} data-reached={done >= goal || undefined} aria-hidden>
          <span style={{ width: `${percentOf(done, goal)}%` }} />
        </span>
      )}
    </span>
  );
}

function daysOfMonth(month: string): { from: string; to: string } {
  const last = new Date(Date.parse(`${monthLater(month, 1)}-01`) - 86_400_000);
  return { from: `${month}-01`, to: last.toISOString().slice(0, 10) };
}
