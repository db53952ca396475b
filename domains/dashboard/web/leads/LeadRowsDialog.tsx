import { Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { DataTable, type TableColumn } from "#core/web/table/DataTable.tsx";
import { formatInstant, useTimeZone } from "#core/web/time/useTime.ts";
import type { LeadReach } from "#domains/leads/fields.ts";
import { type CountedLead, leadFigures } from "../../leads/contract.ts";
import { durationText } from "../../rules.ts";
import type { DashboardQuery } from "../useDashboard.ts";
import { leadTexts as texts } from "./texts.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  label: string;
  query: DashboardQuery;
  reached: LeadReach;
  /** Empty: leads without a source. */
  source?: string;
}

/** The leads behind a figure of all locations. */
export function LeadRowsDialog({ opened, onClose, label, query, reached, source }: Props) {
  const zone = useTimeZone();
  const of = source === undefined ? "" : source || texts.noSource;
  const title = texts.rowsOf(label, of);
  return (
    <Modal opened={opened} onClose={onClose} title={title} size="xl">
      <DataTable
        call={leadFigures.rows}
        body={{ ...query, reached, source: source ?? "", no_source: source === "" ? 1 : 0 }}
        label={title}
        columns={countedLeadColumns(zone)}
        localState
      />
    </Modal>
  );
}

/** The columns of leads behind a figure, in the time zone of their location. */
export const countedLeadColumns = (zone: string | undefined): TableColumn<CountedLead>[] => [
  {
    key: "received_at",
    label: texts.columns.received,
    sortable: true,
    render: ({ received_at }) => formatInstant(received_at, "dateTime", zone),
  },
  { key: "name", label: texts.columns.name, sortable: true, render: ({ name }): ReactNode => name || texts.nameless },
  { key: "stage", label: texts.columns.stage, sortable: true },
  { key: "owner", label: texts.columns.owner, sortable: true },
  { key: "source", label: texts.columns.source, sortable: true },
  { key: "location", label: texts.columns.location, sortable: true },
  {
    key: "seconds",
    label: texts.columns.seconds,
    sortable: true,
    align: "right",
    render: ({ seconds }) => (seconds === null ? "" : durationText(seconds)),
  },
];
