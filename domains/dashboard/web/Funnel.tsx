import { Anchor, Skeleton } from "@mantine/core";
import { Link } from "react-router";
import type { Dashboard, FigureKey, FunnelCounts } from "../contract.ts";
import { definitions } from "../rules.ts";
import { ChartCard } from "./ChartCard.tsx";
import { Shares } from "./Shares.tsx";
import { campaignsText, funnelTexts } from "./texts.ts";

const steps = ["people_texted", "people_replied", "people_scheduled", "people_shown"] as const;

interface Props {
  data: Dashboard;
  onOpen: (figure: FigureKey) => void;
}

interface FunnelProps extends Pick<Props, "onOpen"> {
  counts: FunnelCounts | undefined;
  /** Texts of campaigns in the period, which the funnel leaves out. */
  campaignTexts: number;
}

export function MessageFunnel({ counts, campaignTexts, onOpen }: FunnelProps) {
  const note = campaignTexts > 0 && (
    <Anchor component={Link} to="/text-campaign" fz="xs">
      {campaignsText(campaignTexts)}
    </Anchor>
  );
  return (
    <ChartCard columns={3} title="Message Funnel" info={funnelTexts.info} note={note}>
      {counts ? (
        <>
          <Shares
            label={funnelTexts.steps}
            of={counts.people_texted}
            parts={steps.map((figure) => ({ figure, value: counts[figure] }))}
            onOpen={onOpen}
          />
          <Shares
            label={funnelTexts.optedOut}
            of={counts.people_texted}
            parts={[{ figure: "people_opted_out", value: counts.people_opted_out }]}
            isApart
            onOpen={onOpen}
          />
        </>
      ) : (
        <Skeleton height={214} mt="xs" role="status" aria-label="Loading" />
      )}
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
