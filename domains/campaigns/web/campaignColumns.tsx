import { countText } from "#core/count.ts";
import type { TableColumn } from "#core/web/table/tableColumn.ts";
import type { TimeFormats } from "#core/web/time/useTime.ts";
import { SendingTo, TitleCell } from "./campaignCells.tsx";
import type { CampaignChannel, ListedCampaign } from "./campaignChannel.ts";
import type { CampaignDialog } from "./rowActions.ts";
import { StatusCell } from "./StatusCell.tsx";
import { sharedTexts } from "./texts.ts";

const { columns } = sharedTexts;

interface ColumnSetup<Row> {
  channel: CampaignChannel;
  time: TimeFormats;
  show: (dialog: CampaignDialog, row: Row) => void;
}

/** The specified columns of the list, and in `results` what came of each campaign. */
export function campaignColumns<Row extends ListedCampaign>(
  { channel, time, show }: ColumnSetup<Row>,
  results: readonly { key: string; label: string; render: (row: Row) => string }[],
): TableColumn<Row>[] {
  return [
    { key: "id", label: columns.id, sortable: true, width: "4rem", card: "more" },
    {
      key: "title",
      label: columns.title,
      sortable: true,
      card: "title",
      render: ({ id, title }) => <TitleCell to={`${channel.home}/${id}`} title={title} />,
    },
    {
      key: "sending_to",
      label: columns.sendingTo,
      card: "line",
      render: (row) => <SendingTo row={row} onOpen={() => show("lists", row)} />,
    },
    {
      key: "total_recipients",
      label: channel.texts.recipients,
      sortable: true,
      align: "right",
      card: "aside",
      render: (row) => countText(row.total_recipients),
    },
    {
      key: "sent_at",
      label: columns.sentAt,
      sortable: true,
      card: "more",
      render: (row) => (row.is_draft || !row.sent_at ? "-" : time.dateTime(row.sent_at)),
    },
    {
      key: "campaign_status",
      label: columns.status,
      card: "status",
      render: (row) => <StatusCell {...row} />,
    },
    ...results.map((result) => ({ ...result, align: "right" as const, card: "more" as const })),
    {
      key: "created_on",
      label: columns.created,
      sortable: true,
      card: "more",
      render: (row) => <time title={time.dateTime(row.created_on)}>{time.date(row.created_on)}</time>,
    },
  ];
}
