import { Anchor, Button } from "@mantine/core";
import {
  IconBan,
  IconChartBar,
  IconCopy,
  IconEye,
  IconMessage,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconSpeakerphone,
  IconTrash,
} from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { type ComponentType, type ReactNode, useState } from "react";
import { Link, useNavigate } from "react-router";
import type * as z from "zod/mini";
import type { Call, CallDeclaration } from "#core/call.ts";
import { countText } from "#core/count.ts";
import { periodLabels, periods } from "#core/periods.ts";
import { FilterChip } from "#core/web/filter/FilterChip.tsx";
import { EmptyState } from "#core/web/layout/EmptyState.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { useHasScreen } from "#core/web/layout/screenDeclaration.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import type { MenuOption } from "#core/web/menu/menuOption.ts";
import { useCan } from "#core/web/session/useCan.ts";
import { DataTable } from "#core/web/table/DataTable.tsx";
import type { TableColumn } from "#core/web/table/tableColumn.ts";
import { useQueryChoice } from "#core/web/table/useTableQuery.ts";
import { type TimeFormats, useTime } from "#core/web/time/useTime.ts";
import { MarketingStopNotice } from "#domains/marketing/rules/web/public.tsx";
import type { textCampaigns } from "../../text/contract.ts";
import { statusGroups } from "../../text/fields.ts";
import type { CampaignChannel, ListedCampaign } from "./campaignChannel.ts";
import { canCancel, canPause, canResume, isMoving, readStatus } from "./campaignStatus.ts";
import { StatusCell } from "./StatusCell.tsx";
import { sharedTexts as texts } from "./texts.ts";
import { type CampaignActions, useCampaignActions, useRefreshWhile } from "./useCampaignActions.ts";

const ListsDialog = lazyDialog(() => import("./campaignDialogs.tsx"), "CampaignListsDialog");

type ListCall<Row> = Call<
  CallDeclaration & {
    readonly table: true;
    readonly body: (typeof textCampaigns)["table"]["body"];
    readonly data: z.ZodMiniType<Row>;
  }
>;
type RowDialog<Row> = ComponentType<{ opened: boolean; onClose: () => void; campaign: Row }>;

interface Props<Row extends ListedCampaign> {
  channel: CampaignChannel;
  call: ListCall<Row>;
  /** The columns of what came of each campaign. */
  results: Parameters<typeof campaignColumns<Row>>[1];
  dialogs: Record<Exclude<CampaignDialog, "lists">, RowDialog<Row>>;
  /** Above the table. */
  children?: ReactNode;
}

/** The location's campaigns of a channel: narrowed, looked into, and acted on. */
export function CampaignList<Row extends ListedCampaign>({ channel, call, results, dialogs, children }: Props<Row>) {
  const time = useTime();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { home, calls, texts: words } = channel;
  const canAdd = useCan(calls.add);
  const hasWizard = useHasScreen(`${home}/add`) && canAdd;
  const [dialog, setDialog] = useState<CampaignDialog>();
  // Stays set while the dialog closes, so that its content doesn't change.
  const [campaign, setCampaign] = useState<Row>();
  const acts = useCampaignActions(channel);
  const show = (kind: CampaignDialog, row: Row) => {
    setCampaign(row);
    setDialog(kind);
  };

  useRefreshWhile(channel, () => {
    const tables = cache.getQueriesData<{ data: Row[] }>({ queryKey: [call.name] });
    return tables.some(([, table]) => table?.data.some((row) => isMoving(readStatus(row.campaign_status))));
  }, [call.name]);

  const create = () => navigate(`${home}/add`);
  const filter = useCampaignFilter();
  const { status, period, isSet } = filter;
  const { message: MessageDialog, statistics: StatisticsDialog } = dialogs;
  const shown = campaign && { campaign, onClose: () => setDialog(undefined) };
  return (
    <Screen
      title={words.title}
      commands={{ main: hasWizard ? { label: texts.create, icon: IconPlus, onClick: create } : undefined }}
    >
      <MarketingStopNotice />
      {children}
      <DataTable
        call={call}
        label={words.title}
        searchHint={texts.search}
        firstSort={{ key: "id", dir: "desc" }}
        nameOf={(row) => row.title}
        empty={
          isSet ? undefined : (
            <EmptyState icon={IconSpeakerphone} action={hasWizard && <Button onClick={create}>{texts.create}</Button>}>
              {words.empty}
            </EmptyState>
          )
        }
        body={{ status, period }}
        filters={<CampaignFilters {...filter} groups={channel.groups} />}
        actions={(row) => rowActions(row, { show, acts, channel, hasWizard })}
        columns={campaignColumns({ channel, time, show }, results)}
      />
      {shown && (
        <>
          <MessageDialog {...shown} opened={dialog === "message"} />
          <ListsDialog
            opened={dialog === "lists"}
            onClose={shown.onClose}
            call={calls.lists}
            campaign_id={shown.campaign.id}
          />
          <StatisticsDialog {...shown} opened={dialog === "statistics"} />
        </>
      )}
    </Screen>
  );
}

