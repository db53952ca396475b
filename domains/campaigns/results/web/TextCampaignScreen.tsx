import { useNavigate, useParams } from "react-router";
import { countText } from "#core/count.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { Can } from "#core/web/session/Can.tsx";
import { type CampaignStats, textCampaigns } from "../../text/contract.ts";
import { CampaignPage, FigureCards } from "./CampaignPage.tsx";
import { CampaignProgress } from "./CampaignProgress.tsx";
import { Brake, Failures, FigureButton, FigureGrid, LeftOut } from "./campaignFigures.tsx";
import { percentText } from "./campaignStatus.ts";
import { RecipientsTable } from "./text/TextRecipientsTable.tsx";
import { textChannel } from "./text/textChannel.ts";
import { forecastText, progressParts } from "./text/textFigures.ts";
import { detailTexts as texts } from "./text/texts.ts";

const MessageDialog = lazyDialog(() => import("./text/textDialogs.tsx"), "MessageDialog");

/** One text campaign: how far it is, what came of it, and everyone in it. */
export function TextCampaignScreen() {
  const id = Number(useParams().id);
  const navigate = useNavigate();
  const { data, error } = useCall(textCampaigns.one, { params: { id } });
  const listNotReached = useSend(textCampaigns.listNotReached, {
    onSuccess: ({ data }) => data.list_id !== null && navigate(`/customers/${data.list_id}`),
  });
  const campaign = data?.campaignDetail;
  return (
    <CampaignPage
      channel={textChannel}
      id={id}
      campaign={campaign}
      // Reports come in for a while after the last text.
      isUnsettled={campaign !== undefined && isUnsettled(campaign.status_counts)}
      title={texts.table.title}
      failure={error?.message}
      message={(dialog) => <MessageDialog {...dialog} />}
      recipients={(shown) => <RecipientsTable campaign={shown} />}
    >
      {(shown, showPeople) => (
        <>
          <CampaignProgress
            campaign={shown}
            kind="texts"
            {...shownProgress(shown.status_counts)}
            forecast={forecastText(shown.forecast)}
          />
          <FigureCards>
            <FigureGrid figures={figuresOf(shown.stats)} />
            <Failures
              title={failuresTitle(shown.stats.failed)}
              failures={shown.failures}
              failed={shown.stats.failed}
              onShow={(code) => showPeople("failed", code)}
              action={
                shown.stats.failed > 0 && (
                  <Can use={textCampaigns.listNotReached}>
                    <FigureButton onClick={() => listNotReached.mutate({ params: { id } })}>
                      {texts.failed.makeList}
                    </FigureButton>
                  </Can>
                )
              }
            />
            <Brake brake={shown.brake} early={texts.brakeEarly(shown.brake.least)} />
            <LeftOut campaign={shown} onShow={(reason) => showPeople("skipped", reason)} />
          </FigureCards>
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
