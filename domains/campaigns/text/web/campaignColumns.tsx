import { countText } from "#core/count.ts";
import type { TableColumn } from "#core/web/table/tableColumn.ts";
import type { TimeFormats } from "#core/web/time/useTime.ts";
import { SendingTo, TitleCell } from "../../web/campaignCells.tsx";
import { percentText } from "../../web/campaignStatus.ts";
import type { CampaignDialog } from "../../web/rowActions.ts";
import { StatusCell } from "../../web/StatusCell.tsx";
import type { TextCampaign } from "../contract.ts";
import { campaignTexts } from "./texts.ts";

const { columns } = campaignTexts;

interface ColumnSetup {
  time: TimeFormats;
  show: (dialog: CampaignDialog, row: TextCampaign) => void;
}

const afterStart = (row: TextCampaign, text: string) => (row.stats.handed === 0 ? "–" : text);

/** The specified columns of the list, and what came of each campaign. */
export function campaignColumns({ time, show }: ColumnSetup): TableColumn<TextCampaign>[] {
  return [
    { key: "id", label: columns.id, sortable: true, width: "4rem", card: "more" },
    {
      key: "title",
      label: columns.title,
      sortable: true,
      card: "title",
      render: ({ id, title }) => <TitleCell to={`/text-campaign/${id}`} title={title} />,
    },
    {
      key: "sending_to",
      label: columns.sendingTo,
      card: "line",
      render: (row) => <SendingTo row={row} onOpen={() => show("lists", row)} />,
    },
    {
      key: "total_recipients",
      label: columns.recipients,
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
    {
      key: "delivered",
      label: columns.delivered,
      align: "right",
      card: "more",
      render: (row) => afterStart(row, percentText(row.stats.delivered, row.stats.handed)),
    },
    {
      key: "replies",
      label: columns.replies,
      align: "right",
      card: "more",
      render: (row) => afterStart(row, countText(row.stats.replies)),
    },
    {
      key: "created_on",
      label: columns.created,
      sortable: true,
      card: "more",
      render: (row) => <time title={time.dateTime(row.created_on)}>{time.date(row.created_on)}</time>,
    },
  ];
}
