import { IconCoin, IconMessage2, IconPhoneCall } from "@tabler/icons-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { monthName } from "#core/periods.ts";
import { FilterChip } from "#core/web/filter/FilterChip.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { useExportCommand } from "#core/web/layout/useExportCommand.ts";
import { DataTable } from "#core/web/table/DataTable.tsx";
import { useQueryFilter } from "#core/web/table/useTableQuery.ts";
import { useTimeZone } from "#core/web/time/useTime.ts";
import { type SourceFigures, sourceReport } from "../contract.ts";
import { isMonth } from "../fields.ts";
import { mainLine, monthAt, nameOfSource, reportedMonths } from "../rules.ts";
import { dollarsOf, monthsUntil, SpendDialog } from "./SourceCards.tsx";
import { sourceReportTexts as texts } from "./texts.ts";

const { columns, info } = texts;
const count = (key: keyof SourceFigures & keyof typeof columns) => ({
  key,
  label: columns[key],
  isCount: true,
  card: "more" as const,
});

const logOf = (path: string, source: string) =>
  source === mainLine ? path : `${path}?source=${encodeURIComponent(source)}`;

/** What came through each source in a month, what followed, and what it cost. */
export function SourceReportScreen() {
  const current = monthAt(new Date(), useTimeZone() ?? "UTC");
  const [asked, setMonth] = useQueryFilter("month");
  const month = isMonth(asked) ? asked : current;
  const navigate = useNavigate();
  // Stays set while the dialog closes.
  const [edited, setEdited] = useState<SourceFigures>();
  const [opened, setOpened] = useState(false);
  const exportCommand = useExportCommand(sourceReport.export, { month });
  return (
    <Screen
      title={texts.title}
      about={texts.about}
      commands={{
        others: [{ label: texts.back, icon: IconPhoneCall, onClick: () => navigate("/call-tracking") }, exportCommand],
      }}
    >
      <DataTable
        call={sourceReport.table}
        label={texts.table}
        searchHint={texts.searchHint}
        body={{ month }}
        rowKey={({ source }) => source}
        nameOf={({ source }) => nameOfSource(source)}
        filters={
          <FilterChip
            label={texts.month}
            value={month}
            onChange={(value) => setMonth(value === current ? "" : value)}
            options={monthsUntil(current, reportedMonths).map((value) => ({ value, label: monthName(value) }))}
          />
        }
        actions={(row: SourceFigures) => [
          ...(row.source === mainLine
            ? []
            : [
                {
                  needs: sourceReport.saveSpend,
                  label: texts.editSpend,
                  icon: IconCoin,
                  onClick: () => {
                    setEdited(row);
                    setOpened(true);
                  },
                },
              ]),
          {
            label: texts.openCalls,
            icon: IconPhoneCall,
            to: logOf("/call-tracking", row.source),
          },
          {
            label: texts.openTexts,
            icon: IconMessage2,
            to: logOf("/sms-tracking", row.source),
          },
        ]}
        columns={[
          {
            key: "source",
            label: columns.source,
            sortable: true,
            card: "title",
            render: ({ source }) => nameOfSource(source),
          },
          { ...count("calls"), info: info.calls, sortable: true },
          count("answered"),
          { ...count("texts"), sortable: true },
          { ...count("leads"), info: info.leads, sortable: true },
          { ...count("new_leads"), info: info.new_leads, sortable: true },
          { ...count("appointments"), info: info.appointments, sortable: true },
          { ...count("shown"), info: info.shown, sortable: true },
          {
            key: "spend",
            label: columns.spend,
            info: info.spend,
            card: "status",
            align: "right",
            sortable: true,
            render: ({ spend }) => dollarsOf(spend),
          },
          {
            key: "cost_per_lead",
            label: columns.cost_per_lead,
            card: "more",
            align: "right",
            sortable: true,
            render: ({ cost_per_lead }) => dollarsOf(cost_per_lead),
          },
          {
            key: "cost_per_shown",
            label: columns.cost_per_shown,
            card: "more",
            align: "right",
            render: ({ cost_per_shown }) => dollarsOf(cost_per_shown),
          },
        ]}
      />
      {edited && <SpendDialog opened={opened} onClose={() => setOpened(false)} row={edited} month={month} />}
    </Screen>
  );
}
