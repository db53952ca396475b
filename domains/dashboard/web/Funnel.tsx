import { Anchor } from "@mantine/core";
import { Link } from "react-router";
import type { Dashboard, FigureKey } from "../contract.ts";
import { definitions } from "../rules.ts";
import { ChartCard } from "./ChartCard.tsx";
import { Shares } from "./Shares.tsx";
import { campaignsText } from "./texts.ts";

const steps = ["messages_sent", "replies_received", "appointments_set", "apps_shown", "opted_out"] as const;

interface Props {
  data: Dashboard;
  onOpen: (figure: FigureKey) => void;
}

interface FunnelProps extends Props {
  /** Texts of campaigns in the period, which the funnel leaves out. */
  campaignTexts: number;
}

export function MessageFunnel({ data, campaignTexts, onOpen }: FunnelProps) {
  const note = campaignTexts > 0 && (
    <Anchor component={Link} to="/text-campaign" fz="xs">
      {campaignsText(campaignTexts)}
    </Anchor>
  );
  return (
    <ChartCard columns={3} title="Message Funnel" info="Share of texts sent." note={note}>
      <Shares
        label="Message funnel"
        of={data.messages_sent}
        parts={steps.map((figure) => ({ figure, value: data[figure], percent: data.funnel[figure] }))}
        onOpen={onOpen}
      />
    </ChartCard>
  );
}

/** The period's appointments by type. */
export function AppointmentTypes({ data: { parts }, onOpen }: Props) {
  return (
    <ChartCard columns={2} title="Appointments Type" info={definitions.appointments_in_period.description}>
      <Shares
        label="Appointments by type"
        of={parts.appointments_in_period}
        parts={[
          { figure: "appointments_in_person", value: parts.appointments_in_person },
          { figure: "appointments_virtual", value: parts.appointments_virtual },
        ]}
        onOpen={onOpen}
      />
    </ChartCard>
  );
}
