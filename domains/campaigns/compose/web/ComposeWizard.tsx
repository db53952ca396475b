import { Alert, Button, Group } from "@mantine/core";
import { IconArrowLeft, IconArrowRight, IconCalendarClock, IconSend } from "@tabler/icons-react";
import { useCall } from "#core/web/call/useCall.ts";
import { testTexts } from "../../testText/contract.ts";
import classes from "./ComposeWizard.module.css";
import { MessageStep } from "./MessageStep.tsx";
import { PreviewStep } from "./PreviewStep.tsx";
import { RecipientsStep } from "./RecipientsStep.tsx";
import { SendingStep } from "./SendingStep.tsx";
import { TemplateStep } from "./TemplateStep.tsx";
import { composeTexts as texts } from "./texts.ts";
import { useWizard, type Wizard } from "./useWizard.ts";
import { WizardBar } from "./WizardBar.tsx";
import { lastStep, type WizardDraft } from "./wizardDraft.ts";

const stepParts = [TemplateStep, MessageStep, PreviewStep, RecipientsStep, SendingStep] as const;

interface Props {
  id: number | undefined;
  version: number | undefined;
  draft: WizardDraft;
}

/** The wizard's bar, its step, and its footer. */
export function ComposeWizard(props: Props) {
  const wizard = useWizard(props);
  const { step, isConflict, reload, keepMine } = wizard;
  const { data: line } = useCall(testTexts.status);
  const Step = stepParts[step - 1] ?? TemplateStep;
  return (
    <div className={classes.wizard}>
      <WizardBar wizard={wizard} isSaved={props.id !== undefined} />
      <div className={classes.content} key={step}>
        {isConflict && (
          <Alert color="yellow" title={texts.conflict} mb="md">
            <p>{texts.conflictText}</p>
            <Group>
              <Button variant="default" onClick={() => void reload()}>
                {texts.reload}
              </Button>
              <Button variant="default" onClick={() => void keepMine()}>
                {texts.keepMine}
              </Button>
            </Group>
          </Alert>
        )}
        {line?.is_ready === 0 && (
          <Alert color="yellow" mb="md">
            {texts.noNumber}
          </Alert>
        )}
        <Step wizard={wizard} />
      </div>
      <WizardFooter wizard={wizard} />
    </div>
  );
}

function WizardFooter({ wizard }: { wizard: Wizard }) {
  const { step, go, next, send, sending, draft } = wizard;
  const isLast = step === lastStep;
  const isNow = draft.option === "now";
  const action = isNow ? texts.sendNow : texts.schedule;
  const ActionIcon = isNow ? IconSend : IconCalendarClock;
  return (
    <div className={classes.footer}>
      <Button
        variant="default"
        disabled={step === 1}
        leftSection={<IconArrowLeft size={16} aria-hidden />}
        onClick={() => go(step - 1)}
      >
        {texts.back}
      </Button>
      <div className={classes.actions}>
        {isLast && (
          <Button variant="default" disabled={sending} onClick={() => send(true)}>
            {texts.saveDraft}
          </Button>
        )}
        <Button
          loading={sending}
          leftSection={isLast ? <ActionIcon size={16} aria-hidden /> : undefined}
          rightSection={isLast ? undefined : <IconArrowRight size={16} aria-hidden />}
          onClick={next}
        >
          {isLast ? action : texts.next}
        </Button>
      </div>
    </div>
  );
}
