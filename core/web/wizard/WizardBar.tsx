import { ActionIcon, Button } from "@mantine/core";
import { IconCheck, IconDeviceFloppy, IconX } from "@tabler/icons-react";
import { Link } from "react-router";
import { useTime } from "../time/useTime.ts";
import { savedTime } from "./savedTime.ts";
import classes from "./WizardBar.module.css";

const texts = {
  close: "Close",
  saved: (time: string) => `Draft · saved ${time}`,
  unsaved: "Not saved yet",
  steps: "Steps",
  stepOf: (step: number, all: number) => `Step ${step} of ${all}`,
} as const;

interface Props {
  /** What the wizard is about: a campaign's name as typed so far. */
  title: string;
  /** Where Close leads. */
  home: string;
  steps: readonly string[];
  step: number;
  /** The last step that can be gone to. */
  reachable: number;
  /** When the draft was saved last; undefined: not yet. */
  savedAt: string | undefined;
  /** What of it can't be saved, in place of when it was saved. */
  unsaved?: string;
  isSaving: boolean;
  /** The button that saves and perhaps leaves: "Save as draft". */
  saveLabel: string;
  onSaveDraft: () => void;
  /** The button is there on the last step, too, whose footer has none. */
  savesOnLastStep?: boolean;
}

/** Close, what the wizard is about, its steps, and a button that saves. On a phone the steps are bars. */
export function WizardBar({
  title,
  home,
  steps,
  step,
  reachable,
  savedAt,
  unsaved,
  isSaving,
  saveLabel,
  onSaveDraft,
  savesOnLastStep = false,
}: Props) {
  const time = useTime();
  const last = steps.length;
  return (
    <div className={classes.bar}>
      <ActionIcon variant="subtle" color="gray" component={Link} to={home} aria-label={texts.close}>
        <IconX size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
      <div className={classes.name}>
        <strong dir="auto" title={title}>
          {title}
        </strong>
        <span data-unsaved={unsaved !== undefined || undefined}>
          {unsaved ?? (savedAt ? texts.saved(savedTime(savedAt, time, new Date())) : texts.unsaved)}
        </span>
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
      {(step !== last || savesOnLastStep) && (
        <>
          <Button className={classes.wide} variant="default" disabled={isSaving} onClick={onSaveDraft}>
            {saveLabel}
          </Button>
          <ActionIcon
            className={classes.save}
            variant="subtle"
            color="gray"
            size="lg"
            disabled={isSaving}
            aria-label={saveLabel}
            onClick={onSaveDraft}
          >
            <IconDeviceFloppy size={20} stroke={1.75} aria-hidden />
          </ActionIcon>
        </>
      )}
      <p className={classes.phone}>
        <strong>{steps[step - 1]}</strong> <span>{texts.stepOf(step, last)}</span>
      </p>
    </div>
  );
}
