import { ActionIcon, Button } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import { Link } from "react-router";
import { composeTexts as texts } from "./texts.ts";
import type { Wizard } from "./useWizard.ts";
import classes from "./WizardBar.module.css";
import { firstUnfinished, lastStep, steps } from "./wizardDraft.ts";

/** Close, the campaign's name, its five steps, and Save as draft. On a phone the steps are five bars. */
export function WizardBar({ wizard, isSaved }: { wizard: Wizard; isSaved: boolean }) {
  const { draft, step, send, sending } = wizard;
  const reachable = firstUnfinished(draft) ?? lastStep;
  return (
    <div className={classes.bar}>
      <ActionIcon variant="subtle" color="gray" component={Link} to="/text-campaign" aria-label={texts.close}>
        <IconX size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
      <div className={classes.name}>
        <strong dir="auto" title={draft.title}>
          {draft.title.trim() || texts.untitled}
        </strong>
        <span>{isSaved ? texts.draft : texts.unsaved}</span>
      </div>
      <nav aria-label={texts.steps} className={classes.steps}>
        <ol>
          {steps.map((name, index) => {
            const number = index + 1;
            const isDone = number < reachable && number < step;
            const mark = <i aria-hidden>{isDone ? <IconCheck size={12} stroke={2} /> : number}</i>;
            const isLink = number !== step && number <= reachable;
            return (
              <li
                key={name}
                data-done={number <= step || undefined}
                aria-current={number === step ? "step" : undefined}
              >
                {mark}
                {isLink ? <Link to={`?step=${number}`}>{name}</Link> : <span>{name}</span>}
              </li>
            );
          })}
        </ol>
      </nav>
      {step !== lastStep && (
        <Button variant="default" disabled={sending} onClick={() => send(true)}>
          {texts.saveDraft}
        </Button>
      )}
      <p className={classes.phone}>
        <strong>{steps[step - 1]}</strong> <span>{texts.stepOf(step, lastStep)}</span>
      </p>
    </div>
  );
}
