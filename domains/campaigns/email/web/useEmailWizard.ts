import { api } from "#core/web/call/api.ts";
import { type OpenedDraft, useCampaignWizard, type WizardChannel } from "../../wizard/web/useCampaignWizard.ts";
import { emailCampaigns } from "../contract.ts";
import { type EmailDraft, emailBodyOf, emailDraftOf, emailPlan } from "./emailDraft.ts";

const channel: WizardChannel<EmailDraft, typeof emailCampaigns.add> = {
  home: "/email-campaign",
  plan: emailPlan,
  add: emailCampaigns.add,
  shownIn: [emailCampaigns.table, emailCampaigns.one],
  bodyOf: emailBodyOf,
  restored: (draft) => draft,
  load: async (id) => {
    const { data } = await api(emailCampaigns.one, { params: { id } });
    const { version, saved_at: savedAt } = data.campaignDetail;
    return { draft: emailDraftOf(data.campaignDetail), version, savedAt };
  },
};

/** The email campaign at work. */
export const useEmailWizard = (opened: OpenedDraft<EmailDraft>) => useCampaignWizard(channel, opened);

export type EmailWizard = ReturnType<typeof useEmailWizard>;
