import { Button } from "@mantine/core";
import { IconPlus, IconSpeakerphone } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { countText } from "#core/count.ts";
import { EmptyState } from "#core/web/layout/EmptyState.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { useHasScreen } from "#core/web/layout/screenDeclaration.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useCan } from "#core/web/session/useCan.ts";
import { DataTable } from "#core/web/table/DataTable.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { MarketingStopNotice } from "#domains/marketing/stop/web/public.tsx";
import { SendingTo, TitleCell } from "../../web/campaignCells.tsx";
import { isMoving, percentText, readStatus } from "../../web/campaignStatus.ts";
import { type CampaignDialog, rowActions } from "../../web/rowActions.ts";
import { StatusCell } from "../../web/StatusCell.tsx";
import { useCampaignActions, useRefreshWhile } from "../../web/useCampaignActions.ts";
import { type TextCampaign, textCampaigns } from "../contract.ts";
import { textChannel } from "./textChannel.ts";
import { campaignTexts as texts } from "./texts.ts";

const loadDialogs = () => import("./campaignDialogs.tsx");
const MessageDialog = lazyDialog(loadDialogs, "MessageDialog");
const ListsDialog = lazyDialog(loadDialogs, "ListsDialog");
const AnalyticsDialog = lazyDialog(loadDialogs, "AnalyticsDialog");

const { columns } = texts;

/** The location's text campaigns. */
export function TextCampaignsScreen() {
  const time = useTime();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const canAdd = useCan(textCampaigns.add);
  const hasWizard = useHasScreen("/text-campaign/add") && canAdd;
  const [dialog, setDialog] = useState<CampaignDialog>();
  // Stays set while the dialog closes, so that its content doesn't change.
  const [campaign, setCampaign] = useState<TextCampaign>();
  const acts = useCampaignActions(textChannel);
  const show = (kind: CampaignDialog, row: TextCampaign) => {
    setCampaign(row);
    setDialog(kind);
  };

  useRefreshWhile(textChannel, () => {
    const tables = cache.getQueriesData<{ data: TextCampaign[] }>({ queryKey: [textCampaigns.table.name] });
    return tables.some(([, table]) => table?.data.some((row) => isMoving(readStatus(row.campaign_status))));
  }, [textCampaigns.table.name]);

  const create = () => navigate("/text-campaign/add");
  const dialogs = { campaign, onClose: () => setDialog(undefined) };
  const afterStart = (row: TextCampaign, text: string) => (row.stats.handed === 0 ? "–" : text);
  return (
    <Screen
      title={texts.title}
      commands={{ main: hasWizard ? { label: texts.create, icon: IconPlus, onClick: create } : undefined }}
    >
      <MarketingStopNotice />
      <DataTable
        call={textCampaigns.table}
        label={texts.title}
        searchHint={texts.search}
        firstSort={{ key: "id", dir: "desc" }}
        nameOf={(row) => row.title}
        empty={
          <EmptyState icon={IconSpeakerphone} action={hasWizard && <Button onClick={create}>{texts.create}</Button>}>
            {texts.empty}
          </EmptyState>
        }
        actions={(row) => rowActions(row, { show, acts, channel: textChannel, hasWizard })}
        columns={[
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
        ]}
      />
      {campaign && (
        <>
          <MessageDialog {...dialogs} campaign={campaign} opened={dialog === "message"} />
          <ListsDialog {...dialogs} campaign={campaign} opened={dialog === "lists"} />
          <AnalyticsDialog {...dialogs} campaign={campaign} opened={dialog === "statistics"} />
        </>
      )}
    </Screen>
  );
}
