import { useParams } from "react-router";
import { useCall } from "#core/web/call/useCall.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { CampaignPage, FigureCards } from "../../web/CampaignPage.tsx";
import { CampaignProgress } from "../../web/CampaignProgress.tsx";
import { Brake, Failures, LeftOut } from "../../web/campaignFigures.tsx";
import { emailCampaigns } from "../contract.ts";
import { EmailRecipientsTable } from "./EmailRecipientsTable.tsx";
import { EmailResults } from "./EmailResults.tsx";
import { emailChannel } from "./emailChannel.ts";
import { mailProgress } from "./emailFigures.ts";
import { LinkClicks } from "./LinkClicks.tsx";
import { emailDetailTexts as texts } from "./texts.ts";

const EmailMessageDialog = lazyDialog(() => import("./emailDialogs.tsx"), "EmailMessageDialog");

/** One email campaign: how far it is, what people did with it, and everyone in it. */
export function EmailCampaignScreen() {
  const id = Number(useParams().id);
  const { data, error } = useCall(emailCampaigns.one, { params: { id } });
  const campaign = data?.campaignDetail;
  return (
    <CampaignPage
      channel={emailChannel}
      id={id}
      campaign={campaign}
      // People open and click for days; the first hour's are what one watches.
      isUnsettled={campaign !== undefined && isRecent(campaign.sent_at)}
      title={texts.title}
      failure={error?.message}
      message={(dialog) => <EmailMessageDialog {...dialog} />}
      recipients={(shown) => <EmailRecipientsTable campaign={shown} />}
    >
      {(shown, showPeople) => {
        const failed = shown.stats.failed + shown.stats.bounced_count;
        return (
          <>
            <CampaignProgress campaign={shown} kind="mails" {...mailProgress(shown.status_counts, shown.stats)} />
            <FigureCards>
              <EmailResults stats={shown.stats} />
              <LinkClicks links={shown.links} onShow={(n) => showPeople("clicked", String(n))} />
              <Failures title={texts.failed.title(failed)} failures={shown.failures} failed={failed} />
              <Brake brake={shown.brake} early={texts.brakeEarly(shown.brake.least)} />
              <LeftOut campaign={shown} onShow={(reason) => showPeople("skipped", reason)} />
            </FigureCards>
          </>
        );
      }}
    </CampaignPage>
  );
}

const hourMs = 3_600_000;
const isRecent = (sent_at: string | null) => sent_at !== null && Date.now() - Date.parse(sent_at) < hourMs;
