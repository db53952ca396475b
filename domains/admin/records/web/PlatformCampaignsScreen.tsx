import { Text } from "@mantine/core";
import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { useState } from "react";
import { countText } from "#core/count.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { FilterChip } from "#core/web/filter/FilterChip.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { DataTable } from "#core/web/table/DataTable.tsx";
import { useQueryFilter } from "#core/web/table/useTableQuery.ts";
import { type PlatformCampaign, platformCampaigns } from "../contract.ts";
import { sentTypeText } from "../rules.ts";
import { PlatformFilters, usePlatformFilter } from "./PlatformFilters.tsx";
import { platformCampaignTexts as texts } from "./texts.ts";

const HoldCampaignDialog = lazyDialog(() => import("./HoldCampaignDialog.tsx"), "HoldCampaignDialog");

/** The campaigns of every client business, by text and by email. */
export function PlatformCampaignsScreen() {
  const filter = usePlatformFilter();
  const [channel, setChannel] = useQueryFilter("channel");
  const [sent, setSent] = useQueryFilter("sent");
  const release = useSend(platformCampaigns.release, { invalidates: [platformCampaigns.table] });
  const [opened, setOpened] = useState(false);
  // Stays set while the dialog closes, so that its content doesn't change.
  const [campaign, setCampaign] = useState<PlatformCampaign>();

  async function confirmAndRelease(row: PlatformCampaign) {
    const { title, text, action } = texts.releaseDialog;
    const confirmed = await confirm({ title: title(row.title), text: text(row.client), action });
    if (confirmed) release.mutate({ params: { id: row.id } });
  }

  const actionsFor = (row: PlatformCampaign) => [
    ...(row.can_hold === 1
      ? [
          {
            label: texts.hold,
            icon: IconPlayerPause,
            onClick: () => {
              setCampaign(row);
              setOpened(true);
            },
          },
        ]
      : []),
    ...(row.held_for === "" || row.is_deleted === 1
      ? []
      : [{ label: texts.release, icon: IconPlayerPlay, onClick: () => void confirmAndRelease(row) }]),
  ];

  return (
    <Screen title={texts.title}>
      <DataTable
        call={platformCampaigns.table}
        label={texts.label}
        body={{ ...filter.body, channel: chosen(texts.channels, channel), sent: chosen(texts.sentSince, sent) }}
        filters={
          <>
            <PlatformFilters filter={filter} since={texts.since} />
            <FilterChip
              label={texts.columns.channel}
              value={chosen(texts.channels, channel)}
              onChange={setChannel}
              options={optionsOf(texts.channels)}
            />
            <FilterChip
              label={texts.sent}
              value={chosen(texts.sentSince, sent)}
              onChange={setSent}
              options={optionsOf(texts.sentSince)}
            />
          </>
        }
        nameOf={(row) => row.title}
        actions={actionsFor}
        columns={[
          { key: "title", card: "title", label: texts.columns.title },
          { key: "channel", card: "line", label: texts.columns.channel, render: (row) => texts.channels[row.channel] },
          { key: "client", card: "line", label: texts.columns.client, render: ClientCell },
          {
            key: "campaign_recipient_type",
            label: texts.columns.recipientType,
            render: (row) => texts.recipientTypes[row.campaign_recipient_type],
          },
          {
            key: "total_recipients",
            card: "line",
            label: texts.columns.recipients,
            render: (row) => countText(row.total_recipients),
          },
          { key: "sent_type", label: texts.columns.sentType, render: (row) => sentTypeText(row.send_option) },
          { key: "campaign_status", card: "status", label: texts.columns.status },
        ]}
      />
      {campaign && (
        <HoldCampaignDialog key={campaign.id} opened={opened} onClose={() => setOpened(false)} campaign={campaign} />
      )}
    </Screen>
  );
}

/** What the address asks for, where that exists. */
const chosen = <T extends object>(labels: T, value: string) => (value in labels ? (value as keyof T & string) : "");

const optionsOf = (labels: Readonly<Record<string, string>>) => [
  { value: "", label: texts.any },
  ...Object.entries(labels).map(([value, label]) => ({ value, label })),
];

function ClientCell({ client, location }: PlatformCampaign) {
  return (
    <>
      <Text span inherit hiddenFrom="sm">
        {[client, location].filter(Boolean).join(", ")}
      </Text>
      <Text size="sm" visibleFrom="sm">
        {client}
      </Text>
      <Text size="sm" c="dimmed" visibleFrom="sm">
        {location}
      </Text>
    </>
  );
}
