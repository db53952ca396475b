import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useSend } from "#core/web/call/useSend.ts";
import { followDownload } from "#core/web/download.ts";
import { Can } from "#core/web/session/Can.tsx";
import type { CampaignChannel } from "./campaignChannel.ts";
import { sharedTexts } from "./texts.ts";

interface Props {
  /** The channel's. */
  call: CampaignChannel["calls"]["download"];
  campaign_id: number;
}

/** Downloads everyone in a campaign as CSV, each with the result or the reason why they got nothing. */
export function DownloadRecipients({ call, campaign_id }: Props) {
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
        {sharedTexts.download}
      </Button>
    </Can>
  );
}
