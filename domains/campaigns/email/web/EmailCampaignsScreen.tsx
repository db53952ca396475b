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
import { CampaignFilters, useCampaignFilter } from "../../text/web/CampaignFilters.tsx";
import { SendingTo, TitleCell } from "../../web/campaignCells.tsx";
import { isMoving, readStatus } from "../../web/campaignStatus.ts";
import { type CampaignDialog, rowActions } from "../../web/rowActions.ts";
import { StatusCell } from "../../web/StatusCell.tsx";
import { useCampaignActions, useRefreshWhile } from "../../web/useCampaignActions.ts";
import { type EmailCampaign, emailCampaigns } from "../contract.ts";
import { emailChannel } from "./emailChannel.ts";
import { shareText } from "./emailFigures.ts";
import { emailTexts as texts } from "./texts.ts";

const loadDialogs = () => import("./emailDialogs.tsx");
const EmailMessageDialog = lazyDialog(loadDialogs, "EmailMessageDialog");
const EmailListsDialog = lazyDialog(loadDialogs, "EmailListsDialog");
const EmailAnalyticsDialog = lazyDialog(loadDialogs, "EmailAnalyticsDialog");

const { columns } = texts;

/** The location's email campaigns. */
export function EmailCampaignsScreen() {
  const time = useTime();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const canAdd = useCan(emailCampaigns.add);
  const hasWizard = useHasScreen("/email-campaign/add") && canAdd;
  const [dialog, setDialog] = useState<CampaignDialog>();
  // Stays set while the dialog closes, so that its content doesn't change.
  const [campaign, setCampaign] = useState<EmailCampaign>();
  const acts = useCampaignActions(emailChannel);
  const show = (kind: CampaignDialog, row: EmailCampaign) => {
    setCampaign(row);
    setDialog(kind);
  };

  useRefreshWhile(emailChannel, () => {
    const tables = cache.getQueriesData<{ data: EmailCampaign[] }>({ queryKey: [emailCampaigns.table.name] });
    return tables.some(([, table]) => table?.data.some((row) => isMoving(readStatus(row.campaign_status))));
  }, [emailCampaigns.table.name]);

  const create = () => navigate("/email-campaign/add");
  const dialogs = { campaign, onClose: () => setDialog(undefined) };
  const filter = useCampaignFilter();
  const { status, period, isSet } = filter;
  return (
    <Screen
      title={texts.title}
      commands={{ main: hasWizard ? { label: texts.create, icon: IconPlus, onClick: create } : undefined }}
    >
      <MarketingStopNotice />
      <DataTable
        call={emailCampaigns.table}
        label={texts.title}
        searchHint={texts.search}
        firstSort={{ key: "id", dir: "desc" }}
        nameOf={(row) => row.title}
        empty={
          isSet ? undefined : (
            <EmptyState icon={IconSpeakerphone} action={hasWizard && <Button onClick={create}>{texts.create}</Button>}>
              {texts.empty}
            </EmptyState>
          )
        }
        body={{ status, period }}
        filters={<CampaignFilters {...filter} />}
        actions={(row) => rowActions(row, { show, acts, channel: emailChannel, hasWizard })}
        columns={[
          { key: "id", label: columns.id, sortable: true, width: "4rem", card: "more" },
          {
            key: "title",
            label: columns.title,
            sortable: true,
            card: "title",
            render: ({ id, title }) => <TitleCell to={`/email-campaign/${id}`} title={title} />,
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
            render: ({ stats }) => shareText(stats.delivered, stats.handed),
          },
          {
            key: "opened",
            label: columns.opened,
            align: "right",
            card: "more",
            render: ({ stats }) => shareText(stats.opened, stats.delivered_count),
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
          <EmailMessageDialog {...dialogs} campaign={campaign} opened={dialog === "message"} />
          <EmailListsDialog {...dialogs} campaign={campaign} opened={dialog === "lists"} />
          <EmailAnalyticsDialog {...dialogs} campaign={campaign} opened={dialog === "statistics"} />
        </>
      )}
    </Screen>
  );
}
