import { Anchor, Progress } from "@mantine/core";
import { useId, useState } from "react";
import { useSend } from "#core/web/call/useSend.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useSession } from "#core/web/session/session.ts";
import { useCan } from "#core/web/session/useCan.ts";
import { type FirstRun, firstRun } from "../contract.ts";
import { currentStep, leftOf } from "../rules.ts";
import classes from "./FirstRunList.module.css";
import { FirstStepRow } from "./FirstStepRow.tsx";
import { firstRunTexts as texts } from "./texts.ts";

const TestTextDialog = lazyDialog(() => import("./TestTextDialog.tsx"), "TestTextDialog");

/** What a new owner does first: one step is emphasized, the others can be done in any order. */
export function FirstRunList({ found: { steps, team } }: { found: FirstRun }) {
  const person = useSession();
  const [isTesting, setTesting] = useState(false);
  const mayHide = useCan(firstRun.hide);
  const hide = useSend(firstRun.hide, { invalidates: [firstRun.steps], quiet: "success" });
  const title = useId();
  const done = steps.length - leftOf(steps);
  const current = currentStep(steps);
  return (
    <section className={classes.list} aria-labelledby={title}>
      <h2 id={title} className={classes.welcome}>
        {texts.welcome(person?.first_name ?? "")}
      </h2>
      <p className={classes.left}>{texts.left(leftOf(steps), person?.location ?? "")}</p>
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
        {mayHide && (
          <Anchor
            component="button"
            type="button"
            className={classes.hide}
            onClick={() => hide.mutate({ body: { hidden: 1 } })}
          >
            {texts.hide}
          </Anchor>
        )}
      </div>
      <TestTextDialog opened={isTesting} onClose={() => setTesting(false)} />
    </section>
  );
}
