import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { formatPhone } from "#core/phone.ts";
import { DataTable } from "#core/web/table/DataTable.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { type PlatformText, platformTexts } from "../contract.ts";
import { intentText, replyText } from "../rules.ts";
import classes from "./public.module.css";

/** The texts to the platform's own number, for the operator. */
export function PlatformTextsTable({ filters }: { filters: ReactNode }) {
  const time = useTime();
  return (
    <DataTable
      call={platformTexts.table}
      label="Texts to Rooftop"
      filters={filters}
      columns={[
        { key: "phone", card: "title", label: "From", render: ({ phone }) => formatPhone(phone) },
        { key: "received_at", card: "line", label: "Received", render: (row) => time.dateTime(row.received_at) },
        { key: "intent", card: "status", label: "Request", render: ({ intent }) => intentText[intent] },
        { key: "message", label: "Message", render: MessageCell },
      ]}
    />
  );
}

function MessageCell(row: PlatformText) {
  const reply = replyText(row);
  return (
    <>
      <span className={classes.message}>{row.message || "—"}</span>
      {reply && (
        <Text size="sm" c="dimmed">
          {reply}
        </Text>
      )}
    </>
  );
}
