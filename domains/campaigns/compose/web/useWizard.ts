import { api } from "#core/web/call/api.ts";
import { textCampaigns } from "../../text/contract.ts";
import { type OpenedDraft, useCampaignWizard, type WizardChannel } from "../../wizard/web/useCampaignWizard.ts";
import { bodyOf, draftOf, textPlan, unconfirmed, type WizardDraft } from "./wizardDraft.ts";

const channel: WizardChannel<WizardDraft, typeof textCampaigns.add> = {
  home: "/text-campaign",
  plan: textPlan,
  add: textCampaigns.add,
  shownIn: [textCampaigns.table, textCampaigns.one],
  bodyOf,
  restored: unconfirmed,
  load: async (id) => {
    const { data } = await api(textCampaigns.one, { params: { id } });
    const { version, saved_at: savedAt } = data.campaignData;
    return { draft: draftOf(data.campaignData), version, savedAt };
  },
};

/** The text campaign at work. */
export const useWizard = (opened: OpenedDraft<WizardDraft>) => useCampaignWizard(channel, opened);

export type Wizard = ReturnType<typeof useWizard>;
