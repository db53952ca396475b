import { Button } from "@mantine/core";
import { IconCheck, IconClock, IconLock } from "@tabler/icons-react";
import { Link } from "react-router";
import { useSend } from "#core/web/call/useSend.ts";
import { Initials } from "#core/web/layout/Initials.tsx";
import { useCan } from "#core/web/session/useCan.ts";
import { settings } from "#domains/accounts/settings/contract.ts";
import { type FirstRun, type FirstStep, firstRun } from "../contract.ts";
import classes from "./FirstRunList.module.css";
import { aboutStep, firstRunTexts as texts } from "./texts.ts";

interface Props {
  number: number;
  step: FirstStep;
  team: FirstRun["team"];
  isCurrent: boolean;
  onTest: () => void;
}

/** One step: its number or check, what it is about, and its button or why there is none. */
export function FirstStepRow({ number, step, team, isCurrent, onTest }: Props) {
  const { state } = step;
  return (
    <li className={classes.step} data-state={state} data-current={isCurrent || undefined}>
      <span className={classes.mark} aria-hidden>
        {state === "done" ? <IconCheck size={14} stroke={2} /> : number}
      </span>
      <div className={classes.words}>
        <h3>
          {texts.titles[step.step]}
          {state === "done" && <span className={classes.unseen}> (done)</span>}
        </h3>
        <p>{aboutStep(step, team)}</p>
      </div>
      <div className={classes.end}>
        {state === "open" && <StepButton step={step.step} isCurrent={isCurrent} onTest={onTest} />}
        {state === "blocked" && (
          <span className={classes.why}>
            <IconLock size={14} aria-hidden /> {texts.blocked}
          </span>
        )}
        {state === "waiting" && (
          <span className={classes.why}>
            <IconClock size={14} aria-hidden /> {texts.waiting}
          </span>
        )}
        {step.step === "team" && state === "done" && (
          <span className={classes.people}>
            {team.map(({ first_name, initials }) => (
              <Initials key={first_name + initials} initials={initials} size={28} seed={first_name} />
            ))}
          </span>
        )}
      </div>
    </li>
  );
}

const pages = { customers: "/customers/none/new", team: "/team" } as const;

function StepButton({ step, isCurrent, onTest }: Pick<Props, "isCurrent" | "onTest"> & { step: FirstStep["step"] }) {
  const variant = isCurrent ? "filled" : "default";
  const mayRequest = useCan(settings.requestNumber);
  const request = useSend(settings.requestNumber, { invalidates: [firstRun.steps, settings.profile] });
  const label = texts.actions[step];
  if (!mayRequest) return null;
  if (step === "customers" || step === "team") {
    return (
      <Button component={Link} to={pages[step]} state={{ invite: true }} variant={variant}>
        {label}
      </Button>
    );
  }
  const act = step === "number" ? () => request.mutate({}) : onTest;
  return (
    <Button variant={variant} onClick={act} loading={request.isPending}>
      {label}
    </Button>
  );
}
