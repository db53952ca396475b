import { sql } from "kysely";
import { callGroup, type DomainManifest, on } from "#core/server/domainManifest.ts";
import { contactPattern, type Person, type PersonRecords } from "#core/server/personRecords.ts";
import { appointmentCalendar } from "#domains/appointments/calendar/contract.ts";
import { calendarHandlers } from "#domains/appointments/calendar/server/handlers.ts";
import { quickAppointments } from "#domains/appointments/quick/contract.ts";
import { quickAppointmentHandlers } from "#domains/appointments/quick/server/handlers.ts";
import { reminders } from "#domains/appointments/reminders/contract.ts";
import { planConfirmation } from "#domains/appointments/reminders/server/confirmation.ts";
import { reminderHandlers } from "#domains/appointments/reminders/server/handlers.ts";
import {
  planSoon,
  readAnswers,
  reminderWorkers,
  remindOfNumber,
} from "#domains/appointments/reminders/server/remindCustomer.ts";
import { timeOff } from "#domains/appointments/timeOff/contract.ts";
import { timeOffHandlers } from "#domains/appointments/timeOff/server/handlers.ts";
import { locationFacts } from "#domains/locations/server/public.ts";
import { appointments } from "../contract.ts";
import { comingAppointments } from "./comingAppointments.ts";
import { appointmentFacts } from "./facts.ts";
import { appointmentHandlers } from "./handlers.ts";
import { handOverHosted } from "./hosts.ts";
import { customersWithAppointment } from "./store.ts";

const ofCustomer = ({ customer_ids }: Person) => sql`customer_id = any(${[...customer_ids]}::bigint[])`;

/** Past appointments stay in the figures, without their words. */
const appointmentPersonRecords: PersonRecords = {
  tables: [
    { table: "appointments", rows: ofCustomer, erase: sql`title = '', notes = ''`, mentions: ["title", "notes"] },
    {
      table: "deleted_appointments",
      rows: (person) => sql`${ofCustomer(person)} or record::text ~* ${contactPattern(person)}::text`,
      erase: "delete",
    },
  ],
};

export const appointmentsManifest: DomainManifest = {
  name: "appointments",
  calls: [
    callGroup(appointments, appointmentHandlers),
    callGroup(appointmentCalendar, calendarHandlers),
    callGroup(quickAppointments, quickAppointmentHandlers),
    callGroup(timeOff, timeOffHandlers),
    callGroup(reminders, reminderHandlers),
  ],
  workers: reminderWorkers,
  listeners: [
    on(appointmentFacts.changed, "reminders.planChange", planSoon),
    on(appointmentFacts.booked, "reminders.confirmBooking", planConfirmation),
    on(locationFacts.numberRegistrationChanged, "reminders.numberChanged", remindOfNumber),
  ],
  afterInbound: readAnswers,
  handOvers: [{ what: "appointment", handOver: handOverHosted }],
  customersInUse: customersWithAppointment,
  customerWork: [comingAppointments],
  person: appointmentPersonRecords,
  tables: [
    "appointments",
    "deleted_appointments",
    "time_off",
    "host_times",
    "appointment_end",
    "reminder_settings",
    "appointment_reminders",
  ],
  reads: ["users", "customers", "locations", "dealers", "messages"],
};