/** Which campaigns the list shows, kept in the address. */
export function useCampaignFilter() {
  const [status, setStatus] = useQueryChoice("status", statusGroups, "");
  const [period, setPeriod] = useQueryChoice("created", periods, "");
  return { status, period, isSet: status !== "" || period !== "", setStatus, setPeriod };
}

type CampaignFilterProps = ReturnType<typeof useCampaignFilter> & Pick<CampaignChannel, "groups">;

/** Narrows the list to a status, or to when campaigns were created. */
function CampaignFilters({ groups, status, period, setStatus, setPeriod }: CampaignFilterProps) {
  const any = { value: "", label: texts.filters.any };
  return (
    <>
      <FilterChip
        label={texts.filters.status}
        value={status}
        onChange={setStatus}
        options={[any, ...groups.map((group) => ({ value: group, label: texts.filters.groups[group] }))]}
      />
      <FilterChip
        label={texts.filters.created}
        value={period}
        onChange={setPeriod}
        options={[any, ...periods.map((one) => ({ value: one, label: periodLabels[one] }))]}
      />
    </>
  );
}

const { columns } = texts;

interface ColumnSetup<Row> {
  channel: CampaignChannel;
  time: TimeFormats;
  show: (dialog: CampaignDialog, row: Row) => void;
}

/** The specified columns of the list, and in `results` what came of each campaign. */
function campaignColumns<Row extends ListedCampaign>(
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

/** One line of at most 18 rem. */
const cut = { truncate: true, maw: "18rem", display: "inline-block", style: { verticalAlign: "bottom" } } as const;

/** Leads to the campaign. */
function TitleCell({ to, title }: { to: string; title: string }) {
  return (
    <Anchor component={Link} to={to} {...cut} fw={550} title={title}>
      {title}
    </Anchor>
  );
}

interface SendingToProps {
  row: { readonly campaign_recipient_type: "list" | "individual"; readonly sending_to: string };
  onOpen: () => void;
}

/** The names of its lists open them; people picked by hand have nothing to open. */
function SendingTo({ row, onOpen }: SendingToProps) {
  if (row.campaign_recipient_type === "individual" || row.sending_to === "") return <>{row.sending_to || "–"}</>;
  return (
    <Anchor component="button" type="button" {...cut} c="dimmed" title={row.sending_to} onClick={onOpen}>
      {row.sending_to}
    </Anchor>
  );
}

type CampaignDialog = "message" | "lists" | "statistics";

interface ActionsSetup<Row> {
  readonly show: (dialog: CampaignDialog, row: Row) => void;
  readonly acts: CampaignActions;
  readonly channel: CampaignChannel;
  /** True where drafts can be edited. */
  readonly hasWizard: boolean;
}

/** What can be done with a campaign of the table; the first follows from its state. */
function rowActions<Row extends ListedCampaign>(
  row: Row,
  { show, acts, channel, hasWizard }: ActionsSetup<Row>,
): MenuOption[] {
  const { id, is_draft } = row;
  const { home, calls, texts: words } = channel;
  const { actions } = texts;
  const status = readStatus(row.campaign_status);
  const edit = { label: actions.edit, icon: IconPencil, needs: calls.add, to: `${home}/edit/${id}` };
  const pause = { label: actions.pause, icon: IconPlayerPause, needs: calls.pause, onClick: () => acts.pause(id) };
  const resume = { label: actions.resume, icon: IconPlayerPlay, needs: calls.resume, onClick: () => acts.resume(id) };
  return [
    ...(is_draft && hasWizard ? [edit] : []),
    ...(canPause(status) ? [pause] : []),
    ...(canResume(status) ? [resume] : []),
    ...(is_draft ? [] : [{ label: actions.open, icon: IconEye, to: `${home}/${id}` }]),
    ...(is_draft ? [] : [{ label: words.viewMessage, icon: IconMessage, onClick: () => show("message", row) }]),
    { label: words.viewStatistics, icon: IconChartBar, onClick: () => show("statistics", row) },
    ...(hasWizard
      ? [{ label: actions.duplicate, icon: IconCopy, needs: calls.duplicate, onClick: () => acts.duplicate(id) }]
      : []),
    ...(canCancel(status)
      ? [{ label: actions.cancel, icon: IconBan, needs: calls.cancel, onClick: () => void acts.cancel(id) }]
      : []),
    {
      label: actions.remove,
      icon: IconTrash,
      danger: true,
      needs: calls.remove,
      onClick: () => void acts.remove(row),
    },
  ];
}
