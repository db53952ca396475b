import { textCampaigns } from "../../../text/contract.ts";
import type { WizardChannel } from "../wizard/useCampaignWizard.ts";
import { WizardScreen } from "../wizard/WizardScreen.tsx";
import { MessageStep } from "./MessageStep.tsx";
import { PreviewStep } from "./PreviewStep.tsx";
import { RecipientsStep } from "./RecipientsStep.tsx";
import { SenderNotice } from "./SenderNotice.tsx";
import { SendingStep } from "./SendingStep.tsx";
import { TemplateStep } from "./TemplateStep.tsx";
import { emptyText, type TextDraft, textBodyOf, textDraftOf, textPlan, unconfirmed } from "./textDraft.ts";
import { composeTexts as texts } from "./texts.ts";

const channel: WizardChannel<TextDraft, typeof textCampaigns.add, typeof textCampaigns.one> = {
  home: "/text-campaign",
  plan: textPlan,
  add: textCampaigns.add,
  one: textCampaigns.one,
  shownIn: [textCampaigns.table, textCampaigns.one],
  bodyOf: textBodyOf,
  restored: unconfirmed,
  savedOf: ({ campaignData: saved }) => ({
    draft: textDraftOf(saved),
    version: saved.version,
    savedAt: saved.saved_at,
    isDraft: saved.is_draft === 1,
  }),
};

const steps = [TemplateStep, MessageStep, PreviewStep, RecipientsStep, SendingStep] as const;

/** Writes a text campaign in five steps, or goes on with a draft. */
export function ComposeTextScreen() {
  return (
    <WizardScreen
      title={texts.title}
      channel={channel}
      empty={emptyText}
      steps={steps}
      notice={({ image }) => <SenderNotice hasPicture={image !== null} />}
    />
  );
}
