import { monthName } from "#core/periods.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { InfoTooltip } from "#core/web/feedback/InfoTooltip.tsx";
import { useFreshCalls } from "#core/web/realtime/realtime.ts";
import { useCan } from "#core/web/session/useCan.ts";
import { useProfile } from "#domains/accounts/web/public.tsx";
import { leadEvents } from "#domains/leads/counts/contract.ts";
import { goalSteps, leadGoals } from "../contract.ts";
import classes from "./Goals.module.css";
import { Progress } from "./Progress.tsx";
import { goalTexts as texts } from "./texts.ts";

/** One's own goals of the month with how far they are; nothing without any. */
export function MyGoals() {
  useFreshCalls([leadGoals.mine], leadEvents.changed, { inBursts: true });
  const me = useProfile().data?.id;
  const { data } = useCall(leadGoals.mine, {}, { staleTime: 30_000, enabled: useCan(leadGoals.mine) });
  if (!data || me === undefined) return null;
  const { month, goals, done } = data;
  const steps = goalSteps.filter((step) => goals[step] !== null);
  if (steps.length === 0) return null;
  const title = texts.mine(monthName(month));
  return (
    <section className={classes.panel} aria-label={title}>
      <h2 className={classes.title}>
        {title} <InfoTooltip about={title}>{texts.about}</InfoTooltip>
      </h2>
      <ul className={classes.goals}>
        {steps.map((step) => (
          <li key={step}>
            <span className={classes.label}>{texts.steps[step]}</span>
            <Progress step={step} done={done[step]} goal={goals[step]} member_id={me} month={month} />
          </li>
        ))}
      </ul>
    </section>
  );
}
