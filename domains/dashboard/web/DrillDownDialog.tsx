import { Anchor, Modal } from "@mantine/core";
import { Link } from "react-router";
import { DataTable } from "#core/web/table/DataTable.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { type DrillDownRow, dashboard, type FigureKey } from "../contract.ts";
import { definitions } from "../rules.ts";
import classes from "./DrillDownDialog.module.css";
import type { DashboardQuery } from "./useDashboard.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  figure: FigureKey;
  query: DashboardQuery;
}

/** The rows that a figure counts. Messages are always newest first, because there may be a million. */
export function DrillDownDialog({ opened, onClose, figure, query }: Props) {
  const time = useTime();
  const { label, description } = definitions[figure];
  const sortable = !isOfMessages(figure);
  return (
    <Modal opened={opened} onClose={onClose} title={label} size="xl">
      <p className={classes.means}>{description}</p>
      <DataTable
        key={figure}
        call={dashboard.drillDown}
        body={{ ...query, figure }}
        label={label}
        rowKey={({ id }) => id}
        columns={[
          { key: "at", label: "When", sortable, render: ({ at }) => (at ? time.dateTime(at) : "") },
          { key: "customer_name", label: "Customer", sortable, render: (row) => <CustomerLink row={row} /> },
          { key: "what", label: "What", sortable },
          { key: "who", label: "Team member", sortable },
          ...(query.location === "all" ? [{ key: "location", label: "Location", sortable }] : []),
        ]}
        localState
      />
    </Modal>
  );
}

const isOfMessages = (figure: FigureKey) => ["new_messages", "messages_sent", "replies_received"].includes(figure);

/** Links to the conversation, else to the customer. */
function CustomerLink({ row: { customer_name, customer_id, chat_id } }: { row: DrillDownRow }) {
  const to = chat_id ? `/inbox/all/${chat_id}` : customer_id && `/customer/${customer_id}`;
  return to ? (
    <Anchor component={Link} to={to} inherit>
      {customer_name}
    </Anchor>
  ) : (
    customer_name
  );
}
