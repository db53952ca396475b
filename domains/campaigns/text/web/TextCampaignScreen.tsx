import { Anchor, Button, Group } from "@mantine/core";
import { IconArrowLeft, IconBan, IconMessage, IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { countText } from "#core/count.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { Screen } from "#core/web/layout/Screen.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { Can } from "#core/web/session/Can.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { textCampaigns } from "../contract.ts";
import { CampaignProgress } from "./CampaignProgress.tsx";
import { Brake, Failures, LeftOut, Results } from "./campaignFigures.tsx";
import { canCancel, canPause, canResume, isLate, isMoving, readStatus } from "./campaignStatus.ts";
import { DownloadRecipients } from "./DownloadRecipients.tsx";
import { RecipientsTable } from "./RecipientsTable.tsx";
import { StatusCell } from "./StatusCell.tsx";
import classes from "./TextCampaignScreen.module.css";
import { campaignTexts, detailTexts as texts } from "./texts.ts";
import { useCampaignActions, useRefreshWhile } from "./useCampaignActions.ts";

const MessageDialog = lazyDialog(() => import("./campaignDialogs.tsx"), "MessageDialog");

/** One text campaign: how far it is, what came of it, and everyone in it. */
export function TextCampaignScreen() {
  const id = Number(useParams().id);
  const time = useTime();
  const navigate = useNavigate();
  const { data, error } = useCall(textCampaigns.one, { params: { id } });
  const [isMessageOpen, setMessageOpen] = useState(false);
  const acts = useCampaignActions(() => navigate("/text-campaign"));
  const campaign = data?.campaignDetail;
  const status = readStatus(campaign?.campaign_status ?? "-");
  // Reports come in for a while after the last text.
  const isLive = isMoving(status) || (campaign !== undefined && isUnsettled(campaign.status_counts));
  useRefreshWhile(() => isLive, [textCampaigns.one.name, textCampaigns.recipients.name]);

  const when = campaign?.sent_at ? time.dateTime(campaign.sent_at) : "";
  const about = campaign && (
    <span className={classes.about}>
      <StatusCell campaign_status={campaign.campaign_status} />
      <span>{[when, campaign.sending_to].filter(Boolean).join(" · ")}</span>
    </span>
  );
  return (
    <Screen
      title={campaign?.title ?? texts.table.title}
      about={about}
      actions={
        campaign && (
          <Group gap="xs">
            <Button
              variant="default"
              leftSection={<IconMessage size={16} aria-hidden />}
              onClick={() => setMessageOpen(true)}
            >
              {campaignTexts.actions.message}
            </Button>
            <DownloadRecipients campaign_id={id} />
            {canPause(status) && (
              <Can use={textCampaigns.pause}>
                <Button
                  variant="default"
                  leftSection={<IconPlayerPause size={16} aria-hidden />}
                  onClick={() => acts.pause(id)}
                >
                  {campaignTexts.actions.pause}
                </Button>
              </Can>
            )}
            {canCancel(status) && (
              <Can use={textCampaigns.cancel}>
                <Button
                  variant="default"
                  leftSection={<IconBan size={16} aria-hidden />}
                  onClick={() => void acts.cancel(id)}
                >
                  {campaignTexts.actions.cancel}
                </Button>
              </Can>
            )}
            {canResume(status) && (
              <Can use={textCampaigns.resume}>
                <Button leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={() => acts.resume(id)}>
                  {isLate(status) ? texts.sendNow : campaignTexts.actions.resume}
                </Button>
              </Can>
            )}
          </Group>
        )
      }
    >
      <Anchor component={Link} to="/text-campaign" className={classes.back}>
        <IconArrowLeft size={16} aria-hidden /> {texts.back}
      </Anchor>
      {error && <p role="alert">{error.message}</p>}
      {campaign && (
        <>
          <CampaignProgress campaign={campaign} status={status} when={when} />
          <div className={classes.cards}>
            <Results stats={campaign.stats} />
            <Failures
              failures={campaign.failures}
              failed={campaign.stats.failed}
              onMakeList={() => acts.listNotReached(id)}
            />
            <Brake brake={campaign.brake} />
            {campaign.stats.skipped > 0 && <LeftOut reasons={campaign.reasons} skipped={campaign.stats.skipped} />}
          </div>
          <RecipientsTable campaign_id={id} total={countText(campaign.stats.audience)} />
          <MessageDialog opened={isMessageOpen} onClose={() => setMessageOpen(false)} campaign={campaign} />
        </>
      )}
    </Screen>
  );
}

const unsettledStates: readonly string[] = ["intended", "accepted", "sent"];
const isUnsettled = (counts: readonly { state: string }[]) =>
  counts.some(({ state }) => unsettledStates.includes(state));
