import type { Dashboard, FigureKey } from "../contract.ts";
import { definitions } from "../rules.ts";
import { ChartCard, HeadFigure } from "./ChartCard.tsx";
import { Shares } from "./Shares.tsx";

const steps = ["messages_sent", "replies_received", "appointments_set", "apps_shown", "opted_out"] as const;

interface Props {
  data: Dashboard;
  onOpen: (figure: FigureKey) => void;
}

export function MessageFunnel({ data, onOpen }: Props) {
  return (
    <ChartCard columns={3} title="Message Funnel" info="Share of texts sent.">
      <Shares
        label="Message funnel"
        of={data.messages_sent}
        parts={steps.map((figure) => ({ figure, value: data[figure], percent: data.funnel[figure] }))}
        onOpen={onOpen}
      />
    </ChartCard>
  );
}

/** The period's appointments by status and by type, and the response time. */
export function Breakdowns({ data: { parts, apps_shown, average_response_time, previous }, onOpen }: Props) {
  return (
    <ChartCard columns={5} title="Appointments Type" info={definitions.appointments_in_period.description}>
      <Shares
        label="Appointments by status and type"
        of={parts.appointments_in_period}
        parts={[
          { figure: "appointments_in_person", value: parts.appointments_in_person },
          { figure: "appointments_virtual", value: parts.appointments_virtual },
          { figure: "appointments_pending", value: parts.appointments_pending },
          { figure: "apps_shown", value: apps_shown },
          { figure: "appointments_no_show", value: parts.appointments_no_show },
        ]}
        onOpen={onOpen}
      />
      <HeadFigure
        figure="average_response_time"
        value={average_response_time}
        unit={`Average Response Time${previous ? `, before ${previous.average_response_time}` : ""}`}
        onOpen={onOpen}
      />
    </ChartCard>
  );
}
