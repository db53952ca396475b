import { Text } from "@mantine/core";
import { Screen } from "#core/web/layout/Screen.tsx";
import { DataTable } from "#core/web/table/DataTable.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { PlatformFilters, usePlatformFilter } from "#domains/admin/customers/web/PlatformFilters.tsx";
import { type PlatformMessage, platformMessages } from "../contract.ts";
import { statusText } from "../rules.ts";
import classes from "./PlatformMessagesScreen.module.css";

/** The messages of every client business. */
export function PlatformMessagesScreen() {
  const time = useTime();
  const filter = usePlatformFilter();
  return (
    <Screen title="All Messages">
      <DataTable
        call={platformMessages.table}
        label="Messages"
        body={filter.body}
        filters={<PlatformFilters filter={filter} since="Messages since" />}
        columns={[
          { key: "campaign", label: "Campaign", render: ({ campaign }) => campaign ?? "—" },
          { key: "customer", label: "Customer", render: CustomerCell },
          { key: "sent_at", label: "Sent At", render: (row) => time.dateTime(row.sent_at) },
          { key: "status", label: "Status", render: statusText },
          { key: "message", label: "Message", render: TextCell },
        ]}
      />
    </Screen>
  );
}

function CustomerCell({ customer, client, location }: PlatformMessage) {
  return (
    <>
      <Text size="sm">{customer}</Text>
      <Text size="sm" c="dimmed">
        {client}, {location}
      </Text>
    </>
  );
}

function TextCell({ message, is_deleted }: PlatformMessage) {
  if (is_deleted) {
    return (
      <Text size="sm" c="dimmed">
        Deleted
      </Text>
    );
  }
  return <span className={classes.words}>{message || "—"}</span>;
}
