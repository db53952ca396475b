import { Alert } from "@mantine/core";
import { useCall } from "#core/web/call/useCall.ts";
import { testTexts } from "../../testText/contract.ts";
import { WizardFrame } from "../../wizard/web/WizardFrame.tsx";
import { MessageStep } from "./MessageStep.tsx";
import { PreviewStep } from "./PreviewStep.tsx";
import { RecipientsStep } from "./RecipientsStep.tsx";
import { SendingStep } from "./SendingStep.tsx";
import { TemplateStep } from "./TemplateStep.tsx";
import { composeTexts as texts } from "./texts.ts";
import { useWizard } from "./useWizard.ts";
import type { WizardDraft } from "./wizardDraft.ts";

const stepParts = [TemplateStep, MessageStep, PreviewStep, RecipientsStep, SendingStep] as const;

interface Props {
  id: number | undefined;
  version: number | undefined;
  draft: WizardDraft;
}

/** The wizard of a text campaign, at its step. */
export function ComposeWizard(props: Props) {
  const wizard = useWizard(props);
  const { data: line } = useCall(testTexts.status);
  const Step = stepParts[wizard.step - 1] ?? TemplateStep;
  const notice = line?.is_ready === 0 && (
    <Alert color="yellow" mb="md">
      {texts.noNumber}
    </Alert>
  );
  return (
    <WizardFrame wizard={wizard} notice={notice}>
      <Step wizard={wizard} />
    </WizardFrame>
  );
}
