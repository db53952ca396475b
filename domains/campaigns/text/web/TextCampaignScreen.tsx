import { useRef, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { countText } from "#core/count.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { Can } from "#core/web/session/Can.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { campaignExport } from "../../export/contract.ts";
import { CampaignPage, FigureCards } from "../../web/CampaignPage.tsx";
import { CampaignProgress } from "../../web/CampaignProgress.tsx";
import { Brake, Failures, FigureButton, FigureGrid, LeftOut } from "../../web/campaignFigures.tsx";
import { isLate, isMoving, lateQuestion, percentText, readStatus } from "../../web/campaignStatus.ts";
import { DownloadRecipients } from "../../web/DownloadRecipients.tsx";
import { useRefreshWhile } from "../../web/useCampaignActions.ts";
import { useRecipientFilter } from "../../web/useRecipientFilter.ts";
import { type CampaignStats, textCampaigns } from "../contract.ts";
import { forecastText } from "./forecastText.ts";
import { progressParts } from "./progressParts.ts";
import { RecipientsTable } from "./RecipientsTable.tsx";
import { textChannel } from "./textChannel.ts";
import { detailTexts as texts } from "./texts.ts";

const MessageDialog = lazyDialog(() => import("./campaignDialogs.tsx"), "MessageDialog");

/** One text campaign: how far it is, what came of it, and everyone in it. */
export function TextCampaignScreen() {
  const id = Number(useParams().id);
  const time = useTime();
  const navigate = useNavigate();
  const { data, error } = useCall(textCampaigns.one, { params: { id } });
  const [isMessageOpen, setMessageOpen] = useState(false);
  const listNotReached = useSend(textCampaigns.listNotReached, {
    onSuccess: ({ data }) => data.list_id !== null && navigate(`/customers/${data.list_id}`),
  });
  const campaign = data?.campaignDetail;
  const status = readStatus(campaign?.campaign_status ?? "-");
  // Reports come in for a while after the last text.
  const isLive = isMoving(status) || (campaign !== undefined && isUnsettled(campaign.status_counts));
  useRefreshWhile(textChannel, () => isLive, [textCampaigns.one.name, textCampaigns.recipients.name]);
  const table = useRef<HTMLDivElement>(null);
  const { show } = useRecipientFilter();
  const showPeople = (group: string, why: string) => {
    show(group, why);
    table.current?.focus();
  };
  return (
    <CampaignPage
      channel={textChannel}
      id={id}
      campaign={campaign}
      status={status}
      title={texts.table.title}
      failure={error?.message}
      onMessage={() => setMessageOpen(true)}
      actions={<DownloadRecipients call={campaignExport.make} campaign_id={id} />}
    >
      {campaign && (
        <>
          <CampaignProgress
            {...shownProgress(campaign.status_counts)}
            audience={campaign.stats.audience}
            skipped={campaign.stats.skipped}
            status={status}
            why={
              isLate(status) && campaign.campaign_send_time !== ""
                ? lateQuestion(campaign.campaign_send_time)
                : status.why
            }
            forecast={forecastText(campaign.forecast)}
            when={campaign.sent_at ? time.dateTime(campaign.sent_at) : ""}
          />
          <FigureCards>
            <FigureGrid figures={figuresOf(campaign.stats)} />
            <Failures
              title={failuresTitle(campaign.stats.failed)}
              failures={campaign.failures}
              failed={campaign.stats.failed}
              onShow={(code) => showPeople("failed", code)}
              action={
                campaign.stats.failed > 0 && (
                  <Can use={textCampaigns.listNotReached}>
                    <FigureButton onClick={() => listNotReached.mutate({ params: { id } })}>
                      {texts.failed.makeList}
                    </FigureButton>
                  </Can>
                )
              }
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
            <RecipientsTable campaign={campaign} />
          </div>
          <MessageDialog opened={isMessageOpen} onClose={() => setMessageOpen(false)} campaign={campaign} />
        </>
      )}
    </CampaignPage>
  );
}

function shownProgress(counts: Parameters<typeof progressParts>[0]) {
  const { parts, ...rest } = progressParts(counts);
  return { ...rest, parts: parts.map(({ part, count }) => ({ part, count, label: texts.parts[part] })) };
}

const failuresTitle = (failed: number) => (failed === 0 ? texts.failed.none : texts.failed.title(countText(failed)));

function figuresOf({ delivered, handed, replies, appointments, unsubscribes }: CampaignStats) {
  const { figures } = texts;
  const share = (count: number) => figures.ofDelivered(percentText(count, delivered));
  return [
    {
      label: figures.delivered,
      figure: percentText(delivered, handed),
      compared: figures.of(countText(handed)),
    },
    { label: figures.replies, figure: countText(replies), compared: share(replies) },
    { label: figures.appointments, figure: countText(appointments), compared: figures.within },
    { label: figures.unsubscribed, figure: countText(unsubscribes), compared: share(unsubscribes) },
  ];
}

const unsettledStates: readonly string[] = ["intended", "accepted", "sent"];
const isUnsettled = (counts: readonly { state: string }[]) =>
  counts.some(({ state }) => unsettledStates.includes(state));
