import { Button } from "@mantine/core";
import { IconPlus, IconSpeakerphone } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { type ComponentType, type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import type * as z from "zod/mini";
import type { Call, CallDeclaration } from "#core/call.ts";
import { EmptyState } from "#core/web/layout/EmptyState.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { useHasScreen } from "#core/web/layout/screenDeclaration.ts";
import { useCan } from "#core/web/session/useCan.ts";
import { DataTable } from "#core/web/table/DataTable.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { MarketingStopNotice } from "#domains/marketing/stop/web/public.tsx";
import type { textCampaigns } from "../text/contract.ts";
import { CampaignFilters, useCampaignFilter } from "./CampaignFilters.tsx";
import type { CampaignChannel, ListedCampaign } from "./campaignChannel.ts";
import { campaignColumns } from "./campaignColumns.tsx";
import { isMoving, readStatus } from "./campaignStatus.ts";
import { type CampaignDialog, rowActions } from "./rowActions.ts";
import { sharedTexts as texts } from "./texts.ts";
import { useCampaignActions, useRefreshWhile } from "./useCampaignActions.ts";

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
  dialogs: Record<CampaignDialog, RowDialog<Row>>;
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
  const { message: MessageDialog, lists: ListsDialog, statistics: StatisticsDialog } = dialogs;
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
        filters={<CampaignFilters {...filter} />}
        actions={(row) => rowActions(row, { show, acts, channel, hasWizard })}
        columns={campaignColumns({ channel, time, show }, results)}
      />
      {shown && (
        <>
          <MessageDialog {...shown} opened={dialog === "message"} />
          <ListsDialog {...shown} opened={dialog === "lists"} />
          <StatisticsDialog {...shown} opened={dialog === "statistics"} />
        </>
      )}
    </Screen>
  );
}
