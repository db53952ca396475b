import { Anchor, Modal } from "@mantine/core";
import { Link } from "react-router";
import { DataTable } from "#core/web/DataTable.tsx";
import { useTime } from "#core/web/time.ts";
import { type BehindRow, dashboard, type FigureKey } from "../contract.ts";
import { definitions } from "../rules.ts";
import classes from "./BehindDialog.module.css";
import type { Asked } from "./useDashboard.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  figure: FigureKey;
  asked: Asked;
}

/** The rows that a figure counts. Messages are always newest first, because there may be a million. */
export function BehindDialog({ opened, onClose, figure, asked }: Props) {
  const time = useTime();
  const { label, means } = definitions[figure];
  const sortable = !isOfMessages(figure);
  return (
    <Modal opened={opened} onClose={onClose} title={label} size="xl">
      <p className={classes.means}>{means}</p>
      <DataTable
        key={figure}
        call={dashboard.behind}
        body={{ ...asked, figure }}
        label={label}
        rowKey={({ id }) => id}
        columns={[
          { key: "at", label: "When", sortable, render: ({ at }) => (at ? time.dateTime(at) : "") },
          { key: "customer_name", label: "Customer", sortable, render: (row) => <CustomerLink row={row} /> },
          { key: "what", label: "What", sortable },
          { key: "who", label: "Team member", sortable },
          ...(asked.location === "all" ? [{ key: "location", label: "Location", sortable }] : []),
        ]}
        apart
      />
    </Modal>
  );
}

const isOfMessages = (figure: FigureKey) => ["new_messages", "messages_sent", "replies_received"].includes(figure);

/** Links to the conversation, else to the customer. */
function CustomerLink({ row: { customer_name, customer_id, chat_id } }: { row: BehindRow }) {
  const to = chat_id ? `/inbox/all/${chat_id}` : customer_id && `/customer/${customer_id}`;
  return to ? (
    <Anchor component={Link} to={to} inherit>
      {customer_name}
    </Anchor>
  ) : (
    customer_name
  );
}
