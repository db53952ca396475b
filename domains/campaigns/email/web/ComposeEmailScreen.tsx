import { useParams } from "react-router";
import { useCall } from "#core/web/call/useCall.ts";
import { Screen } from "#core/web/layout/Screen.tsx";
import { SavedDraft } from "../../wizard/web/SavedDraft.tsx";
import type { OpenedDraft } from "../../wizard/web/useCampaignWizard.ts";
import { WizardFrame } from "../../wizard/web/WizardFrame.tsx";
import { emailCampaigns } from "../contract.ts";
import { CustomizeStep } from "./CustomizeStep.tsx";
import { DetailsStep } from "./DetailsStep.tsx";
import { EmailRecipientsStep } from "./EmailRecipientsStep.tsx";
import { type EmailDraft, emailDraftOf, emptyEmail } from "./emailDraft.ts";
import { ReviewStep } from "./ReviewStep.tsx";
import { composeEmailTexts as texts } from "./texts.ts";
import { useEmailWizard } from "./useEmailWizard.ts";

const stepParts = [DetailsStep, CustomizeStep, ReviewStep, EmailRecipientsStep] as const;

/** Writes an email campaign in four steps, or goes on with a draft. */
export function ComposeEmailScreen() {
  const { id } = useParams();
  return (
    <Screen title={texts.title} fill>
      {id === undefined ? (
        <EmailWizardSteps key="new" id={undefined} version={undefined} savedAt={undefined} draft={emptyEmail} />
      ) : (
        <SavedEmail key={id} id={Number(id)} />
      )}
    </Screen>
  );
}

function SavedEmail({ id }: { id: number }) {
  const { data, error, refetch } = useCall(
    emailCampaigns.one,
    { params: { id } },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  return (
    <SavedDraft saved={data?.campaignDetail} failure={error?.message} retry={() => void refetch()}>
      {(saved) => (
        <EmailWizardSteps id={id} version={saved.version} savedAt={saved.saved_at} draft={emailDraftOf(saved)} />
      )}
    </SavedDraft>
  );
}

function EmailWizardSteps(opened: OpenedDraft<EmailDraft>) {
  const wizard = useEmailWizard(opened);
  const Step = stepParts[wizard.step - 1] ?? DetailsStep;
  return (
    <WizardFrame wizard={wizard}>
      <Step wizard={wizard} />
    </WizardFrame>
  );
}
