import { Anchor, Text } from "@mantine/core";
import { Link } from "react-router";
import type { TableColumn } from "#core/web/table/DataTable.tsx";
import { formatInstant } from "#core/web/time/useTime.ts";
import { statusNames } from "#domains/appointments/rules.ts";
import { durationText } from "#domains/dashboard/rules.ts";
import type { CountedRow } from "../contract.ts";
import { boardTexts } from "./texts.ts";

/** The kind of rows that a number counts. */
export type CountedKind = "appointments" | "answers" | "messages" | "chats";

const labels: Record<CountedKind, { at: string; what: string }> = {
  appointments: { at: "Appt Date & Time", what: "Appt Title" },
  answers: { at: "Answered", what: "Answer" },
  messages: { at: "Date & Time", what: "Message" },
  chats: { at: "Last Activity", what: "Last Message" },
};

interface ColumnOptions {
  /** The time zone of the rows' location. */
  zone: string | undefined;
  /** Whether the rows belong to the acting location; rows of other locations have no links. */
  canOpen: boolean;
  /** Whose rows they are is shown, too. */
  showsMember?: boolean;
}

/** The table columns for a kind of counted rows. */
export function countedColumns(
  kind: CountedKind,
  { zone, canOpen, showsMember }: ColumnOptions,
): TableColumn<CountedRow>[] {
  const { at, what } = labels[kind];
  const seconds: TableColumn<CountedRow> = {
    key: "seconds",
    label: "Customer Waited",
    sortable: true,
    render: (row) => durationText(row.seconds),
  };
  const status: TableColumn<CountedRow> = {
    key: "status",
    label: "Status",
    sortable: true,
    render: (row) => (row.status === null ? "" : statusNames[row.status]),
  };
  return [
    {
      key: "at",
      label: at,
      sortable: true,
      width: "12.5rem",
      render: (row) => formatInstant(row.at, "dateTime", zone),
    },
    {
      key: "customer_name",
      label: "Customer Name",
      sortable: true,
      render: (row) => (canOpen ? <CustomerLink row={row} /> : row.customer_name),
    },
    { key: "what", label: what, sortable: true, render: (row) => <Text lineClamp={2}>{row.what}</Text> },
    ...(showsMember ? [{ key: "who", label: boardTexts.teamMember, sortable: true }] : []),
    ...(kind === "answers" ? [seconds] : []),
    ...(kind === "appointments" ? [status] : []),
  ];
}

/** Links to the conversation, else to the customer. */
function CustomerLink({ row: { chat_id, customer_id, customer_name } }: { row: CountedRow }) {
  if (customer_id === null) return `${customer_name} (deleted)`;
  const to = chat_id === null ? `/customer/${customer_id}` : `/inbox/all/${chat_id}`;
  return (
    <Anchor component={Link} to={to} inherit>
      {customer_name}
    </Anchor>
  );
}
