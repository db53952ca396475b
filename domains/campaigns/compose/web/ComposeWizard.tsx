import { WizardFrame } from "../../wizard/web/WizardFrame.tsx";
import { MessageStep } from "./MessageStep.tsx";
import { PreviewStep } from "./PreviewStep.tsx";
import { RecipientsStep } from "./RecipientsStep.tsx";
import { SenderNotice } from "./SenderNotice.tsx";
import { SendingStep } from "./SendingStep.tsx";
import { TemplateStep } from "./TemplateStep.tsx";
import { useWizard } from "./useWizard.ts";
import type { WizardDraft } from "./wizardDraft.ts";

const stepParts = [TemplateStep, MessageStep, PreviewStep, RecipientsStep, SendingStep] as const;

interface Props {
  id: number | undefined;
  version: number | undefined;
  savedAt: string | undefined;
  draft: WizardDraft;
}

/** The wizard of a text campaign, at its step. */
export function ComposeWizard(props: Props) {
  const wizard = useWizard(props);
  const Step = stepParts[wizard.step - 1] ?? TemplateStep;
  return (
    <WizardFrame wizard={wizard} notice={<SenderNotice hasPicture={wizard.draft.image !== null} />}>
      <Step wizard={wizard} />
    </WizardFrame>
  );
}
