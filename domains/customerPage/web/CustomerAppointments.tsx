import { Anchor } from "@mantine/core";
import { Link } from "react-router";
import { useCallEnvelope } from "#core/web/call/useCall.ts";
import { Section } from "#core/web/layout/Section.tsx";
import { useHasScreen } from "#core/web/layout/screenDeclaration.ts";
import { Can } from "#core/web/session/Can.tsx";
import { StatusBadge } from "#core/web/status/StatusBadge.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { appointments } from "#domains/appointments/contract.ts";
import { statusNames, typeNames } from "#domains/appointments/rules.ts";
import { statusLooks } from "#domains/appointments/web/public.tsx";
import classes from "./CustomerAppointments.module.css";

const maxShown = 10;

/** A customer's appointments, latest first. */
export function CustomerAppointments({ customer_id }: { customer_id: number }) {
  const time = useTime();
  const hasAppointments = useHasScreen("/appointments");
  const order = { columns: [{ data: "datetime" }], order: [{ column: 0, dir: "desc" as const }] };
  const { data } = useCallEnvelope(appointments.table, { body: { customer_id, length: maxShown, ...order } });
  if (!hasAppointments) return null;
  const more = (data?.recordsTotal ?? 0) - maxShown;
  return (
    <Section
      title="Appointments"
      actions={
        <Can use={appointments.add}>
          <Anchor component={Link} to={`/appointments?create=${customer_id}`} size="sm">
            Create an appointment
          </Anchor>
        </Can>
      }
    >
      {data?.data.length === 0 && <p className={classes.none}>None yet.</p>}
      <ul className={classes.appointments}>
        {data?.data.map(({ id, title, datetime, type, status }) => (
          <li key={id} className={classes.appointment}>
            <span className={classes.title}>{title}</span>
            <span className={classes.about}>
              {time.dateTime(datetime)} · {typeNames[type]}
            </span>
            <StatusBadge {...statusLooks[status]}>{statusNames[status]}</StatusBadge>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={classes.none}>And {more} earlier ones.</p>}
    </Section>
  );
}
