import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { emailCampaigns } from "../../../email/contract.ts";
import { emailPreview } from "../../contract.ts";
import { RecipientPicker } from "../wizard/RecipientPicker.tsx";
import { SendTimePicker } from "../wizard/SendTimePicker.tsx";
import type { WizardChannel } from "../wizard/useCampaignWizard.ts";
import classes from "../wizard/Wizard.module.css";
import { WizardScreen } from "../wizard/WizardScreen.tsx";
import { CustomizeStep } from "./CustomizeStep.tsx";
import { DetailsStep } from "./DetailsStep.tsx";
import { EmailAudienceSummary } from "./EmailAudienceSummary.tsx";
import { type EmailDraft, type EmailWizard, emailBodyOf, emailDraftOf, emailPlan, emptyEmail } from "./emailDraft.ts";
import { ReviewStep } from "./ReviewStep.tsx";
import { composeEmailTexts as texts } from "./texts.ts";

const channel: WizardChannel<EmailDraft, typeof emailCampaigns.add, typeof emailCampaigns.one> = {
  home: "/email-campaign",
  plan: emailPlan,
  add: emailCampaigns.add,
  one: emailCampaigns.one,
  shownIn: [emailCampaigns.table, emailCampaigns.one],
  bodyOf: emailBodyOf,
  restored: (draft) => draft,
  savedOf: ({ campaignDetail: saved }) => ({
    draft: emailDraftOf(saved),
    version: saved.version,
    savedAt: saved.saved_at,
    isDraft: saved.is_draft === 1,
  }),
};

const steps = [DetailsStep, CustomizeStep, ReviewStep, EmailRecipientsStep] as const;

/** Writes an email campaign in four steps, or goes on with a draft. */
export function ComposeEmailScreen() {
  return <WizardScreen title={texts.title} channel={channel} empty={emptyEmail} steps={steps} />;
}

/** Who gets the email, and when. */
function EmailRecipientsStep({ wizard: { draft, change, errors } }: { wizard: EmailWizard }) {
  const cache = useQueryClient();
  const countAgain = useCallback(
    () => void cache.invalidateQueries({ queryKey: [emailPreview.audience.name] }),
    [cache],
  );
  return (
    <div className={classes.columns}>
      <div className={classes.stack}>
        <RecipientPicker label={texts.who} draft={draft} errors={errors} onChange={change} onImported={countAgain} />
        <SendTimePicker options={texts.options} draft={draft} errors={errors} onChange={change} />
        <p className={classes.note}>{texts.checkAgain}</p>
      </div>
      <EmailAudienceSummary draft={draft} />
    </div>
  );
}
