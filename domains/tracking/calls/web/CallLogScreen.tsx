import { IconChartBar, IconPhoneCall, IconPhonePlus } from "@tabler/icons-react";
import { useNavigate } from "react-router";
import { FilterChip } from "#core/web/filter/FilterChip.tsx";
import { PeriodChip, usePeriodFilter } from "#core/web/filter/PeriodChip.tsx";
import { EmptyState } from "#core/web/layout/EmptyState.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { useExportCommand } from "#core/web/layout/useExportCommand.ts";
import { DataTable } from "#core/web/table/DataTable.tsx";
import { useQueryChoice } from "#core/web/table/useQueryChoice.ts";
import { useQueryFilter } from "#core/web/table/useQueryFilter.ts";
import { callLog, shownCalls } from "#domains/inbox/callLog/contract.ts";
import { callSettings } from "#domains/locations/callSettings/contract.ts";
import { SourceCards } from "../../sources/web/SourceCards.tsx";
import { SourceMark } from "../../sources/web/SourceMark.tsx";
import { SourceTabs, useSourceFilter } from "../../sources/web/SourceTabs.tsx";
import { DateCell, durationOf, OutcomeCell, PhoneCell, RecordingCell, TimeCell, whoOf } from "./Cells.tsx";
import { NextCell } from "./NextCell.tsx";
import { callLogTexts as texts } from "./texts.ts";
import { useCallActions } from "./useCallActions.ts";

/** The location's calls, with what became of them and their recordings. */
export function CallLogScreen() {
  const [period, setPeriod] = usePeriodFilter();
  const [show, setShow] = useQueryChoice("show", shownCalls, "all");
  const sourceFilter = useSourceFilter();
  const { source, sources } = sourceFilter;
  const [search] = useQueryFilter("q");
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
            <SourceTabs label={texts.source} filter={sourceFilter} />
            <PeriodChip value={period} onChange={setPeriod} />
            <FilterChip
              label={texts.type}
              value={show}
              onChange={setShow}
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
          { key: "started_at", label: columns.date, sortable: true, card: "line", width: "7rem", render: DateCell },
          { key: "time", label: columns.time, card: "line", width: "5.5rem", render: TimeCell },
          { key: "phone", label: columns.phone, card: "title", width: "12rem", render: PhoneCell },
          {
            key: "outcome",
            label: columns.type,
            info: texts.outcomeInfo,
            card: "status",
            width: "7.5rem",
            render: OutcomeCell,
          },
          {
            key: "source",
            label: columns.source,
            card: "more",
            width: "7.5rem",
            render: ({ source }) => (source === "" ? "–" : <SourceMark source={source} sources={sources} />),
          },
          {
            key: "recording",
            label: columns.recording,
            info: texts.recordingInfo,
            card: "more",
            width: "15rem",
            render: RecordingCell,
          },
          {
            key: "duration",
            label: columns.duration,
            info: texts.durationInfo,
            card: "aside",
            align: "right",
            width: "6rem",
            render: durationOf,
          },
          { key: "next", label: columns.next, info: texts.nextInfo, card: "more", width: "9rem", render: NextCell },
        ]}
      />
    </Screen>
  );
}
