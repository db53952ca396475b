import { IconChartBar, IconPhoneCall, IconPhonePlus } from "@tabler/icons-react";
import { useNavigate } from "react-router";
import { type Period, periodLabels, periods } from "#core/periods.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { CountTabs } from "#core/web/filter/CountTabs.tsx";
import { FilterChip } from "#core/web/filter/FilterChip.tsx";
import { EmptyState } from "#core/web/layout/EmptyState.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { useExportCommand } from "#core/web/layout/useExportCommand.ts";
import { DataTable } from "#core/web/table/DataTable.tsx";
import { useQueryFilter } from "#core/web/table/useQueryFilter.ts";
import { callLog, type ShownCalls, shownCalls } from "#domains/inbox/callLog/contract.ts";
import { callSettings } from "#domains/locations/callSettings/contract.ts";
import { standardSources } from "#domains/locations/callSettings/rules.ts";
import { SourceCards } from "../../sources/web/SourceCards.tsx";
import { SourceMark } from "../../sources/web/SourceMark.tsx";
import { DateCell, durationOf, OutcomeCell, PhoneCell, RecordingCell, TimeCell, whoOf } from "./Cells.tsx";
import { callLogTexts as texts } from "./texts.ts";
import { useCallActions } from "./useCallActions.ts";

const periodOptions = ["month" as const, ...periods.filter((period) => period !== "month")];

/** The location's calls, with what became of them and their recordings. */
export function CallLogScreen() {
  const [periodText, setPeriod] = useQueryFilter("period");
  const [showText, setShow] = useQueryFilter("show");
  const [source, setSource] = useQueryFilter("source");
  const [search] = useQueryFilter("q");
  const sources = useCall(callSettings.sources).data ?? standardSources;
  const period: Period = periods.find((one) => one === periodText) ?? "month";
  const show: ShownCalls = shownCalls.find((one) => one === showText) ?? "all";
  const exportCommand = useExportCommand(callLog.export, { period, show, source, search });
  const navigate = useNavigate();
  const actionsFor = useCallActions();
  const { columns } = texts;

  return (
    <Screen
      title={texts.title}
      commands={{
        main: {
          label: texts.createNumber,
          icon: IconPhonePlus,
          needs: callSettings.request,
          onClick: () => navigate("/call-settings?create"),
        },
        others: [
          { label: texts.sources, icon: IconChartBar, onClick: () => navigate("/call-tracking/sources") },
          exportCommand,
        ],
      }}
    >
      <SourceCards sources={sources} />
      <DataTable
        call={callLog.table}
        label={texts.table}
        searchHint={texts.searchHint}
        lines={2}
        body={{ period, show, source }}
        firstSort={{ key: "started_at", dir: "desc" }}
        nameOf={whoOf}
        actions={actionsFor}
        filters={
          <>
            <CountTabs
              label={texts.source}
              value={source}
              onChange={setSource}
              choices={[{ value: "", label: texts.allSources }, ...sources.map((value) => ({ value, label: value }))]}
            />
            <FilterChip
              label={texts.period}
              value={period}
              onChange={(value) => setPeriod(value === "month" ? "" : value)}
              options={periodOptions.map((value) => ({ value, label: periodLabels[value] }))}
            />
            <FilterChip
              label={texts.type}
              value={show}
              onChange={(value) => setShow(value === "all" ? "" : value)}
              options={shownCalls.map((value) => ({ value, label: texts.shown[value] }))}
            />
          </>
        }
        empty={
          (show === "outgoing" || (show === "all" && source === "" && period === "month")) && (
            <EmptyState icon={IconPhoneCall}>{show === "outgoing" ? texts.noneOutgoing : texts.none}</EmptyState>
          )
        }
        columns={[
          { key: "started_at", label: columns.date, sortable: true, card: "line", width: "8rem", render: DateCell },
          { key: "time", label: columns.time, card: "line", width: "6rem", render: TimeCell },
          { key: "phone", label: columns.phone, card: "title", render: PhoneCell },
          {
            key: "outcome",
            label: columns.type,
            info: texts.outcomeInfo,
            card: "status",
            width: "9rem",
            render: OutcomeCell,
          },
          {
            key: "source",
            label: columns.source,
            card: "more",
            width: "9rem",
            render: ({ source }) => (source === "" ? "–" : <SourceMark source={source} sources={sources} />),
          },
          { key: "recording", label: columns.recording, card: "more", width: "21rem", render: RecordingCell },
          {
            key: "duration",
            label: columns.duration,
            info: texts.durationInfo,
            card: "aside",
            align: "right",
            width: "8rem",
            render: durationOf,
          },
        ]}
      />
    </Screen>
  );
}
