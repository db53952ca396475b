import { Anchor, Button, Progress } from "@mantine/core";
import { IconCheck, IconClock, IconLock } from "@tabler/icons-react";
import { useId, useState } from "react";
import { Link } from "react-router";
import { useSend } from "#core/web/call/useSend.ts";
import { Initials } from "#core/web/layout/Initials.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useSession } from "#core/web/session/session.ts";
import { useCan } from "#core/web/session/useCan.ts";
import { settings } from "#domains/accounts/settings/contract.ts";
import { registrationPath } from "#domains/locations/registration/web/public.tsx";
import { type FirstRun, type FirstStep, firstRun } from "../contract.ts";
import { currentStep, leftOf } from "../rules.ts";
import classes from "./FirstRunList.module.css";
import { aboutStep, firstRunTexts as texts } from "./texts.ts";

const TestTextDialog = lazyDialog(() => import("./TestTextDialog.tsx"), "TestTextDialog");

interface FirstRunListProps {
  found: FirstRun;
  /** True below the heading of a page, which is larger than the list's. */
  isOnPage?: boolean;
}

/** What a new owner does first: one step is emphasized, the others can be done in any order. */
export function FirstRunList({ found: { steps, team, hidden }, isOnPage = false }: FirstRunListProps) {
  const person = useSession();
  const [isTesting, setTesting] = useState(false);
  const mayHide = useCan(firstRun.hide);
  const hide = useSend(firstRun.hide, { invalidates: [firstRun.steps], quiet: "success" });
  const title = useId();
  const left = leftOf(steps);
  const done = steps.length - left;
  const current = currentStep(steps);
  return (
    <section className={classes.list} aria-labelledby={title} data-on-page={isOnPage || undefined}>
      <h2 id={title} className={classes.welcome}>
        {left === 0 ? texts.allDone : texts.welcome(person?.first_name ?? "")}
      </h2>
      <p className={classes.left}>
        {left === 0 ? texts.ready(person?.location ?? "") : texts.left(left, person?.location ?? "")}
      </p>
      <Progress value={(100 * done) / steps.length} size={4} aria-label={texts.progress} />
      <ol className={classes.steps}>
        {steps.map((step, index) => (
          <FirstStepRow
            key={step.step}
            number={index + 1}
            step={step}
            team={team}
            isCurrent={step.step === current}
            onTest={() => setTesting(true)}
          />
        ))}
      </ol>
      <div className={classes.foot}>
        <span>{texts.done(done, steps.length)}</span>
        {mayHide && left > 0 && (
          <Anchor
            component="button"
            type="button"
            className={classes.hide}
            onClick={() => hide.mutate({ body: { hidden: hidden === 1 ? 0 : 1 } })}
          >
            {hidden === 1 ? texts.show : texts.hide}
          </Anchor>
        )}
      </div>
      <TestTextDialog opened={isTesting} onClose={() => setTesting(false)} />
    </section>
  );
}

interface Props {
  number: number;
  step: FirstStep;
  team: FirstRun["team"];
  isCurrent: boolean;
  onTest: () => void;
}

/** One step: its number or check, what it is about, and its button or why there is none. */
function FirstStepRow({ number, step, team, isCurrent, onTest }: Props) {
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
            <IconClock size={14} aria-hidden /> {texts.waiting[step.step]}
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

const pages = { customers: "/customers/none/new", team: "/team", registration: registrationPath } as const;

function StepButton({ step, isCurrent, onTest }: Pick<Props, "isCurrent" | "onTest"> & { step: FirstStep["step"] }) {
  const variant = isCurrent ? "filled" : "default";
  const mayRequest = useCan(settings.requestNumber);
  const request = useSend(settings.requestNumber, { invalidates: [firstRun.steps, settings.profile] });
  const label = texts.actions[step];
  if (!mayRequest) return null;
  if (step === "customers" || step === "team" || step === "registration") {
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
