import { IconMessage, IconMessage2 } from "@tabler/icons-react";
import { type Period, periodLabels, periods } from "#core/periods.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { CountTabs } from "#core/web/filter/CountTabs.tsx";
import { FilterChip } from "#core/web/filter/FilterChip.tsx";
import { EmptyState } from "#core/web/layout/EmptyState.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { useExportCommand } from "#core/web/layout/useExportCommand.ts";
import { DataTable } from "#core/web/table/DataTable.tsx";
import { useQueryFilter } from "#core/web/table/useQueryFilter.ts";
import { callSettings } from "#domains/locations/callSettings/contract.ts";
import { standardSources } from "#domains/locations/callSettings/rules.ts";
import { type LoggedText, type ShownTexts, shownTexts, tracking } from "../contract.ts";
import { DateCell, FromCell, StateCell, TimeCell, ToCell, TypeCell } from "./Cells.tsx";
import { textLogTexts as texts } from "./texts.ts";

const periodOptions = ["month" as const, ...periods.filter((period) => period !== "month")];

/** The location's texts in both directions. */
export function TextLogScreen() {
  const [periodText, setPeriod] = useQueryFilter("period");
  const [showText, setShow] = useQueryFilter("show");
  const [source, setSource] = useQueryFilter("source");
  const [search] = useQueryFilter("q");
  const sources = useCall(callSettings.sources).data ?? standardSources;
  const period: Period = periods.find((one) => one === periodText) ?? "month";
  const show: ShownTexts = shownTexts.find((one) => one === showText) ?? "all";
  const exportCommand = useExportCommand(tracking.exportTexts, { period, show, source, search });
  const { columns } = texts;
  return (
    <Screen
      title={texts.title}
      commands={{
        others: [exportCommand],
      }}
    >
      <DataTable
        call={tracking.texts}
        label={texts.table}
        searchHint={texts.searchHint}
        lines={2}
        body={{ period, show, source }}
        firstSort={{ key: "sent_at", dir: "desc" }}
        nameOf={({ customer_name, type, by }) => `${customer_name}, ${texts.types[type](by)}`}
        actions={({ chat_id }: LoggedText) =>
          chat_id === null ? [] : [{ label: texts.openConversation, icon: IconMessage, to: `/inbox/all/${chat_id}` }]
        }
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
              options={shownTexts.map((value) => ({ value, label: texts.shown[value] }))}
            />
          </>
        }
        empty={
          show === "all" &&
          period === "month" && (
            <EmptyState icon={IconMessage2}>{source ? texts.noneOfSource(source) : texts.none}</EmptyState>
          )
        }
        columns={[
          { key: "sent_at", label: columns.date, sortable: true, card: "line", width: "8rem", render: DateCell },
          { key: "time", label: columns.time, card: "line", width: "6rem", render: TimeCell },
          { key: "from_number", label: columns.from, card: "more", render: FromCell },
          { key: "to_number", label: columns.to, card: "more", render: ToCell },
          { key: "type", label: columns.type, card: "title", render: TypeCell },
          { key: "state", label: columns.state, card: "status", width: "9rem", render: StateCell },
        ]}
      />
    </Screen>
  );
}
