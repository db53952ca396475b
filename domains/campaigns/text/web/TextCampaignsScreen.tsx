import { Button } from "@mantine/core";
import { IconPlus, IconSpeakerphone } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { EmptyState } from "#core/web/layout/EmptyState.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { useHasScreen } from "#core/web/layout/screenDeclaration.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useCan } from "#core/web/session/useCan.ts";
import { DataTable } from "#core/web/table/DataTable.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { MarketingStopNotice } from "#domains/marketing/stop/web/public.tsx";
import { isMoving, readStatus } from "../../web/campaignStatus.ts";
import { type CampaignDialog, rowActions } from "../../web/rowActions.ts";
import { useCampaignActions, useRefreshWhile } from "../../web/useCampaignActions.ts";
import { type TextCampaign, textCampaigns } from "../contract.ts";
import { CampaignFilters, useCampaignFilter } from "./CampaignFilters.tsx";
import { campaignColumns } from "./campaignColumns.tsx";
import { PeriodFigures } from "./PeriodFigures.tsx";
import { textChannel } from "./textChannel.ts";
import { campaignTexts as texts } from "./texts.ts";

const loadDialogs = () => import("./campaignDialogs.tsx");
const MessageDialog = lazyDialog(loadDialogs, "MessageDialog");
const ListsDialog = lazyDialog(loadDialogs, "ListsDialog");
const AnalyticsDialog = lazyDialog(loadDialogs, "AnalyticsDialog");

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
  const filter = useCampaignFilter();
  const { status, period, isSet } = filter;
  return (
    <Screen
      title={texts.title}
      commands={{ main: hasWizard ? { label: texts.create, icon: IconPlus, onClick: create } : undefined }}
    >
      <MarketingStopNotice />
      <PeriodFigures period={period || "month"} />
      <DataTable
        call={textCampaigns.table}
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
        actions={(row) => rowActions(row, { show, acts, channel: textChannel, hasWizard })}
        columns={campaignColumns({ time, show })}
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
