import { Section } from "#core/web/layout/Section.tsx";
import type { Dashboard, FigureKey } from "../contract.ts";
import { definitions } from "../rules.ts";
import classes from "./Charts.module.css";
import { Shares } from "./Shares.tsx";

const steps = ["messages_sent", "replies_received", "appointments_set", "apps_shown", "opted_out"] as const;

interface Props {
  data: Dashboard;
  onOpen: (figure: FigureKey) => void;
}

/** The message funnel, and appointments by type. */
export function Funnel({ data, onOpen }: Props) {
  const { parts, funnel } = data;
  return (
    <div className={classes.charts}>
      <Section title="Message Funnel">
        <p className={classes.about}>Share of texts sent</p>
        <Shares
          label="Message funnel"
          of={data.messages_sent}
          parts={steps.map((figure) => ({
            figure,
            value: data[figure],
            percent: funnel[figure],
            means: definitions[figure].description,
          }))}
          onOpen={onOpen}
        />
      </Section>
      <Section title="Appointments Type">
        <p className={classes.about}>{definitions.appointments_in_period.description}</p>
        <Shares
          label="Appointments by type"
          of={parts.appointments_in_period}
          parts={[
            { figure: "appointments_in_period", value: parts.appointments_in_period },
            { figure: "appointments_virtual", value: parts.appointments_virtual },
            { figure: "appointments_in_person", value: parts.appointments_in_person },
          ]}
          onOpen={onOpen}
        />
      </Section>
    </div>
  );
}
