import { IconMessage, IconMessage2 } from "@tabler/icons-react";
import { FilterChip } from "#core/web/filter/FilterChip.tsx";
import { PeriodChip, usePeriodFilter } from "#core/web/filter/PeriodChip.tsx";
import { EmptyState } from "#core/web/layout/EmptyState.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { useExportCommand } from "#core/web/layout/useExportCommand.ts";
import { DataTable } from "#core/web/table/DataTable.tsx";
import { useQueryChoice } from "#core/web/table/useQueryChoice.ts";
import { useQueryFilter } from "#core/web/table/useQueryFilter.ts";
import { type LoggedText, shownTexts, tracking } from "../contract.ts";
import { SourceTabs, useSourceFilter } from "../sources/web/SourceTabs.tsx";
import { DateCell, FromCell, StateCell, TimeCell, ToCell, TypeCell } from "./Cells.tsx";
import { textLogTexts as texts } from "./texts.ts";

/** The location's texts in both directions. */
export function TextLogScreen() {
  const [period, setPeriod] = usePeriodFilter();
  const [show, setShow] = useQueryChoice("show", shownTexts, "all");
  const sourceFilter = useSourceFilter();
  const { source } = sourceFilter;
  const [search] = useQueryFilter("q");
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
            <SourceTabs label={texts.source} filter={sourceFilter} />
            <PeriodChip value={period} onChange={setPeriod} />
            <FilterChip
              label={texts.type}
              value={show}
              onChange={setShow}
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
