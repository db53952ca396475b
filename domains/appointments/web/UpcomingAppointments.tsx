import { Button } from "@mantine/core";
import { IconCalendarPlus } from "@tabler/icons-react";
import { Link } from "react-router";
import { useCallEnvelope } from "#core/web/call/useCall.ts";
import { PanelSection } from "#core/web/layout/PanelSection.tsx";
import { type CustomerPartProps, useHasScreen } from "#core/web/layout/screenDeclaration.ts";
import { Can } from "#core/web/session/Can.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { appointments } from "../contract.ts";
import { typeNames } from "../rules.ts";
import { appointmentTexts, upcomingTexts as texts } from "./texts.ts";
import classes from "./UpcomingAppointments.module.css";

const maxShown = 5;

/** The customer's next appointments, soonest first. */
export function UpcomingAppointments({ customer_id }: CustomerPartProps) {
  const time = useTime();
  const canOpen = useHasScreen("/appointments");
  const order = { columns: [{ data: "datetime" }], order: [{ column: 0, dir: "asc" as const }] };
  const body = { customer_id, period: "coming" as const, length: maxShown, ...order };
  const { data } = useCallEnvelope(appointments.table, { body });
  if (!canOpen) return null;
  return (
    <PanelSection title={appointmentTexts.title}>
      {data?.data.length === 0 && <p className={classes.none}>{texts.none}</p>}
      <ul className={classes.coming}>
        {data?.data.map(({ id, title, datetime, type }) => (
          <li key={id}>
            <strong>{title}</strong>
            <span>
              {time.dateTime(datetime)} · {typeNames[type]}
            </span>
          </li>
        ))}
      </ul>
      <Can use={appointments.add}>
        <Button
          component={Link}
          to={`/appointments?create=${customer_id}`}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconCalendarPlus size={16} aria-hidden />}
        >
          {texts.add}
        </Button>
      </Can>
    </PanelSection>
  );
}
