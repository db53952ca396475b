import { Modal } from "@mantine/core";
import { useState } from "react";
import { countText } from "#core/count.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { Tile } from "#core/web/figure/Tile.tsx";
import { TileList } from "#core/web/figure/TileList.tsx";
import { DataTable } from "#core/web/table/DataTable.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { dashboard } from "#domains/dashboard/contract.ts";
import { analyticsTexts as texts } from "./texts.ts";

const month = { period: "month" } as const;
const labels = { messages_sent: texts.sent, new_messages: texts.received } as const;
type MessageTotal = keyof typeof labels;

/** The month's texts with customers; each number opens its rows. */
export function MessageTotals() {
  const time = useTime();
  const { data } = useCall(dashboard.figures, { body: month });
  const [opened, setOpened] = useState(false);
  const [figure, setFigure] = useState<MessageTotal>("messages_sent");
  const open = (chosen: MessageTotal) => {
    setFigure(chosen);
    setOpened(true);
  };
  const tile = (key: MessageTotal) => ({
    label: labels[key],
    ...(data && { figure: countText(data[key]), onOpen: () => open(key) }),
  });
  return (
    <>
      <TileList label={texts.messages}>
        <Tile {...tile("messages_sent")} />
        <Tile {...tile("new_messages")} />
      </TileList>
      <Modal opened={opened} onClose={() => setOpened(false)} title={labels[figure]} size="xl">
        <DataTable
          key={figure}
          call={dashboard.drillDown}
          body={{ ...month, figure }}
          label={labels[figure]}
          columns={[
            { key: "at", label: texts.when, card: "aside", render: ({ at }) => (at ? time.dateTime(at) : "") },
            { key: "customer_name", label: texts.customer, card: "title" },
            { key: "what", label: texts.message, card: "line" },
            { key: "who", label: texts.sentBy, card: "more" },
          ]}
          localState
        />
      </Modal>
    </>
  );
}
