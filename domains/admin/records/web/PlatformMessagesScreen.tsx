import { Button, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { FilterChip } from "#core/web/filter/FilterChip.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { DataTable } from "#core/web/table/DataTable.tsx";
import { useQueryChoice, useQueryFilter } from "#core/web/table/useTableQuery.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { PlatformTextsTable } from "#domains/platformInbox/web/public.tsx";
import { messageKinds, type PlatformMessage, platformMessages } from "../contract.ts";
import { statusText } from "../rules.ts";
import { PlatformFilters, usePlatformFilter } from "./PlatformFilters.tsx";
import classes from "./PlatformMessagesScreen.module.css";

/** The messages of every client business, and the texts to the platform's own number. */
export function PlatformMessagesScreen() {
  const [to, setTo] = useQueryFilter("to");
  const isOwn = to === "rooftop";
  const ownNumberButton = (
    <Button
      size="xs"
      variant={isOwn ? "filled" : "default"}
      aria-pressed={isOwn}
      onClick={() => setTo(isOwn ? "" : "rooftop")}
    >
      Texts to Rooftop
    </Button>
  );
  return (
    <Screen title="All Messages">
      {isOwn ? <PlatformTextsTable filters={ownNumberButton} /> : <BusinessMessages more={ownNumberButton} />}
    </Screen>
  );
}

const kindOptions = [
  { value: "", label: "Any" },
  { value: "in", label: "From customers" },
  { value: "out", label: "Sent" },
  { value: "failed", label: "Failed" },
  { value: "campaign", label: "Campaigns" },
];

function BusinessMessages({ more }: { more: ReactNode }) {
  const time = useTime();
  const filter = usePlatformFilter();
  const [kind, setKind] = useQueryChoice("kind", messageKinds, "");
  const filters = (
    <>
      <PlatformFilters filter={filter} since="Messages since" />
      <FilterChip label="Kind" value={kind} onChange={setKind} options={kindOptions} />
      {more}
    </>
  );
  return (
    <DataTable
      call={platformMessages.table}
      label="Messages"
      body={{ ...filter.body, kind }}
      filters={filters}
      columns={[
        { key: "campaign_name", label: "Campaign", render: ({ campaign_name }) => campaign_name ?? "—" },
        { key: "customer_name", card: "title", label: "Customer", render: CustomerCell },
        { key: "sent_at", card: "line", label: "Sent At", render: (row) => time.dateTime(row.sent_at) },
        { key: "message_status", card: "status", label: "Status", render: statusText },
        { key: "message", label: "Message", render: TextCell },
      ]}
    />
  );
}

function CustomerCell({ customer_name, client, location }: PlatformMessage) {
  return (
    <>
      <Text size="sm">{customer_name}</Text>
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
