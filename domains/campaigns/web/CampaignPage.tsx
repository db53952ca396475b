import { Anchor, Button, Group } from "@mantine/core";
import { IconArrowLeft, IconBan, IconMessage, IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import { Screen } from "#core/web/layout/Screen.tsx";
import { Can } from "#core/web/session/Can.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import classes from "./CampaignPage.module.css";
import type { CampaignChannel } from "./campaignChannel.ts";
import { type CampaignStatus, canCancel, canPause, canResume, isLate } from "./campaignStatus.ts";
import { StatusCell } from "./StatusCell.tsx";
import { sharedTexts as texts } from "./texts.ts";
import { useCampaignActions } from "./useCampaignActions.ts";

interface Props {
  channel: CampaignChannel;
  id: number;
  /** Undefined while it loads. */
  campaign: { title: string; campaign_status: string; sent_at: string | null; sending_to: string } | undefined;
  status: CampaignStatus;
  /** Shown until the campaign's own title is there. */
  title: string;
  failure: string | undefined;
  onMessage: () => void;
  /** More to do, besides pausing and the like. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of a campaign's page: its status, what can be done with it, and the way back to the list. */
export function CampaignPage({ channel, id, campaign, status, title, failure, onMessage, actions, children }: Props) {
  const time = useTime();
  const navigate = useNavigate();
  const acts = useCampaignActions(channel, () => navigate(channel.home));
  const { calls } = channel;
  const about = campaign && (
    <span className={classes.about}>
      <StatusCell campaign_status={campaign.campaign_status} />
      <span>
        {[campaign.sent_at && time.dateTime(campaign.sent_at), campaign.sending_to].filter(Boolean).join(" · ")}
      </span>
    </span>
  );
  return (
    <Screen
      title={campaign?.title ?? title}
      about={about}
      actions={
        campaign && (
          <Group gap="xs">
            <Button variant="default" leftSection={<IconMessage size={16} aria-hidden />} onClick={onMessage}>
              {channel.texts.viewMessage}
            </Button>
            {actions}
            {canPause(status) && (
              <Can use={calls.pause}>
                <Button
                  variant="default"
                  leftSection={<IconPlayerPause size={16} aria-hidden />}
                  onClick={() => acts.pause(id)}
                >
                  {texts.actions.pause}
                </Button>
              </Can>
            )}
            {canCancel(status) && (
              <Can use={calls.cancel}>
                <Button
                  variant="default"
                  leftSection={<IconBan size={16} aria-hidden />}
                  onClick={() => void acts.cancel(id)}
                >
                  {texts.actions.cancel}
                </Button>
              </Can>
            )}
            {canResume(status) && (
              <Can use={calls.resume}>
                <Button leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={() => acts.resume(id)}>
                  {isLate(status) ? texts.actions.sendNow : texts.actions.resume}
                </Button>
              </Can>
            )}
          </Group>
        )
      }
    >
      <Anchor component={Link} to={channel.home} className={classes.back}>
        <IconArrowLeft size={16} aria-hidden /> {texts.back}
      </Anchor>
      {failure && <p role="alert">{failure}</p>}
      {children}
    </Screen>
  );
}

/** The cards of figures on a campaign's page, side by side where there is room. */
export function FigureCards({ children }: { children: ReactNode }) {
  return <div className={classes.cards}>{children}</div>;
}
