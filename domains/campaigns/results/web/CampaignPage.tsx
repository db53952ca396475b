import { Anchor, Box, Button, Group } from "@mantine/core";
import {
  IconArrowLeft,
  IconBan,
  IconDownload,
  IconMessage,
  IconPlayerPause,
  IconPlayerPlay,
} from "@tabler/icons-react";
import { type ReactNode, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { useSend } from "#core/web/call/useSend.ts";
import { followDownload } from "#core/web/download.ts";
import { Screen } from "#core/web/layout/Screen.tsx";
import { Can } from "#core/web/session/Can.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import type { CampaignChannel, ListedCampaign } from "./campaignChannel.ts";
import { canCancel, canPause, canResume, isLate, isMoving, readStatus } from "./campaignStatus.ts";
import { useRecipientFilter } from "./recipientColumns.tsx";
import { StatusCell } from "./StatusCell.tsx";
import { sharedTexts as texts } from "./texts.ts";
import { useCampaignActions, useRefreshWhile } from "./useCampaignActions.ts";

interface Props<Campaign extends ListedCampaign> {
  channel: CampaignChannel;
  id: number;
  /** Undefined while it loads. */
  campaign: Campaign | undefined;
  /** True while its figures still change after everything was handed over. */
  isUnsettled: boolean;
  /** Shown until the campaign's own title is there. */
  title: string;
  failure: string | undefined;
  /** The dialog with what was written. */
  message: (dialog: { opened: boolean; onClose: () => void; campaign: Campaign }) => ReactNode;
  /** The table of everyone in it. */
  recipients: (campaign: Campaign) => ReactNode;
  /** What came of it; `showPeople` goes to those of a group in the table, and with one reason. */
  children: (campaign: Campaign, showPeople: (group: string, why: string) => void) => ReactNode;
}

/** The frame of a campaign's page: its status, what can be done with it, and the way back to the list. */
export function CampaignPage<Campaign extends ListedCampaign>(props: Props<Campaign>) {
  const { channel, id, campaign, isUnsettled, title, failure, message, recipients, children } = props;
  const time = useTime();
  const navigate = useNavigate();
  const acts = useCampaignActions(channel, () => navigate(channel.home));
  const { calls } = channel;
  const [isMessageOpen, setMessageOpen] = useState(false);
  const status = readStatus(campaign?.campaign_status ?? "-");
  useRefreshWhile(channel, () => isMoving(status) || isUnsettled, [calls.one.name, calls.recipients.name]);
  const table = useRef<HTMLDivElement>(null);
  const { show } = useRecipientFilter();
  const showPeople = (group: string, why: string) => {
    show(group, why);
    table.current?.focus();
  };
  const about = campaign && (
    <Box
      component="span"
      display="inline-flex"
      style={{ flexWrap: "wrap", alignItems: "center", gap: "0.25rem 0.75rem" }}
    >
      <StatusCell campaign_status={campaign.campaign_status} />
      <span>
        {[campaign.sent_at && time.dateTime(campaign.sent_at), campaign.sending_to].filter(Boolean).join(" · ")}
      </span>
    </Box>
  );
  return (
    <Screen
      title={campaign?.title ?? title}
      about={about}
      actions={
        campaign && (
          <Group gap="xs">
            <Button
              variant="default"
              leftSection={<IconMessage size={16} aria-hidden />}
              onClick={() => setMessageOpen(true)}
            >
              {channel.texts.viewMessage}
            </Button>
            <DownloadRecipients call={calls.download} campaign_id={id} />
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
      <Anchor
        component={Link}
        to={channel.home}
        display="inline-flex"
        mb="sm"
        style={{ alignItems: "center", gap: "0.375rem" }}
      >
        <IconArrowLeft size={16} aria-hidden /> {texts.back}
      </Anchor>
      {failure && <p role="alert">{failure}</p>}
      {campaign && (
        <>
          {children(campaign, showPeople)}
          <div ref={table} tabIndex={-1}>
            {recipients(campaign)}
          </div>
          {message({ opened: isMessageOpen, onClose: () => setMessageOpen(false), campaign })}
        </>
      )}
    </Screen>
  );
}

const gridTemplateColumns = "repeat(auto-fit, minmax(min(17rem, 100%), 1fr))";

/** The cards of figures on a campaign's page, side by side where there is room. */
export function FigureCards({ children }: { children: ReactNode }) {
  return (
    <Box display="grid" my="md" style={{ gridTemplateColumns, gap: "var(--mantine-spacing-md)" }}>
      {children}
    </Box>
  );
}

interface DownloadProps {
  /** The channel's. */
  call: CampaignChannel["calls"]["download"];
  campaign_id: number;
}

/** Downloads everyone in a campaign as CSV, each with the result or the reason why they got nothing. */
function DownloadRecipients({ call, campaign_id }: DownloadProps) {
  const make = useSend(call, {
    quiet: "success",
    onSuccess: ({ data }) => followDownload(data.url),
  });
  return (
    <Can use={call}>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={make.isPending}
        onClick={() => make.mutate({ params: { id: campaign_id } })}
      >
        {texts.download}
      </Button>
    </Can>
  );
}
