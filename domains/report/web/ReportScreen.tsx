import { Text } from "@mantine/core";
import { useState } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { Screen } from "#core/web/layout/Screen.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useCan } from "#core/web/session/useCan.ts";
import { DataTable, type TableColumn } from "#core/web/table/DataTable.tsx";
import { durationText } from "#domains/dashboard/rules.ts";
import { boardTexts, FigureButton, PeriodFilter, useBoardPeriod } from "#domains/leaderboard/web/public.tsx";
import { type ReportFigure, type ReportRow, report, reportFigures } from "../contract.ts";
import { reportDefinitions } from "../rules.ts";
import { ExportButton } from "./ExportButton.tsx";
import { ReportTiles } from "./ReportTiles.tsx";

const FigureDialog = lazyDialog(() => import("./FigureDialog.tsx"), "FigureDialog");

/** After a number in a phone's card. */
const units: Partial<Record<ReportFigure, string>> = {
  message_received: boardTexts.received,
  message_sent: boardTexts.sent,
  messages_answered: boardTexts.answered,
};

/** Each member's activity at each of the user's locations. */
export function ReportScreen() {
  const mayExport = useCan(report.export);
  const [period, choosePeriod] = useBoardPeriod("month");
  const { data: totals } = useCall(report.totals, { body: { period } }, { keepPrevious: true });
  const [isOpen, setOpen] = useState(false);
  // Stays set while the dialog closes, so that its content doesn't change.
  const [chosen, choose] = useState<{ row: ReportRow; figure: ReportFigure }>();

  const column = (figure: ReportFigure): TableColumn<ReportRow> => {
    const { label, sentence } = reportDefinitions[figure];
    const open = (row: ReportRow) => {
      choose({ row, figure });
      setOpen(true);
    };
    const render = (row: ReportRow) => {
      const of = `${label} of ${row.user_name} at ${row.location}`;
      return <FigureButton value={row[figure]} of={of} unit={units[figure] ?? ""} onOpen={() => open(row)} />;
    };
    const card = units[figure] ? "line" : "more";
    return { key: figure, label, info: sentence, sortable: true, align: "right", card, render };
  };
  const figures = reportFigures.map(column);

  return (
    <Screen title="Report" actions={mayExport && <ExportButton period={period} />}>
      <ReportTiles totals={totals} />
      <DataTable
        call={report.table}
        body={{ period }}
        label="Report"
        rowKey={({ id, location_id }) => `${id} ${location_id}`}
        filters={<PeriodFilter value={period} onChange={choosePeriod} />}
        nameOf={({ user_name }) => user_name}
        columns={[
          { key: "user_name", label: "User Name", sortable: true, card: "title", render: Person },
          { key: "location", label: "Location", sortable: true, card: "status" },
          ...figures,
          {
            key: "median_first_response",
            label: reportDefinitions.median_first_response.label,
            info: reportDefinitions.median_first_response.sentence,
            sortable: true,
            align: "right",
            card: "aside",
            render: ({ median_first_response: wait }) => (wait === null ? "–" : durationText(wait)),
          },
        ]}
      />
      {chosen && <FigureDialog opened={isOpen} onClose={() => setOpen(false)} period={period} {...chosen} />}
    </Screen>
  );
}

function Person({ user_name, is_here }: ReportRow) {
  return (
    <>
      {user_name}
      {is_here === 0 && (
        <Text size="xs" c="dimmed">
          No longer here
        </Text>
      )}
    </>
  );
}
