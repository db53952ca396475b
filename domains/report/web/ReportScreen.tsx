import { Button, Skeleton, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { countText } from "#core/count.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { Tile, TileList } from "#core/web/figure/Tile.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { useCsvExport } from "#core/web/layout/useExportCommand.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useCan } from "#core/web/session/useCan.ts";
import { DataTable, type TableColumn } from "#core/web/table/DataTable.tsx";
import { durationText } from "#domains/dashboard/rules.ts";
import type { BoardPeriod } from "#domains/leaderboard/contract.ts";
import {
  boardTexts,
  comparedWith,
  FigureButton,
  PeriodFilter,
  useBoardPeriod,
} from "#domains/leaderboard/web/public.tsx";
import { type ReportFigure, type ReportRow, type ReportTotals, report, reportFigures } from "../contract.ts";
import { reportDefinitions } from "../rules.ts";

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

/** Saves all pages of the filtered table as a CSV file. */
function ExportButton({ period }: { period: BoardPeriod }) {
  const [query] = useSearchParams();
  const save = useCsvExport(report.export);
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={save.isPending}
      onClick={() => save.mutate({ body: { period, search: query.get("q") ?? "" } })}
    >
      Export
    </Button>
  );
}

const shown = ["message_received", "message_sent", "messages_answered", "appointments_set"] as const;

interface Props {
  totals: { readonly figures: ReportTotals; readonly previous: ReportTotals | null } | undefined;
}

/** The team's totals, with the change since the period before. */
function ReportTiles({ totals }: Props) {
  if (!totals) return <Skeleton height={100} mb="md" role="status" aria-label="Loading" />;
  const { figures, previous } = totals;
  return (
    <TileList label={boardTexts.team} isFramed>
      {shown.map((key) => (
        <Tile
          key={key}
          label={reportDefinitions[key].label}
          info={reportDefinitions[key].sentence}
          figure={countText(figures[key])}
          {...comparedWith(figures[key], previous?.[key] ?? null)}
        />
      ))}
    </TileList>
  );
}
