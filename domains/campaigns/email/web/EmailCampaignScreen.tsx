import { useRef, useState } from "react";
import { useParams } from "react-router";
import { useCall } from "#core/web/call/useCall.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { campaignExport } from "../../export/contract.ts";
import { CampaignPage, FigureCards } from "../../web/CampaignPage.tsx";
import { CampaignProgress } from "../../web/CampaignProgress.tsx";
import { Brake, Failures, LeftOut } from "../../web/campaignFigures.tsx";
import { isLate, isMoving, lateQuestion, readStatus } from "../../web/campaignStatus.ts";
import { DownloadRecipients } from "../../web/DownloadRecipients.tsx";
import { useRefreshWhile } from "../../web/useCampaignActions.ts";
import { useRecipientFilter } from "../../web/useRecipientFilter.ts";
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
  const time = useTime();
  const { data, error } = useCall(emailCampaigns.one, { params: { id } });
  const [isMessageOpen, setMessageOpen] = useState(false);
  const campaign = data?.campaignDetail;
  const status = readStatus(campaign?.campaign_status ?? "-");
  // People open and click for days; the first hour's are what one watches.
  const isLive = isMoving(status) || (campaign !== undefined && isRecent(campaign.sent_at));
  useRefreshWhile(emailChannel, () => isLive, [emailCampaigns.one.name, emailCampaigns.recipients.name]);
  const table = useRef<HTMLDivElement>(null);
  const { show } = useRecipientFilter();
  const showPeople = (group: string, why: string) => {
    show(group, why);
    table.current?.focus();
  };
  return (
    <CampaignPage
      channel={emailChannel}
      id={id}
      campaign={campaign}
      status={status}
      title={texts.title}
      actions={<DownloadRecipients call={campaignExport.makeEmail} campaign_id={id} />}
      failure={error?.message}
      onMessage={() => setMessageOpen(true)}
    >
      {campaign && (
        <>
          <CampaignProgress
            {...mailProgress(campaign.status_counts, campaign.stats)}
            audience={campaign.stats.audience}
            skipped={campaign.stats.skipped}
            status={status}
            why={
              isLate(status) && campaign.campaign_send_time !== ""
                ? lateQuestion(campaign.campaign_send_time)
                : status.why
            }
            when={campaign.sent_at ? time.dateTime(campaign.sent_at) : ""}
          />
          <FigureCards>
            <EmailResults stats={campaign.stats} />
            <LinkClicks links={campaign.links} onShow={(n) => showPeople("clicked", String(n))} />
            <Failures
              title={texts.failed.title(campaign.stats.failed + campaign.stats.bounced_count)}
              failures={campaign.failures}
              failed={campaign.stats.failed + campaign.stats.bounced_count}
            />
            <Brake brake={campaign.brake} early={texts.brakeEarly(campaign.brake.least)} />
            {campaign.stats.skipped > 0 && (
              <LeftOut
                reasons={campaign.reasons}
                skipped={campaign.stats.skipped}
                onShow={(reason) => showPeople("skipped", reason)}
              />
            )}
          </FigureCards>
          <div ref={table} tabIndex={-1}>
            <EmailRecipientsTable campaign={campaign} />
          </div>
          <EmailMessageDialog opened={isMessageOpen} onClose={() => setMessageOpen(false)} campaign={campaign} />
        </>
      )}
    </CampaignPage>
  );
}

const hourMs = 3_600_000;
const isRecent = (sent_at: string | null) => sent_at !== null && Date.now() - Date.parse(sent_at) < hourMs;
