import { ActionIcon, Button } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./WizardFooter.module.css";

const back = "Back";

interface Props {
  step: number;
  onBack: () => void;
  /** The footer scrolls with its step and stays in sight. */
  isSticky?: boolean;
  /** What else can be done, the way on last. */
  children: ReactNode;
}

/** Back and the way on. On a phone Back is its arrow, and the last button takes the rest of the row. */
export function WizardFooter({ step, onBack, isSticky, children }: Props) {
  const isFirst = step === 1;
  return (
    <div className={classes.footer} data-sticky={isSticky || undefined}>
      <Button
        className={classes.wide}
        variant="default"
        disabled={isFirst}
        leftSection={<IconArrowLeft size={16} aria-hidden />}
        onClick={onBack}
      >
        {back}
      </Button>
      {!isFirst && (
        <ActionIcon className={classes.phone} variant="default" size="2.25rem" aria-label={back} onClick={onBack}>
          <IconArrowLeft size={18} aria-hidden />
        </ActionIcon>
      )}
      <div className={classes.actions}>{children}</div>
    </div>
  );
}
